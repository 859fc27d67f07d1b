import { createHash } from 'node:crypto'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { parseRange, formatAddress } from './ip-ranges.ts'

/** Allocates the next unused address of the VPC's range. The first address is the gateway, the last one the resolver. */
export function allocateAddress({ store }: AccountContext, vpc: Pick<Kinds['Vpc'], 'id' | 'ip_range'>): string {
  const range = parseRange(vpc.ip_range) ?? { first: 0x0a_00_00_00, last: 0x0a_ff_ff_ff }
  const usable = range.last - range.first - 3
  const offset = store.nextCounter(`vpc:${vpc.id}`, 2)
  return formatAddress(range.first + 2 + ((offset - 2) % usable))
}

/** Derives the id of the VPC's only subnet, which has the range of the VPC. */
export function deriveSubnetId(vpc: string): string {
  const hex = createHash('sha256').update(`subnet:${vpc}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
