import type { ModelsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const models: Family<ModelsHandlers> = { handlers }
