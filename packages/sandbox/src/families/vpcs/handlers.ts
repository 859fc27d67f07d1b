import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { answerPage, answerValues, parsePage } from '../../engine/pages.ts'
import type { Kinds } from '../../generated/types.ts'
import { findDefaultVpc, createVpc, allocateRange } from '../../shared/default-vpc.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { checkPeering } from '../../shared/peerings.ts'
import { listMembers } from './members.ts'
import type { Handlers } from '../family.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { rangeContains, rangesOverlap, parseRange } from '../../shared/ip-ranges.ts'

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap((text) => parseRange(text) ?? [])

/** Returns the requested range, or a free one. @throws Failure 422 */
function chooseRange(ctx: AccountContext, text: string | undefined): string {
  if (!text) return allocateRange(ctx)
  const range = parseRange(text)
  if (!range) throw unprocessable(`ip_range: "${text}" is not an IPv4 network in CIDR notation.`)
  if (!privateRanges.some((outer) => rangeContains(outer, range)))
    throw unprocessable('ip_range: must be inside 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.')
  if (range.bits < 16 || range.bits > 28) throw unprocessable('ip_range: must be a network of 16 to 28 bits.')
  for (const vpc of ctx.engine.list('Vpc')) {
    const other = parseRange(vpc.ip_range)
    if (other && rangesOverlap(other, range)) throw unprocessable(`ip_range: overlaps ${vpc.ip_range} of the VPC ${vpc.name}.`)
  }
  return text
}

const create: Handler<'vpcs_create'> = ({ body: { name, description, region, ip_range: range } }, ctx) => {
  requireRegion(ctx, region)
  const isFirst = findDefaultVpc(ctx, region) === undefined
  return { vpc: createVpc(ctx, { name, description, region, ip_range: chooseRange(ctx, range), default: isFirst }) }
}

const listOwnMembers: Handler<'vpcs_members_list'> = (call, ctx) => {
  const { id } = ctx.engine.get('Vpc', call.path.vpc_id)
  return answerValues(call, 'members', listMembers(ctx, id, call.query.resource_type || undefined))
}

/** Responses have `peerings` and `peering`, as documented, and the longer names that clients of the platform read. */
const listOwnPeerings: Handler<'vpcs_peerings_list'> = (call, { engine }) => {
  const { id } = engine.get('Vpc', call.path.vpc_id)
  const query = { where: [{ field: 'vpc_ids[]', equals: id }], order: 'newest', page: parsePage(call) } as const
  return answerPage(call, 'peerings', engine.listPage('VpcPeering', query), { vpc_peerings: engine.list('VpcPeering', query) })
}

const replyPeering = (peering: Kinds['VpcPeering']) => ({ peering, vpc_peering: peering })

const createPeering: Handler<'vpcs_peerings_create'> = ({ path, body }, ctx) => {
  const { id } = ctx.engine.get('Vpc', path.vpc_id)
  checkPeering(ctx, [id, body.vpc_id], 'vpc_id')
  return replyPeering(ctx.engine.create('VpcPeering', { name: body.name, vpc_ids: [id, body.vpc_id] }))
}

const updatePeering: Handler<'vpcs_peerings_update'> = ({ path, body }, { engine }) => {
  const { id } = engine.get('Vpc', path.vpc_id)
  if (!engine.get('VpcPeering', path.vpc_peering_id).vpc_ids.includes(id)) throw notFound()
  return replyPeering(engine.update('VpcPeering', path.vpc_peering_id, { name: body.name }))
}

export const handlers = {
  vpcs_create: create,
  vpcs_members_list: listOwnMembers,
  vpcs_peerings_list: listOwnPeerings,
  vpcs_peerings_create: createPeering,
  vpcs_peerings_update: updatePeering,
} satisfies Handlers
