/** Rules of VPC peerings, shared by the two paths that create them. */
import { conflict, unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { rangesOverlap, parseRange } from './ip-ranges.ts'

/** @param field the field of the request that names the VPCs @throws Failure 409, 422 */
export function checkPeering(ctx: AccountContext, [one, other]: readonly [string, string], field: string): void {
  if (one === other) throw unprocessable(`${field}: a VPC cannot be peered with itself.`)
  const [range, otherRange] = [one, other].map((id) => parseRange(ctx.engine.get('Vpc', id).ip_range))
  if (listPeerings(ctx, one).some(({ vpc_ids: ids }) => ids.includes(other))) throw conflict(`${field}: the two VPCs are peered already.`)
  if (range && otherRange && rangesOverlap(range, otherRange)) throw unprocessable(`${field}: the ranges of the two VPCs overlap.`)
}

function listPeerings({ engine }: AccountContext, vpc: string): Kinds['VpcPeering'][] {
  return engine.list('VpcPeering', { where: [{ field: 'vpc_ids[]', equals: vpc }], order: 'newest' })
}
