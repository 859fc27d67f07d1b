import type { ModelRoutersHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks, seed } from './hooks.ts'

export const modelRouters: Family<ModelRoutersHandlers> = { hooks, seed }
