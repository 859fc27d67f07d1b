import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export const asyncInvoke: Family = { handlers, hooks, jobs }
