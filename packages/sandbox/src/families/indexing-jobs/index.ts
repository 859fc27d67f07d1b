/** What other families and the server may use of this one. */
export { findLastIndexed } from './describe-job.ts'
export { cancelJob, findRunning, startJob } from './run-job.ts'
