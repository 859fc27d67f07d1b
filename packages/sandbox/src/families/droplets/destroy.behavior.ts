/** Deleting a droplet with what hangs on it. It goes on in the background, step by step, and can be watched and taken up again. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { destroyDroplet, dropletKey } from './behavior.ts'
import { type Associated, findAssociated, kindsOf, type ResourceKind, removeAssociated } from './associated.ts'
import type { FamilyBehavior } from '../family.ts'

interface Destroyed {
  readonly id: string
  readonly name: string
  readonly destroyed_at: string | null
  readonly error_message: string | null
}

interface Destruction {
  readonly droplet: Destroyed
  readonly resources: Readonly<Record<ResourceKind, readonly Destroyed[]>>
  readonly completed_at: string | null
}

/** What goes when, in seconds from the start: addresses first, then the droplet, then what it held. */
const steps = [
  { name: 'reserved_ips', seconds: 8 },
  { name: 'droplet', seconds: 12 },
  { name: 'snapshots', seconds: 16 },
  { name: 'volume_snapshots', seconds: 16 },
  { name: 'volumes', seconds: 16 },
  { name: 'end', seconds: 20 },
] as const

const recordKey = (id: unknown) => ({ kind: 'droplet-destruction', id: String(id) })

function readRecord({ store }: World, call: Call): Destruction {
  const text = store.text(recordKey(call.path['droplet_id']))
  if (text === undefined) throw notFound()
  return JSON.parse(text) as Destruction
}

const write = ({ store }: World, record: Destruction) => store.put({ ...recordKey(record.droplet.id), text: JSON.stringify(record) })

const show: Behavior = (call, world) => {
  const found = findAssociated(world, world.engine.get(dropletKey(call.path['droplet_id'])))
  const lists = Object.fromEntries(kindsOf.map((kind) => [kind, found[kind].map(({ id, name, cost }) => ({ id, name, cost }))]))
  return { body: JSON.stringify({ ...lists, floating_ips: lists['reserved_ips'] }) }
}

const status: Behavior = (call, world) => {
  const { droplet, resources, completed_at } = readRecord(world, call)
  const failures = [droplet, ...Object.values(resources).flat()].filter(({ error_message: message }) => message !== null).length
  return { body: JSON.stringify({ droplet, resources: { ...resources, floating_ips: resources.reserved_ips }, completed_at, failures }) }
}

/** The header may be a boolean by now: its schema says so. */
const destroyAll: Behavior = (call, world) => {
  if (String(call.headers['x-dangerous']) !== 'true') throw unprocessable('X-Dangerous: must be true.')
  const droplet = world.engine.get(dropletKey(call.path['droplet_id']))
  return begin(call, world, droplet, findAssociated(world, droplet))
}

const destroyChosen: Behavior = (call, world) => {
  const droplet = world.engine.get(dropletKey(call.path['droplet_id']))
  const body = readBody(call)
  const found = findAssociated(world, droplet)
  const chosen = (kind: ResourceKind, name: string = kind) =>
    ((body[name] ?? []) as readonly string[]).map((id) => {
      const resource = found[kind].find((each) => each.id === id)
      if (!resource) throw unprocessable(`${name}: "${id}" does not hang on this droplet.`)
      return resource
    })
  return begin(call, world, droplet, {
    reserved_ips: [...new Set([...chosen('reserved_ips'), ...chosen('reserved_ips', 'floating_ips')])],
    snapshots: chosen('snapshots'),
    volumes: chosen('volumes'),
    volume_snapshots: chosen('volume_snapshots'),
  })
}

function begin(call: Call, world: World, droplet: Value, resources: Readonly<Record<ResourceKind, readonly Associated[]>>): object {
  const before = world.store.text(recordKey(droplet['id']))
  if (before !== undefined && (JSON.parse(before) as Destruction).completed_at === null)
    throw conflict('The droplet is being destroyed already.')
  const note = ({ id, name }: { readonly id: unknown; readonly name: unknown }): Destroyed => ({
    id: String(id),
    name: String(name),
    destroyed_at: null,
    error_message: null,
  })
  write(world, {
    droplet: note({ id: droplet['id'], name: droplet['name'] }),
    resources: {
      reserved_ips: resources.reserved_ips.map(note),
      snapshots: resources.snapshots.map(note),
      volumes: resources.volumes.map(note),
      volume_snapshots: resources.volume_snapshots.map(note),
    },
    completed_at: null,
  })
  schedule(world, droplet['id'])
  return {}
}

function schedule({ store, clock, settings }: World, id: unknown): void {
  for (const { name, seconds } of steps) {
    const at = clock.now() + (settings.actionSeconds ?? seconds) * 1000
    store.schedule({ at, name: 'dropletsDestroy.step', payload: JSON.stringify({ id, name }) })
  }
}

const retry: Behavior = (call, world) => {
  const record = readRecord(world, call)
  if (record.completed_at === null) throw conflict('The droplet is being destroyed already.')
  const rest = [record.droplet, ...Object.values(record.resources).flat()].filter(({ destroyed_at: at }) => at === null)
  if (rest.length === 0) throw conflict('Nothing is left to destroy.')
  write(world, { ...record, completed_at: null })
  schedule(world, record.droplet.id)
  return {}
}

interface Step {
  readonly id: number | string
  readonly name: (typeof steps)[number]['name']
}

/** The due handler: one step. What fails is noted, and the rest goes on. */
function takeStep({ id, name }: Step, world: World): void {
  const text = world.store.text(recordKey(id))
  if (text === undefined) return
  const record = JSON.parse(text) as Destruction
  const stamp = world.clock.stamp()
  if (name === 'end') {
    write(world, { ...record, completed_at: stamp })
    return
  }
  const done = (item: Destroyed, message: string | undefined): Destroyed =>
    message === undefined ? { ...item, destroyed_at: stamp, error_message: null } : { ...item, error_message: message }
  if (name === 'droplet') {
    const droplet = world.engine.find(dropletKey(id))
    if (droplet) destroyDroplet(world, droplet)
    write(world, { ...record, droplet: record.droplet.destroyed_at === null ? done(record.droplet, undefined) : record.droplet })
    return
  }
  const items = record.resources[name].map((item) =>
    item.destroyed_at === null ? done(item, removeAssociated(world, name, item.id)) : item,
  )
  write(world, { ...record, resources: { ...record.resources, [name]: items } })
}

export const dropletsDestroy: FamilyBehavior = {
  operations: {
    droplets_get_associated_resources: show,
    droplets_get_destroy_status: status,
    droplets_delete_with_associated_resources_dangerous: destroyAll,
    droplets_delete_with_associated_resources_selective: destroyChosen,
    droplets_retry_destroy: retry,
  },
  due: { 'dropletsDestroy.step': takeStep },
}
