import type { Behavior } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { openRegion } from '../../shared/open-region.ts'
import { forgetPlace } from '../../shared/project-urns.ts'

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
    const { stored, ...own } = readSnapshot(world, id, region)
    return make(world, { ...asked, ...own }, { stored })
  }
  if (size_gigabytes === undefined) throw unprocessable('size_gigabytes: must be given')
  if (typeof region !== 'string' || region === '') throw unprocessable('region: must be given, or a snapshot_id')
  checkStorage(world, region)
  const { slug } = openRegion(world, region)
  const most = longestLabel[String(type)]
  if (most !== undefined && typeof label === 'string' && label.length > most)
    throw unprocessable(`filesystem_label: is longer than the ${most} characters of ${String(type)}.`)
  const filesystem = most === undefined ? {} : { filesystem_type: type, filesystem_label: label ?? '' }
  return make(world, { ...asked, region: slug, ...filesystem })
}

/** @throws Failure 422 */
function checkStorage({ engine }: World, region: string): void {
  const features = engine.find({ kind: 'Region', id: region })?.['features'] as readonly string[] | undefined
  if (features?.includes('storage') === false) throw unprocessable('Storage is not supported for this region')
}

/** @throws Failure 403, 409 */
function make(world: World, fields: Value, hidden?: Value): { readonly body: string } {
  const { engine, store, ids } = world
  if (store.byUnique('Volume', JSON.stringify([fields['name'], fields['region']])) !== undefined) throw conflict('already exists')
  checkCapacity(world, Number(fields['size_gigabytes']))
  const volume = engine.create('Volume', fields, { id: ids.timeUuid(), ...(hidden && { hidden }) })
  return { body: JSON.stringify({ volume }) }
}

/** As much as a hundred volumes of the largest size hold. */
const capacity = 100 * 16_384

/** Only what asks for a TiB or more is counted, so that ten thousand small volumes are made as fast as one. @throws Failure 403 */
export function checkCapacity({ engine }: World, more: number): void {
  if (more < 1024) return
  const used = engine.all({ kind: 'Volume' }).reduce((sum, volume) => sum + Number(volume['size_gigabytes']), 0)
  if (used + more > capacity) throw new Failure(403, 'failed to create volume: volume/snapshot capacity limit exceeded')
}

/** Where the snapshot is, how large a volume of it becomes, and what is on it. @throws Failure 404, 422 */
function readSnapshot(world: World, id: string, asked: unknown): Value {
  const snapshot = world.engine.find({ kind: 'Snapshot', id })
  if (snapshot?.['resource_type'] !== 'volume') throw notFound(`snapshot_id: there is no snapshot "${id}" of a volume.`)
  const [own] = snapshot['regions'] as readonly string[]
  if (typeof asked === 'string' && asked !== '' && asked !== own) throw unprocessable(`snapshot_id: the snapshot is in ${String(own)}.`)
  const { filesystem_type, filesystem_label } = world.engine.hidden({ kind: 'Snapshot', id })
  return {
    region: openRegion(world, own)['slug'],
    // Whatever size was asked for.
    size_gigabytes: snapshot['min_disk_size'],
    filesystem_type,
    filesystem_label,
    stored: snapshot['size_gigabytes'],
  }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  if ((world.engine.get(key)['droplet_ids'] as readonly unknown[]).length > 0) throw conflict('attached volume cannot be deleted')
  world.actions.assertFree([key])
  world.engine.remove(key)
  forgetPlace(world, `do:volume:${key.id}`)
  return {}
}

export const volumes: FamilyBehavior = { operations: { volumes_create: create, volumes_delete: remove, volumes_delete_by_name: remove } }
