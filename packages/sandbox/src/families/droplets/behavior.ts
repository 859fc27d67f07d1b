import type { Behavior, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { lagOf } from '../../engine/lag.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import type { KindHooks } from '../../engine/hooks.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { expireBackup, getPolicy, listPolicies, listSupported, makeBackup, type Policy, useBackups } from './backups.ts'
import { listNeighborIds, listNeighbors } from './neighbors.ts'
import { makeNetworks } from './networks.ts'
import { type DropletPlan, planDroplets } from './plan-droplets.ts'
import { startDroplet } from './start-droplet.ts'
import { type FamilyBehavior, joinParts } from '../family.ts'
import { dropletsDestroy } from './destroy.behavior.ts'
import { heldBy } from '../../shared/addresses.ts'
import { showAddress } from '../../shared/droplet-addresses.ts'
import { type DropletOwner, tellOwner } from '../../shared/droplet-owner.ts'
import { exactlyLater } from '../../shared/later.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    Droplet: {
      gpu?: boolean
      policy?: Policy
      isPublic?: boolean
      owner?: DropletOwner
      /** The host that it runs on. */
      machine?: string
    }
  }
}

export const dropletKey = (id: unknown): Key => ({ kind: 'Droplet', id: String(id) })

const list: Behavior = (call, { engine }) => {
  const { name, type } = call.query
  const where = [
    ...readFilters(call).filter(({ field }) => field !== 'name'),
    ...(typeof name === 'string' ? [{ field: 'name', equals: name, fold: true }] : []),
    { field: 'gpu', equals: type === 'gpus', hidden: true },
  ]
  return replyPage(call, 'droplets', engine.list({ kind: 'Droplet', where, order: 'newest', page: readPage(call) }))
}

const get: Behavior = (call, { store }) => {
  const id = call.path['droplet_id']
  const text = store.text(dropletKey(id)) ?? store.text(traceKey(id))
  if (text === undefined) throw notFound()
  return { body: `{"droplet":${text}}` }
}

const create: Behavior = (call, world) => {
  const body = readBody(call)
  const plan = planDroplets(world, body)
  const made = plan.names.map((name) => start(call, world, plan, name))
  const links = { actions: made.map(({ link }) => link) }
  // The VPC is told only once the droplet is read.
  const droplets = made.map(({ droplet }) => ({ ...droplet, vpc_uuid: undefined }))
  return { body: JSON.stringify(body['names'] === undefined ? { droplet: droplets[0], links } : { droplets, links }) }
}

function start(call: Call, world: World, plan: DropletPlan, name: string): { readonly droplet: Value; readonly link: Value } {
  const { droplet, action } = startDroplet(world, plan, name, { seconds: call.operation.action?.seconds })
  return { droplet, link: { id: action['id'], rel: 'create', href: `/v2/actions/${String(action['id'])}` } }
}

/** The droplet has been made: now it has its addresses. */
function boot({ id }: { readonly id: number }, world: World): void {
  const { engine } = world
  const droplet = engine.find(dropletKey(id))
  if (!droplet) return
  const vpc = engine.find({ kind: 'Vpc', id: String(droplet['vpc_uuid']) }) ?? { id: droplet['vpc_uuid'], ip_range: '10.108.0.0/20' }
  const isPublic = engine.hidden(dropletKey(id))['isPublic'] !== false
  const features = droplet['features'] as readonly string[]
  engine.change(dropletKey(id), {
    networks: makeNetworks(world, { vpc, isPublic, ipv6: features.includes('ipv6') }),
    features: [...features, 'private_networking'],
  })
  for (const { ip } of engine.all({ kind: 'ReservedIp', where: heldBy(id) })) showAddress(world, id, String(ip))
  const { policy } = engine.hidden(dropletKey(id))
  if (isRecord(policy)) useBackups(world, id, policy)
}

/** There was no place for the droplet after all. */
function vanish({ id }: { readonly id: number }, world: World): void {
  const droplet = world.engine.find(dropletKey(id))
  if (droplet) destroyDroplet(world, droplet)
}

