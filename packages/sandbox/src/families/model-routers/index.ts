import type { ModelRoutersHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { catalog, hooks } from './hooks.ts'

export const modelRouters: Family<ModelRoutersHandlers> = { hooks, catalog }
