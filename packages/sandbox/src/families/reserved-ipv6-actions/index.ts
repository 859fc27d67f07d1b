import type { ReservedIpv6ActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const reservedIpv6Actions: Family<ReservedIpv6ActionsHandlers> = { handlers, jobs }
