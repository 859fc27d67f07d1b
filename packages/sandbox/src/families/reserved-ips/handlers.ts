/** Reserved IPs, under this path and the former one, floating IPs, with one state. */
import type { Handlers } from '../family.ts'
import { reserveAddress } from './reservations.ts'

export const handlers = { reservedIps_create: reserveAddress } satisfies Handlers
