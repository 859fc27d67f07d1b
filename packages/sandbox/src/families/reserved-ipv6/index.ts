import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export { ipv6Holder } from './hooks.ts'

export const reservedIpv6: Family = { hooks }
