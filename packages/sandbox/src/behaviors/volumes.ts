import type { Behavior } from '../engine/call.ts'
import { conflict, notFound, unprocessable } from '../engine/failure.ts'
import { openKey, readBody } from '../engine/serve.ts'
import type { FamilyBehavior } from './family.ts'

const create: Behavior = (call, { engine }) => {
  const body = readBody(call)
  const id = body['snapshot_id']
  if (typeof id !== 'string' || id === '') return { body: JSON.stringify({ volume: engine.create('Volume', body) }) }
  const snapshot = engine.find({ kind: 'Snapshot', id })
  if (snapshot?.['resource_type'] !== 'volume') throw notFound()
  if (!(snapshot['regions'] as readonly unknown[]).includes(body['region'])) throw unprocessable('snapshot_id: is in another region.')
  if (Number(body['size_gigabytes']) < Number(snapshot['min_disk_size']))
    throw unprocessable('size_gigabytes: is less than the snapshot needs.')
  const { filesystem_type, filesystem_label } = engine.hidden({ kind: 'Snapshot', id })
  return { body: JSON.stringify({ volume: engine.create('Volume', { ...body, filesystem_type, filesystem_label }) }) }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  if ((world.engine.get(key)['droplet_ids'] as readonly unknown[]).length > 0)
    throw conflict('The volume is attached to a droplet. Detach it first.')
  world.engine.remove(key)
  return {}
}

export const volumes: FamilyBehavior = { operations: { volumes_create: create, volumes_delete: remove, volumes_delete_by_name: remove } }
