/** Creates an image of a droplet. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export function captureDroplet(
  { engine }: AccountContext,
  { id: dropletId, image: source, region, disk, snapshot_ids: snapshots, backup_ids: backups }: Kinds['Droplet'],
  type: 'snapshot' | 'backup',
  name: string,
  since?: string,
): Kinds['Image'] {
  const fields = {
    name,
    type,
    distribution: source.distribution,
    public: false,
    regions: [region.slug],
    min_disk_size: disk,
    size_gigabytes: source.size_gigabytes,
    description: '',
    slug: null,
    tags: [],
    status: 'available',
    ...(since !== undefined && { created_at: since }),
  } as const
  const image = engine.create('Image', fields, { hidden: { dropletId } })
  const { id } = image
  // The newest backup is first.
  engine.setFields('Droplet', dropletId, type === 'backup' ? { backup_ids: [id, ...backups] } : { snapshot_ids: [...snapshots, id] })
  return image
}
