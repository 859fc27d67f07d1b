/** Snapshots of droplets are images too, under the same number: whoever deletes one deletes both. */
import type { World } from '../engine/world.ts'

export function noteSnapshot({ engine }: World, image: Readonly<Record<string, unknown>>, dropletId: string): void {
  const { id, name, created_at, regions, min_disk_size, size_gigabytes, tags } = image
  engine.create(
    'Snapshot',
    { name, created_at, regions, min_disk_size, size_gigabytes, tags, resource_id: dropletId, resource_type: 'droplet' },
    { id: String(id) },
  )
}

/** Takes a droplet's image off the list of snapshots and off the droplet. */
export function forgetSnapshot({ engine, store }: World, id: string): void {
  store.delete({ kind: 'Snapshot', id })
  for (const field of ['snapshot_ids', 'backup_ids'] as const) {
    for (const droplet of engine.all({ kind: 'Droplet', where: [{ field: `${field}[]`, equals: Number(id) }] })) {
      const ids = (droplet[field] as readonly number[]).filter((other) => other !== Number(id))
      engine.change({ kind: 'Droplet', id: String(droplet['id']) }, { [field]: ids })
    }
  }
}
