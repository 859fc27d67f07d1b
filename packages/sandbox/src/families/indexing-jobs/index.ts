import type { IndexingJobsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { files, handlers } from './handlers.ts'

export { findLastIndexed } from './job-result.ts'
export { cancelJob, findRunning, startJob } from './job-run.ts'

export const indexingJobs: Family<IndexingJobsHandlers> = { handlers, hooks, addresses: [files.address] }
