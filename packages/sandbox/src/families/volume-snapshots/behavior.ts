import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { answerPage, readPage } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior<'volumeSnapshots_list'> = (call, { engine }) => {
  const { id } = engine.get('Volume', call.path.volume_id)
  const where = [{ field: 'resource_id', equals: id }] as const
  return answerPage(call, 'snapshots', engine.list('Snapshot', { where, order: 'newest', page: readPage(call) }))
}

const create: Behavior<'volumeSnapshots_create'> = ({ path, body: { name, tags } }, { engine, ids }) => {
  const volume = engine.get('Volume', path.volume_id)
  const where = [
    { field: 'resource_id', equals: volume.id },
    { field: 'name', equals: name },
  ] as const
  if (engine.count('Snapshot', { where }) > 0) throw conflict('name: the volume has a snapshot of this name already.')
  const snapshot = engine.add(
    'Snapshot',
    {
      name,
      tags,
      regions: [volume.region.slug],
      resource_id: volume.id,
      resource_type: 'volume',
      min_disk_size: volume.size_gigabytes,
      // Only what is stored; nothing is on a volume that no droplet has had.
      size_gigabytes: engine.hidden('Volume', volume.id).stored ?? 0,
    },
    { hidden: { filesystem_type: volume.filesystem_type, filesystem_label: volume.filesystem_label }, id: ids.timeUuid() },
  )
  return { snapshot }
}

/** Snapshots of droplets are not here, though they are snapshots. @throws Failure 404 */
function open({ path }: Call<'volumeSnapshots_get' | 'volumeSnapshots_delete'>, { engine }: World): Kinds['Snapshot'] {
  const snapshot = engine.get('Snapshot', path.snapshot_id)
  if (snapshot.resource_type !== 'volume') throw notFound()
  return snapshot
}

const remove: Behavior<'volumeSnapshots_delete'> = (call, world) => {
  world.engine.remove('Snapshot', open(call, world).id)
}

export const volumeSnapshots: FamilyBehavior = {
  behaviors: {
    volumeSnapshots_list: list,
    volumeSnapshots_create: create,
    volumeSnapshots_get: (call, world) => ({ snapshot: open(call, world) }),
    volumeSnapshots_delete: remove,
  },
}
