import type { PartnerNetworkConnectHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export const partnerNetworkConnect: Family<PartnerNetworkConnectHandlers> = { handlers, hooks }
