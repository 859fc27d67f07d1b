/** Makes an image of a droplet's disk, as it was at the time `since` or is now. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export function captureDroplet({ engine }: World, droplet: Value, type: 'snapshot' | 'backup', name: string, since?: string): Value {
  const source = droplet['image'] as Value
  const fields = {
    name,
    type,
    distribution: source['distribution'],
    public: false,
    regions: [(droplet['region'] as Value)['slug']],
    min_disk_size: droplet['disk'],
    size_gigabytes: source['size_gigabytes'],
    description: '',
  }
  const { id } = engine.create('Image', fields, { lifecycle: false, hidden: { dropletId: droplet['id'] } })
  const ids = `${type}_ids` as const
  const others = droplet[ids] as readonly unknown[]
  // The newest backup comes first.
  engine.change({ kind: 'Droplet', id: String(droplet['id']) }, { [ids]: type === 'backup' ? [id, ...others] : [...others, id] })
  return engine.change({ kind: 'Image', id: String(id) }, { status: 'available', ...(since !== undefined && { created_at: since }) })
}
