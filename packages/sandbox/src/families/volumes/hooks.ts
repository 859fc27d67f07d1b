import type { Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks, TypedCreatePlan } from '../../engine/hooks.ts'
import type { CreateInput, HiddenOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { requireRegion, requireAvailable } from '../../shared/require-region.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Used space, in gigabytes. */
    Volume: { stored?: number }
    /** Filesystem of a volume snapshot. */
    Snapshot: { filesystem_type?: string; filesystem_label?: string }
  }
}

const maxLabelLength: Readonly<Record<string, number>> = { ext4: 16, xfs: 12 }

/** @throws Failure 403, 404, 422 */
function parseVolume({ body }: Call<'volumes_create'>, ctx: AccountContext): TypedCreatePlan<'Volume'> {
  const { snapshot_id: id, filesystem_type: type, filesystem_label: label, description, tags, name, size_gigabytes, region } = body
  const unset = { droplet_ids: [], filesystem_type: '', filesystem_label: '' }
  const fields = { ...unset, name, tags: tags ?? [], description: description ?? '' }
  if (id) {
    const { stored, ...own } = parseSnapshot(ctx, id, region)
    return planVolume(ctx, { ...fields, ...own }, { stored })
  }
  if (size_gigabytes === undefined) throw unprocessable('size_gigabytes: must be given')
  if (!region) throw unprocessable('region: must be given, or a snapshot_id')
  const { slug } = requireAvailable(checkStorage(ctx, region), region)
  const max = maxLabelLength[type ?? '']
  if (max !== undefined && label && label.length > max)
    throw unprocessable(`filesystem_label: is longer than the ${max} characters of ${type}.`)
  const filesystem = max === undefined ? {} : { filesystem_type: type ?? '', filesystem_label: label ?? '' }
  return planVolume(ctx, { ...fields, size_gigabytes, region: slug, ...filesystem })
}

/** @returns the region, if there is one @throws Failure 422 */
function checkStorage({ engine }: AccountContext, slug: string): Kinds['Region'] | undefined {
  const region = engine.find('Region', slug)
  if (region?.features.includes('storage') === false) throw unprocessable('Storage is not supported for this region')
  return region
}

type NewVolume = CreateInput<'Volume'> & { readonly region: string }

/** @throws Failure 403 */
function planVolume(ctx: AccountContext, fields: NewVolume, hidden?: HiddenOf<'Volume'>): TypedCreatePlan<'Volume'> {
  checkCount(ctx)
  checkCapacity(ctx, fields.size_gigabytes)
  return { fields, id: ctx.ids.timeUuid(), ...(hidden && { hidden }) }
}

/** Enforces the account's volume limit only if it was set: the platform was never observed to enforce the number that it shows. @throws Failure 403 */
function checkCount({ engine, owner }: AccountContext): void {
  if (!engine.getHidden('Account', owner.uuid).enforcesVolumeLimit) return
  if (engine.count('Volume') >= engine.get('Account', owner.uuid).volume_limit) throw exceeded()
}

const exceeded = () => new Failure(403, 'failed to create volume: volume/snapshot capacity limit exceeded')

/** Capacity of an account in gigabytes: one hundred volumes of the maximum size. */
const capacity = 100 * 16_384

/** Counts only requests of a TiB or more, so that ten thousand small volumes are created without a scan. @throws Failure 403 */
export function checkCapacity({ engine }: AccountContext, more: number): void {
  if (more < 1024) return
  const usedGigabytes = engine.list('Volume').reduce((sum, volume) => sum + volume.size_gigabytes, 0)
  if (usedGigabytes + more > capacity) throw exceeded()
}

/** Returns the region, size and filesystem of a new volume from the snapshot. @throws Failure 404, 422 */
function parseSnapshot(ctx: AccountContext, id: string, regionSlug: string | null | undefined) {
  const snapshot = ctx.engine.find('Snapshot', id)
  if (snapshot?.resource_type !== 'volume') throw notFound(`snapshot_id: volume snapshot "${id}" not found.`)
  const [own] = snapshot.regions
  if (regionSlug && regionSlug !== own) throw unprocessable(`snapshot_id: the snapshot is in ${String(own)}.`)
  const { filesystem_type = '', filesystem_label = '' } = ctx.engine.getHidden('Snapshot', id)
  return {
    region: requireRegion(ctx, own).slug,
    // The size of the snapshot overrides the request.
    size_gigabytes: snapshot.min_disk_size,
    filesystem_type,
    filesystem_label,
    stored: snapshot.size_gigabytes,
  }
}

const volume: ResourceHooks<'Volume'> = {
  parseCreate: parseVolume,
  beforeDelete: ({ droplet_ids: droplets }, key, { actions }) => {
    if (droplets.length > 0) throw conflict('attached volume cannot be deleted')
    actions.requireIdle([key])
  },
}

export const hooks: HooksByKind = { Volume: volume }
