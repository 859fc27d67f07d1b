import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = (call, { engine }) => {
  const id = String(call.path['volume_id'])
  engine.text({ kind: 'Volume', id })
  return replyPage(
    call,
    'snapshots',
    engine.list({ kind: 'Snapshot', where: [{ field: 'resource_id', equals: id }], order: 'newest', page: readPage(call) }),
  )
}

const create: Behavior = (call, { engine, store, ids }) => {
  const key = { kind: 'Volume', id: String(call.path['volume_id']) }
  const volume = engine.get(key)
  const { name, tags } = readBody(call)
  const taken = [
    { field: 'resource_id', equals: key.id },
    { field: 'name', equals: String(name) },
  ]
  if (store.count({ kind: 'Snapshot', where: taken }) > 0) throw conflict('name: the volume has a snapshot of this name already.')
  const fields = {
    name,
    tags,
    regions: [(volume['region'] as { readonly slug: string }).slug],
    resource_id: volume['id'],
    resource_type: 'volume',
    min_disk_size: volume['size_gigabytes'],
    // Only what is stored; nothing is on a volume that no droplet has had.
    size_gigabytes: engine.hidden(key)['stored'] ?? 0,
  }
  const hidden = { filesystem_type: volume['filesystem_type'], filesystem_label: volume['filesystem_label'] }
  return { body: JSON.stringify({ snapshot: engine.create('Snapshot', fields, { hidden, id: ids.timeUuid() }) }) }
}

/** Snapshots of droplets are not here, though they are snapshots. */
const get: Behavior = (call, { engine }) => {
  const snapshot = engine.get({ kind: 'Snapshot', id: String(call.path['snapshot_id']) })
  if (snapshot['resource_type'] !== 'volume') throw notFound()
  return { body: JSON.stringify({ snapshot }) }
}

const remove: Behavior = (call, world) => {
  get(call, world)
  world.engine.remove({ kind: 'Snapshot', id: String(call.path['snapshot_id']) })
  return {}
}

export const volumeSnapshots: FamilyBehavior = {
  operations: { volumeSnapshots_list: list, volumeSnapshots_create: create, volumeSnapshots_get: get, volumeSnapshots_delete: remove },
}
