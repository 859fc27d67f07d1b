import type { ModelEvaluationsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'
import { files } from './runs.ts'

export const modelEvaluations: Family<ModelEvaluationsHandlers> = { handlers, hooks, addresses: [files.address] }
