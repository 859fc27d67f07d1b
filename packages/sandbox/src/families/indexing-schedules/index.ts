import type { IndexingSchedulesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export const indexingSchedules: Family<IndexingSchedulesHandlers> = { handlers, hooks, jobs }
