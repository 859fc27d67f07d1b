/** Peerings are made and renamed under two addresses, with the same rules. */
import { conflict, notFound, unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import { overlap, parseRange } from './ip-ranges.ts'

interface PeeringPlan {
  readonly name: unknown
  readonly vpcs: readonly [string, string]
  /** The field of the request that names them. */
  readonly field: string
}

/** @throws Failure 404, 409, 422 */
export function peer(world: World, { name, vpcs, field }: PeeringPlan): Value {
  const [one, other] = vpcs
  if (one === other) throw unprocessable(`${field}: a VPC cannot be peered with itself.`)
  const [range, otherRange] = vpcs.map((id) => {
    const vpc = world.engine.find({ kind: 'Vpc', id })
    if (!vpc) throw notFound(`VPC ID ${id} not found`)
    return parseRange(String(vpc['ip_range']))
  })
  if (listPeerings(world, one).some(({ vpc_ids: ids }) => (ids as readonly string[]).includes(other)))
    throw conflict(`${field}: the two VPCs are peered already.`)
  if (range && otherRange && overlap(range, otherRange)) throw unprocessable(`${field}: the ranges of the two VPCs overlap.`)
  return world.engine.create('VpcPeering', { name, vpc_ids: vpcs })
}

/** Without a name everything stays. @throws Failure 404, 409 */
export function renamePeering({ engine }: World, key: Key, name: unknown): Value {
  return engine.update(key, name === undefined ? {} : { name })
}

export function listPeerings({ engine }: World, vpc: string): Value[] {
  return engine.all({ kind: 'VpcPeering', where: [{ field: 'vpc_ids[]', equals: vpc }], order: 'newest' })
}