const remove: Behavior = (call, world) => {
  destroyDroplet(world, world.engine.get(dropletKey(call.path['droplet_id'])))
  return {}
}

const removeByTag: Behavior = (call, world) => {
  const droplets = world.engine.all({ kind: 'Droplet', where: readFilters(call) })
  if (droplets.length === 0) throw notFound()
  for (const droplet of droplets) destroyDroplet(world, droplet)
  return {}
}

/** The droplet goes; volumes are detached and stay, and so do reserved IPs. */
export function destroyDroplet({ engine }: World, { id }: Value): void {
  engine.remove(dropletKey(id))
}

const droplet: KindHooks<'Droplet'> = {
  removed: (value, _key, world, { owner }) => {
    const { engine } = world
    if (owner) tellOwner(world, owner)
    for (const volume of value.volume_ids) engine.change('Volume', volume, { droplet_ids: [] })
    keepReadable(world, { ...value })
  },
}

/** What can be read of a droplet after its deletion. */
const traceKey = (id: unknown): Key => ({ kind: 'deleted-droplet', id: String(id) })

function keepReadable(world: World, droplet: Value): void {
  const seconds = lagOf(world.settings, 'deletedDroplet')
  if (seconds === 0) return
  const key = traceKey(droplet['id'])
  world.store.put({ ...key, text: JSON.stringify(droplet) })
  exactlyLater(world, seconds, 'engine.remove', key)
}

/** The images that were made of the droplet, on request or on schedule. */
const listImages =
  (type: 'snapshot' | 'backup', root: string): Behavior =>
  (call, { engine }) => {
    const droplet = engine.get(dropletKey(call.path['droplet_id']))
    const ids = droplet[`${type}_ids`] as readonly number[]
    const found = (type === 'snapshot' ? ids.toReversed() : ids).map((id) => engine.find({ kind: 'Image', id: String(id) }))
    const fields = ['id', 'name', 'created_at', 'regions', 'min_disk_size', 'size_gigabytes']
    const short = found.flatMap((image) => (image ? [{ ...Object.fromEntries(fields.map((field) => [field, image[field]])), type }] : []))
    return replyValues(call, root, short)
  }

const listFirewalls: Behavior = (call, { engine }) => {
  const { id, tags } = engine.get(dropletKey(call.path['droplet_id'])) as { id: number; tags: readonly string[] }
  const protects = (firewall: Value) =>
    ((firewall['droplet_ids'] ?? []) as readonly number[]).includes(id) ||
    ((firewall['tags'] ?? []) as readonly string[]).some((tag) => tags.some((own) => own.toLowerCase() === tag.toLowerCase()))
  return replyValues(call, 'firewalls', engine.all({ kind: 'Firewall', order: 'newest' }).filter(protects))
}

/** Every droplet of the sandbox boots its own kernel. */
const listKernels: Behavior = (call, { engine }) => {
  engine.text(dropletKey(call.path['droplet_id']))
  return replyValues(call, 'kernels', [])
}

const own: FamilyBehavior = {
  operations: {
    droplets_list: list,
    droplets_get: get,
    droplets_create: create,
    droplets_delete: remove,
    droplets_delete_by_tag: removeByTag,
    droplets_list_snapshots: listImages('snapshot', 'snapshots'),
    droplets_list_backups: listImages('backup', 'backups'),
    droplets_list_firewalls: listFirewalls,
    droplets_list_kernels: listKernels,
    droplets_list_neighbors: listNeighbors,
    droplets_get_neighbor_ids: listNeighborIds,
    droplets_get_backup_policy: getPolicy,
    droplets_list_backup_policies: listPolicies,
    droplets_list_supported_backup_policies: listSupported,
  },
  kinds: { Droplet: droplet },
  due: {
    'droplets.boot': boot,
    'droplets.vanish': vanish,
    'droplets.backup': makeBackup,
    'droplets.expire': expireBackup,
  },
}

export const droplets = joinParts(own, dropletsDestroy)
