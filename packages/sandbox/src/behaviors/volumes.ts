import type { Behavior } from '../engine/call.ts'
import { conflict, notFound, unprocessable } from '../engine/failure.ts'
import { openKey, readBody } from '../engine/serve.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { FamilyBehavior } from './family.ts'
import { openRegion } from './shared/open-region.ts'
import { forgetPlace } from './shared/project-urns.ts'

const longestLabel: Readonly<Record<string, number>> = { ext4: 16, xfs: 12 }

const create: Behavior = (call, world) => {
  const {
    snapshot_id: id,
    filesystem_type: type,
    filesystem_label: label,
    description,
    tags,
    name,
    size_gigabytes,
    region,
  } = readBody(call)
  const asked = { name, size_gigabytes, tags, description: description ?? '' }
  if (typeof id === 'string' && id !== '') {
    const fields = { ...asked, ...readSnapshot(world, id, region, Number(size_gigabytes)) }
    return { body: JSON.stringify({ volume: world.engine.create('Volume', fields) }) }
  }
  if (typeof region !== 'string' || region === '') throw unprocessable('region: must be given, or a snapshot_id')
  const { slug } = openRegion(world, region)
  const most = longestLabel[String(type)]
  if (most !== undefined && typeof label === 'string' && label.length > most)
    throw unprocessable(`filesystem_label: is longer than the ${most} characters of ${String(type)}.`)
  const filesystem = most === undefined ? {} : { filesystem_type: type, filesystem_label: label ?? '' }
  const volume = world.engine.create('Volume', { ...asked, region: slug, ...filesystem })
  return { body: JSON.stringify({ volume }) }
}

/** Where the snapshot is, and the filesystem that is on it. @throws Failure 404, 422 */
function readSnapshot(world: World, id: string, asked: unknown, size: number): Value {
  const snapshot = world.engine.find({ kind: 'Snapshot', id })
  if (snapshot?.['resource_type'] !== 'volume') throw notFound(`snapshot_id: there is no snapshot "${id}" of a volume.`)
  const [own] = snapshot['regions'] as readonly string[]
  if (typeof asked === 'string' && asked !== '' && asked !== own) throw unprocessable(`snapshot_id: the snapshot is in ${String(own)}.`)
  if (size < Number(snapshot['min_disk_size'])) throw unprocessable('size_gigabytes: is less than the snapshot needs.')
  const { filesystem_type, filesystem_label } = world.engine.hidden({ kind: 'Snapshot', id })
  return { region: openRegion(world, own)['slug'], filesystem_type, filesystem_label }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  if ((world.engine.get(key)['droplet_ids'] as readonly unknown[]).length > 0)
    throw conflict('The volume is attached to a droplet. Detach it first.')
  world.actions.assertFree([key])
  world.engine.remove(key)
  forgetPlace(world, `do:volume:${key.id}`)
  return {}
}

export const volumes: FamilyBehavior = { operations: { volumes_create: create, volumes_delete: remove, volumes_delete_by_name: remove } }
