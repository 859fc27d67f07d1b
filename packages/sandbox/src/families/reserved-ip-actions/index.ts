import type { ReservedIpActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const reservedIpActions: Family<ReservedIpActionsHandlers> = { handlers, jobs }
