import type { Behavior } from '../../engine/call.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import type { FamilyBehavior } from '../family.ts'
import { forgetSnapshot } from '../../shared/snapshots.ts'

const list: Behavior = (call, { engine }) => {
  const { resource_type: type, region } = call.query
  const where = [
    ...(typeof type === 'string' ? [{ field: 'resource_type', equals: type }] : []),
    ...(typeof region === 'string' && region !== '' ? [{ field: 'regions[]', equals: region }] : []),
  ]
  return replyPage(call, 'snapshots', engine.list({ kind: 'Snapshot', where, order: 'newest', page: readPage(call) }))
}

const remove: Behavior = (call, world) => {
  const id = String(call.path['snapshot_id'])
  const snapshot = world.engine.get({ kind: 'Snapshot', id })
  if (snapshot['resource_type'] === 'droplet') {
    world.store.delete({ kind: 'Image', id })
    forgetSnapshot(world, id)
  } else world.engine.remove({ kind: 'Snapshot', id })
  return {}
}

export const snapshots: FamilyBehavior = { operations: { snapshots_list: list, snapshots_delete: remove } }
