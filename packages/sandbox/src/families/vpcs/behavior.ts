import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, Failure, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { findDefaultVpc, makeDefaultVpcs, makeVpc } from '../../shared/default-vpc.ts'
import { detachFromVpc } from '../../shared/nfs-shares.ts'
import { openRegion } from '../../shared/open-region.ts'
import { listPeerings, peer, renamePeering } from '../../shared/peerings.ts'
import { listMembers } from './members.ts'
import { readRange } from './read-range.ts'

const vpcKey = (id: unknown): Key => ({ kind: 'Vpc', id: String(id) })
const keyOf = (call: Call) => vpcKey(call.path['vpc_id'])

const create: Behavior = (call, world) => {
  const { name, description, region, ip_range: range } = readBody(call)
  openRegion(world, region)
  const isFirst = findDefaultVpc(world, String(region)) === undefined
  const vpc = makeVpc(world, { name, description, region, ip_range: readRange(world, range), default: isFirst })
  return { body: JSON.stringify({ vpc }) }
}

/** A PUT empties the description that it leaves out, a PATCH keeps it. */
const update =
  (missing: Value): Behavior =>
  (call, world) => {
    const vpc = world.engine.get(keyOf(call))
    const { name, description, default: isDefault } = { ...missing, ...readBody(call) } as Value
    if (isDefault === false && vpc['default'] === true)
      throw unprocessable('default: a region cannot be without. Make another VPC the default instead.')
    if (isDefault === true && vpc['default'] === false) makeDefault(world, vpc)
    world.engine.update(keyOf(call), { name, description })
    return { body: JSON.stringify({ vpc: world.engine.get(keyOf(call)) }) }
  }

function makeDefault(world: World, { id, region }: Value): void {
  const before = findDefaultVpc(world, String(region))
  if (before) world.engine.change(vpcKey(before['id']), { default: false })
  world.engine.change(vpcKey(id), { default: true })
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = keyOf(call)
  const vpc = engine.get(key)
  if (listMembers(world, key.id).length > 0) throw conflict('Can not delete VPC with members')
  if (vpc['default'] === true) throw new Failure(403, 'cannot be deleted')
  if (listPeerings(world, key.id).length > 0) throw preconditionFailed('Can not delete VPC with peerings')
  const [attachment] = engine.all({ kind: 'PartnerAttachment', where: [{ field: 'vpc_ids[]', equals: key.id }] })
  if (attachment) throw conflict(`Can not delete VPC that the partner attachment ${String(attachment['name'])} connects.`)
  const [deployment] = engine.all({ kind: 'DedicatedInference', where: [{ field: 'vpc_uuid', equals: key.id }] })
  if (deployment) throw conflict(`Can not delete VPC that the dedicated inference ${String(deployment['id'])} runs in.`)
  detachFromVpc(world, key.id)
  engine.remove(key)
  return {}
}

const members: Behavior = (call, world) => {
  const { resource_type: type } = call.query
  world.engine.text(keyOf(call))
  return replyValues(call, 'members', listMembers(world, keyOf(call).id, typeof type === 'string' && type !== '' ? type : undefined))
}

const peerings: Behavior = (call, world) => {
  world.engine.text(keyOf(call))
  return replyBoth(replyValues(call, 'peerings', listPeerings(world, keyOf(call).id)), 'peerings')
}

/** The document has these under `peerings` and `peering`, the platform's own clients read the longer names: both are there. */
function replyBoth(reply: Reply, root: string): Reply {
  const body = JSON.parse(String(reply.body)) as Value
  return { ...reply, body: JSON.stringify({ [root]: body[root], [`vpc_${root}`]: body[root], ...body }) }
}

const replyPeering = (peering: Value) => ({ body: JSON.stringify({ peering, vpc_peering: peering }) })

const createPeering: Behavior = (call, world) => {
  const { name, vpc_id: other } = readBody(call)
  world.engine.text(keyOf(call))
  return replyPeering(peer(world, { name, vpcs: [keyOf(call).id, String(other)], field: 'vpc_id' }))
}

const updatePeering: Behavior = (call, world) => {
  world.engine.text(keyOf(call))
  const key: Key = { kind: 'VpcPeering', id: String(call.path['vpc_peering_id']) }
  if (!(world.engine.get(key)['vpc_ids'] as readonly string[]).includes(keyOf(call).id)) throw notFound()
  return replyPeering(renamePeering(world, key, readBody(call)['name']))
}

export const vpcs: FamilyBehavior = {
  operations: {
    vpcs_create: create,
    vpcs_update: update({ description: '' }),
    vpcs_patch: update({}),
    vpcs_delete: remove,
    vpcs_list_members: members,
    vpcs_list_peerings: peerings,
    vpcs_create_peering: createPeering,
    vpcs_update_peering: updatePeering,
  },
  seed: makeDefaultVpcs,
}
