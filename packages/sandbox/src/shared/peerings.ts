/** Peerings are made under two addresses, with the same rules. */
import { conflict, notFound, unprocessable } from '../engine/failure.ts'
import type { World } from '../engine/world.ts'
import type { Kinds } from '../generated/types.ts'
import { overlap, parseRange } from './ip-ranges.ts'

/** @param field of the request that names the VPCs @throws Failure 404, 409, 422 */
export function checkPeering(world: World, [one, other]: readonly [string, string], field: string): void {
  if (one === other) throw unprocessable(`${field}: a VPC cannot be peered with itself.`)
  const [range, otherRange] = [one, other].map((id) => {
    const vpc = world.engine.find('Vpc', id)
    if (!vpc) throw notFound(`VPC ID ${id} not found`)
    return parseRange(vpc.ip_range)
  })
  if (listPeerings(world, one).some(({ vpc_ids: ids }) => ids.includes(other))) throw conflict(`${field}: the two VPCs are peered already.`)
  if (range && otherRange && overlap(range, otherRange)) throw unprocessable(`${field}: the ranges of the two VPCs overlap.`)
}

export function listPeerings({ engine }: World, vpc: string): Kinds['VpcPeering'][] {
  return engine.all('VpcPeering', { where: [{ field: 'vpc_ids[]', equals: vpc }], order: 'newest' })
}
