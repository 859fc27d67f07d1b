import type { Family } from '../family.ts'
import { hooks, jobs } from './hooks.ts'
import { accessPointsHandlers, accessPointsJobs } from './access-points.handlers.ts'

export { startedAction } from './action.ts'
export { checkTier } from './hooks.ts'

export const nfs: Family = { handlers: accessPointsHandlers, hooks, jobs: { ...jobs, ...accessPointsJobs } }
