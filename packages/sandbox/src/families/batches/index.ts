import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, addresses } from './handlers.ts'
import { batchJobs } from './run-batch.ts'

export const batches: Family = { handlers, hooks, jobs: batchJobs, addresses }
