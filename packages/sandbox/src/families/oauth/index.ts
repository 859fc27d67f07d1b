import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const oauth: Family = { handlers, jobs }
