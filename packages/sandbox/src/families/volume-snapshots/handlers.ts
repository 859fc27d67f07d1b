import type { Handler } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'volumes_snapshots_create'> = ({ path, body: { name, tags } }, { engine, ids }) => {
  const volume = engine.get('Volume', path.volume_id)
  const where = [
    { field: 'resource_type', equals: 'volume' },
    { field: 'name', equals: name },
  ] as const
  if (engine.count('Snapshot', { where }) > 0) throw conflict('already exists')
  const snapshot = engine.create(
    'Snapshot',
    {
      name,
      tags: tags ?? [],
      regions: [volume.region.slug],
      resource_id: volume.id,
      resource_type: 'volume',
      min_disk_size: volume.size_gigabytes,
      // A snapshot stores only used space; a volume that was never attached is empty.
      size_gigabytes: engine.getHidden('Volume', volume.id).stored ?? 0,
    },
    { hidden: { filesystem_type: volume.filesystem_type, filesystem_label: volume.filesystem_label }, id: ids.timeUuid() },
  )
  return { snapshot }
}

export const handlers = { volumes_snapshots_create: create } satisfies Handlers
