import type { ReservedIpsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export const reservedIps: Family<ReservedIpsHandlers> = { handlers, hooks }
