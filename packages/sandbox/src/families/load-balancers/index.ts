import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export { listTargets } from './targets.ts'

export const loadBalancers: Family = { handlers, hooks, jobs }
