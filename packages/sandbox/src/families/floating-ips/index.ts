import type { FloatingIpsHandlers, FloatingIpActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const floatingIps: Family<FloatingIpsHandlers & FloatingIpActionsHandlers> = { handlers }
