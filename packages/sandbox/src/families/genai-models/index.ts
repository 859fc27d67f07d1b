import type { GenaiModelsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export { describeNestedModel } from './model-description.ts'

export const genaiModels: Family<GenaiModelsHandlers> = { handlers }
