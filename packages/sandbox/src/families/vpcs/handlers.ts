import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { answerPage, answerValues, parsePage } from '../../engine/pages.ts'
import type { Kinds } from '../../generated/types.ts'
import { findDefaultVpc, createVpc } from '../../shared/default-vpc.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { checkPeering } from '../../shared/peerings.ts'
import { listMembers } from './members.ts'
import { chooseRange } from './vpc-range.ts'
import type { Handlers } from '../family.ts'

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
  const asked = { where: [{ field: 'vpc_ids[]', equals: id }], order: 'newest', page: parsePage(call) } as const
  return answerPage(call, 'peerings', engine.listPage('VpcPeering', asked), { vpc_peerings: engine.list('VpcPeering', asked) })
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
