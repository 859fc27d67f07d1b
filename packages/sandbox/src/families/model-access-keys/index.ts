import type { ModelAccessKeysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs, seed } from './handlers.ts'

export const modelAccessKeys: Family<ModelAccessKeysHandlers> = { handlers, hooks, jobs, seed }
