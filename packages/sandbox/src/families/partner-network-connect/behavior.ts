/** Partner attachments, and the two keys of each: one for the routers, one to order the other end with. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { checkParent, readBgp, readVpcs } from './read-attachment.ts'
import { later } from '../../shared/later.ts'

const secondsToCreate = 10
const secondsToMakeKey = 5
const secondsToDelete = 5

const attachmentKey = (id: unknown): Key => ({ kind: 'PartnerAttachment', id: String(id) })
const keyOf = (call: Call) => attachmentKey(call.path['pa_id'])

function describe({ engine }: World, attachment: Value): Value {
  const second = engine.all({ kind: 'PartnerAttachment', where: [{ field: 'parent_uuid', equals: String(attachment['id']) }] })
  return { ...attachment, ...(second.length > 0 && { children: second.map(({ id }) => id) }) }
}

const reply = (world: World, key: Key) => ({ body: JSON.stringify({ partner_attachment: describe(world, world.engine.get(key)) }) })

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'PartnerAttachment', order: 'newest', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((attachment) => JSON.stringify(describe(world, attachment)))
  return replyPage(call, 'partner_attachments', { texts: described.join(','), total })
}

const create: Behavior = (call, world) => {
  const { name, region, naas_provider, connection_bandwidth_in_mbps: bandwidth, parent_uuid: parent, ...body } = readBody(call)
  const vpcs = readVpcs(world, body['vpc_ids'], String(region))
  if (typeof parent === 'string' && parent !== '') checkParent(world, parent, vpcs, bandwidth)
  const fields = {
    name,
    region,
    naas_provider,
    connection_bandwidth_in_mbps: bandwidth,
    vpc_ids: vpcs,
    bgp: readBgp(body['bgp']),
    parent_uuid: parent === '' ? undefined : parent,
  }
  const hidden = { ...authKey(world, body['bgp']), redundancyZone: body['redundancy_zone'] ?? 'MEGAPORT_BLUE', serviceKey: newKey(world) }
  const { id } = world.engine.create('PartnerAttachment', fields, { lifecycle: false, hidden })
  later(world, secondsToCreate, 'partnerNetworkConnect.open', { id })
  return reply(world, attachmentKey(id))
}

const update: Behavior = (call, world) => {
  const { name, vpc_ids: vpcs, bgp } = readBody(call)
  const attachment = world.engine.get(keyOf(call))
  if (attachment['state'] === 'DELETING') throw unprocessable('The attachment is being deleted.')
  if (name === undefined && !vpcs && !bgp) throw unprocessable('name, vpc_ids, bgp: at least one must be given.')
  world.engine.change(keyOf(call), {
    name: name ?? attachment['name'],
    vpc_ids: vpcs ? readVpcs(world, vpcs, String(attachment['region'])) : attachment['vpc_ids'],
    bgp: readBgp(bgp) ?? attachment['bgp'],
  })
  if (bgp) world.engine.hide(keyOf(call), authKey(world, bgp))
  return reply(world, keyOf(call))
}

const remove: Behavior = (call, world) => {
  const key = keyOf(call)
  const attachment = describe(world, world.engine.get(key))
  if (attachment['state'] === 'DELETING') throw conflict('The attachment is being deleted already.')
  if (attachment['children'] !== undefined) throw new Failure(403, 'Other attachments have this one as their parent. Delete them first.')
  world.engine.trigger(key, call.operation.id)
  later(world, secondsToDelete, 'engine.remove', key)
  return reply(world, key)
}

function authKey({ clock }: World, bgp: unknown): Value {
  if (!bgp) return {}
  return { bgpAuthKey: { value: (bgp as Value)['auth_key'], created_at: clock.stamp(), state: 'CREATED' } }
}

const getAuthKey: Behavior = (call, world) => {
  const { bgpAuthKey } = world.engine.hidden(keyOf(call))
  if (bgpAuthKey === undefined) throw notFound()
  return { body: JSON.stringify({ bgp_auth_key: bgpAuthKey }) }
}

function newKey({ clock }: World): Value {
  return { value: '', created_at: clock.stamp(), state: 'CREATING' }
}

const getServiceKey: Behavior = (call, world) => ({ body: JSON.stringify({ service_key: world.engine.hidden(keyOf(call))['serviceKey'] }) })

const replaceServiceKey: Behavior = (call, world) => {
  const key = keyOf(call)
  const { state } = world.engine.get(key)
  if (state !== 'CREATED') throw unprocessable(`The attachment must be CREATED first; it is ${String(state)}.`)
  world.engine.hide(key, { serviceKey: newKey(world) })
  later(world, secondsToMakeKey, 'partnerNetworkConnect.makeKey', { id: key.id })
  return { body: '{}' }
}

/** Nobody has connected the other end, so nothing is announced. */
const listRoutes: Behavior = (call, world) => {
  world.engine.text(keyOf(call))
  return replyValues(call, 'remote_routes', [])
}

function open({ id }: { readonly id: string }, world: World): void {
  if (world.engine.find(attachmentKey(id))?.['state'] !== 'CREATING') return
  world.engine.change(attachmentKey(id), { state: 'CREATED' })
  makeKey({ id }, world)
}

function makeKey({ id }: { readonly id: string }, { engine, ids, clock }: World): void {
  if (!engine.find(attachmentKey(id))) return
  engine.hide(attachmentKey(id), { serviceKey: { value: ids.hex(40), created_at: clock.stamp(), state: 'CREATED' } })
}

export const partnerNetworkConnect: FamilyBehavior = {
  operations: {
    partnerNetworkConnect_list_attachments: list,
    partnerNetworkConnect_create_attachment: create,
    partnerNetworkConnect_get_attachment: (call, world) => reply(world, keyOf(call)),
    partnerNetworkConnect_update_attachment: update,
    partnerNetworkConnect_delete_attachment: remove,
    partnerNetworkConnect_get_bgp_auth_key: getAuthKey,
    partnerNetworkConnect_list_remote_routes: listRoutes,
    partnerNetworkConnect_get_service_key: getServiceKey,
    partnerNetworkConnect_create_service_key: replaceServiceKey,
  },
  due: { 'partnerNetworkConnect.open': open, 'partnerNetworkConnect.makeKey': makeKey },
}
