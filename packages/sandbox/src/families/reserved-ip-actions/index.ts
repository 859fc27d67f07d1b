import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export { create, get, list } from './handlers.ts'

export const reservedIpActions: Family = { handlers, jobs }
