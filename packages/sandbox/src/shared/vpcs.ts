import { createHash } from 'node:crypto'
import { unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { parseRange, formatAddress } from './ip-ranges.ts'

/** The VPC that `field` of a request names. @throws Failure 422 when it is not there, or not in `region` */
export function requireVpc({ engine }: AccountContext, field: string, id: unknown, region?: string): Kinds['Vpc'] {
  const vpc = engine.find('Vpc', String(id))
  if (!vpc) throw unprocessable(`${field}: there is no VPC "${String(id)}".`)
  if (region !== undefined && vpc.region !== region)
    throw unprocessable(`${field}: the VPC ${vpc.name} is in ${vpc.region}, not in ${region}.`)
  return vpc
}

/** The next address of the VPC's range that nothing has had; the first is the network's own gateway, the last its resolver. Droplets take theirs from the same count. */
export function allocateAddress({ store }: AccountContext, vpc: Pick<Kinds['Vpc'], 'id' | 'ip_range'>): string {
  const range = parseRange(vpc.ip_range) ?? { first: 0x0a_00_00_00, last: 0x0a_ff_ff_ff }
  const usable = range.last - range.first - 3
  const taken = store.nextCounter(`vpc:${vpc.id}`, 2)
  return formatAddress(range.first + 2 + ((taken - 2) % usable))
}

/** A VPC has one subnet, which is the whole of it; its id follows from that of the VPC. */
export function deriveSubnetId(vpc: string): string {
  const hex = createHash('sha256').update(`subnet:${vpc}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
