import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const reservedIpv6Actions: Family = { handlers, jobs }
