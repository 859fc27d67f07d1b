import type { Behavior } from '../../engine/call.ts'
import { conflict, Failure, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { KindHooks } from '../../engine/hooks.ts'
import { answerPage, answerValues, readPage } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { FamilyBehavior } from '../family.ts'
import { findDefaultVpc, makeDefaultVpcs, makeVpc } from '../../shared/default-vpc.ts'
import { openRegion } from '../../shared/open-region.ts'
import { checkPeering, listPeerings } from '../../shared/peerings.ts'
import { listMembers } from './members.ts'
import { readRange } from './read-range.ts'

type Vpc = Kinds['Vpc']

const create: Behavior<'vpcs_create'> = ({ body: { name, description, region, ip_range: range } }, world) => {
  openRegion(world, region)
  const isFirst = findDefaultVpc(world, region) === undefined
  return { vpc: makeVpc(world, { name, description, region, ip_range: readRange(world, range), default: isFirst }) }
}

function makeDefault(world: World, { id, region }: Vpc): void {
  const before = findDefaultVpc(world, region)
  if (before) world.engine.change('Vpc', before.id, { default: false })
  world.engine.change('Vpc', id, { default: true })
}

/** @throws Failure 403, 409, 412 for one that is still needed */
function assertUnused({ id, default: isDefault }: Vpc, world: World): void {
  const { engine } = world
  if (listMembers(world, id).length > 0) throw conflict('Can not delete VPC with members')
  if (isDefault) throw new Failure(403, 'cannot be deleted')
  if (listPeerings(world, id).length > 0) throw preconditionFailed('Can not delete VPC with peerings')
  const [attachment] = engine.all('PartnerAttachment', { where: [{ field: 'vpc_ids[]', equals: id }] })
  if (attachment) throw conflict(`Can not delete VPC that the partner attachment ${attachment.name} connects.`)
  const [deployment] = engine.all('DedicatedInference', { where: [{ field: 'vpc_uuid', equals: id }] })
  if (deployment) throw conflict(`Can not delete VPC that the dedicated inference ${deployment.id} runs in.`)
}

const listOwnMembers: Behavior<'vpcs_members_list'> = (call, world) => {
  const { id } = world.engine.get('Vpc', call.path.vpc_id)
  return answerValues(call, 'members', listMembers(world, id, call.query.resource_type || undefined))
}

/** The document has these under `peerings` and `peering`, the platform's own clients read the longer names: both are there. */
const listOwnPeerings: Behavior<'vpcs_peerings_list'> = (call, { engine }) => {
  const { id } = engine.get('Vpc', call.path.vpc_id)
  const asked = { where: [{ field: 'vpc_ids[]', equals: id }], order: 'newest', page: readPage(call) } as const
  return answerPage(call, 'peerings', engine.list('VpcPeering', asked), { vpc_peerings: engine.all('VpcPeering', asked) })
}

const replyPeering = (peering: Kinds['VpcPeering']) => ({ peering, vpc_peering: peering })

const createPeering: Behavior<'vpcs_peerings_create'> = ({ path, body }, world) => {
  const { id } = world.engine.get('Vpc', path.vpc_id)
  checkPeering(world, [id, body.vpc_id], 'vpc_id')
  return replyPeering(world.engine.add('VpcPeering', { name: body.name, vpc_ids: [id, body.vpc_id] }))
}

const updatePeering: Behavior<'vpcs_peerings_update'> = ({ path, body }, { engine }) => {
  const { id } = engine.get('Vpc', path.vpc_id)
  if (!engine.get('VpcPeering', path.vpc_peering_id).vpc_ids.includes(id)) throw notFound()
  return replyPeering(engine.update('VpcPeering', path.vpc_peering_id, { name: body.name }))
}

const vpc: KindHooks<'Vpc'> = {
  /** A PUT empties the description that it leaves out, a PATCH keeps it. */
  reading: (body: Operations['vpcs_replace' | 'vpcs_update']['body'], { operation }, world, before) => {
    if (body.default === false && before?.default === true)
      throw unprocessable('default: a region cannot be without. Make another VPC the default instead.')
    if (body.default === true && before?.default === false) makeDefault(world, before)
    return { name: body.name, description: body.description ?? (operation.method === 'PUT' ? '' : undefined) }
  },
  removing: (value, _key, world) => assertUnused(value, world),
}

export const vpcs: FamilyBehavior = {
  behaviors: {
    vpcs_create: create,
    vpcs_members_list: listOwnMembers,
    vpcs_peerings_list: listOwnPeerings,
    vpcs_peerings_create: createPeering,
    vpcs_peerings_update: updatePeering,
  },
  kinds: { Vpc: vpc },
  seed: makeDefaultVpcs,
}
