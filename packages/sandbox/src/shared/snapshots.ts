/** Snapshots of droplets. A snapshot is also an image with the same id; deleting one deletes both. */
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'

export function recordSnapshot({ engine }: AccountContext, image: Kinds['Image'], dropletId: string | number): void {
  const { id, name, created_at, regions, tags } = image
  const min_disk_size = image.min_disk_size ?? 0
  const size_gigabytes = image.size_gigabytes ?? 0
  engine.create(
    'Snapshot',
    { name, created_at, regions, min_disk_size, size_gigabytes, tags, resource_id: String(dropletId), resource_type: 'droplet' },
    { id: String(id) },
  )
}

/** Removes an image from the snapshots and from its droplet. */
export function removeSnapshot({ engine, store }: AccountContext, id: number): void {
  store.delete({ kind: 'Snapshot', id: String(id) })
  for (const { id: droplet, snapshot_ids: ids } of engine.list('Droplet', { where: [{ field: 'snapshot_ids[]', equals: id }] }))
    engine.setFields('Droplet', droplet, { snapshot_ids: ids.filter((other) => other !== id) })
  for (const { id: droplet, backup_ids: ids } of engine.list('Droplet', { where: [{ field: 'backup_ids[]', equals: id }] }))
    engine.setFields('Droplet', droplet, { backup_ids: ids.filter((other) => other !== id) })
}
