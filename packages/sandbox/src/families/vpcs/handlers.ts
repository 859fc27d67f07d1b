import type { Handler } from '../../engine/call.ts'
import { conflict, Failure, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import { answerPage, answerValues, parsePage } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { Family } from '../family.ts'
import { findDefaultVpc, createDefaultVpcs, createVpc } from '../../shared/default-vpc.ts'
import { openRegion } from '../../shared/open-region.ts'
import { checkPeering, listPeerings } from '../../shared/peerings.ts'
import { listMembers } from './members.ts'
import { readRange } from './read-range.ts'

type Vpc = Kinds['Vpc']

const create: Handler<'vpcs_create'> = ({ body: { name, description, region, ip_range: range } }, ctx) => {
  openRegion(ctx, region)
  const isFirst = findDefaultVpc(ctx, region) === undefined
  return { vpc: createVpc(ctx, { name, description, region, ip_range: readRange(ctx, range), default: isFirst }) }
}

function createDefault(ctx: AccountContext, { id, region }: Vpc): void {
  const before = findDefaultVpc(ctx, region)
  if (before) ctx.engine.change('Vpc', before.id, { default: false })
  ctx.engine.change('Vpc', id, { default: true })
}

/** @throws Failure 403, 409, 412 for one that is still needed */
function assertUnused({ id, default: isDefault }: Vpc, ctx: AccountContext): void {
  const { engine } = ctx
  if (listMembers(ctx, id).length > 0) throw conflict('Can not delete VPC with members')
  if (isDefault) throw new Failure(403, 'cannot be deleted')
  if (listPeerings(ctx, id).length > 0) throw preconditionFailed('Can not delete VPC with peerings')
  const [attachment] = engine.all('PartnerAttachment', { where: [{ field: 'vpc_ids[]', equals: id }] })
  if (attachment) throw conflict(`Can not delete VPC that the partner attachment ${attachment.name} connects.`)
  const [deployment] = engine.all('DedicatedInference', { where: [{ field: 'vpc_uuid', equals: id }] })
  if (deployment) throw conflict(`Can not delete VPC that the dedicated inference ${deployment.id} runs in.`)
}

const listOwnMembers: Handler<'vpcs_members_list'> = (call, ctx) => {
  const { id } = ctx.engine.get('Vpc', call.path.vpc_id)
  return answerValues(call, 'members', listMembers(ctx, id, call.query.resource_type || undefined))
}

/** The document has these under `peerings` and `peering`, the platform's own clients read the longer names: both are there. */
const listOwnPeerings: Handler<'vpcs_peerings_list'> = (call, { engine }) => {
  const { id } = engine.get('Vpc', call.path.vpc_id)
  const asked = { where: [{ field: 'vpc_ids[]', equals: id }], order: 'newest', page: parsePage(call) } as const
  return answerPage(call, 'peerings', engine.list('VpcPeering', asked), { vpc_peerings: engine.all('VpcPeering', asked) })
}

const replyPeering = (peering: Kinds['VpcPeering']) => ({ peering, vpc_peering: peering })

const createPeering: Handler<'vpcs_peerings_create'> = ({ path, body }, ctx) => {
  const { id } = ctx.engine.get('Vpc', path.vpc_id)
  checkPeering(ctx, [id, body.vpc_id], 'vpc_id')
  return replyPeering(ctx.engine.add('VpcPeering', { name: body.name, vpc_ids: [id, body.vpc_id] }))
}

const updatePeering: Handler<'vpcs_peerings_update'> = ({ path, body }, { engine }) => {
  const { id } = engine.get('Vpc', path.vpc_id)
  if (!engine.get('VpcPeering', path.vpc_peering_id).vpc_ids.includes(id)) throw notFound()
  return replyPeering(engine.update('VpcPeering', path.vpc_peering_id, { name: body.name }))
}

const vpc: ResourceHooks<'Vpc'> = {
  /** A PUT empties the description that it leaves out, a PATCH keeps it. */
  reading: (body: Operations['vpcs_replace' | 'vpcs_update']['body'], { operation }, ctx, before) => {
    if (body.default === false && before?.default === true)
      throw unprocessable('default: a region cannot be without. Make another VPC the default instead.')
    if (body.default === true && before?.default === false) createDefault(ctx, before)
    return { name: body.name, description: body.description ?? (operation.method === 'PUT' ? '' : undefined) }
  },
  beforeDelete: (value, _key, ctx) => assertUnused(value, ctx),
}

export const vpcs: Family = {
  handlers: {
    vpcs_create: create,
    vpcs_members_list: listOwnMembers,
    vpcs_peerings_list: listOwnPeerings,
    vpcs_peerings_create: createPeering,
    vpcs_peerings_update: updatePeering,
  },
  kinds: { Vpc: vpc },
  seed: createDefaultVpcs,
}
