import type { BatchesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, addresses } from './handlers.ts'
import { batchJobs } from './batch-jobs.ts'

export const batches: Family<BatchesHandlers> = { handlers, hooks, jobs: batchJobs, addresses }
