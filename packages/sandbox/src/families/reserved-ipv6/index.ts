import type { ReservedIpv6Handlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export { ipv6Holder } from './hooks.ts'

export const reservedIpv6: Family<ReservedIpv6Handlers> = { hooks }
