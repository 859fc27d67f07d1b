import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const dropletActions: Family = { handlers, jobs }
