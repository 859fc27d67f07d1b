import type { CustomModelsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export const customModels: Family<CustomModelsHandlers> = { handlers, hooks }
