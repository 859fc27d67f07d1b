import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs, seed } from './handlers.ts'

export const modelAccessKeys: Family = { handlers, hooks, jobs, seed }
