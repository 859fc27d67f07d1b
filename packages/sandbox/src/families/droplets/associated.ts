/** Resources associated with a droplet, which are billed after only the droplet is deleted. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import { whereDroplet } from '../../shared/addresses.ts'

export type ResourceKind = keyof typeof stored

export interface Associated {
  readonly id: string
  readonly name: string
  /** US dollars a month. */
  readonly cost: string
}

/** Per GiB and month. */
const prices = { snapshot: 0.06, volume: 0.1, volumeSnapshot: 0.03 }

type Priced = Pick<Kinds['Volume'] | Kinds['Snapshot'], 'id' | 'name' | 'size_gigabytes'>

export function findAssociated(
  { engine }: AccountContext,
  droplet: Kinds['Droplet'],
): Readonly<Record<ResourceKind, readonly Associated[]>> {
  const priced = ({ id, name, size_gigabytes: size }: Priced, price: number): Associated => ({ id, name, cost: (size * price).toFixed(2) })
  const volumes = droplet.volume_ids.flatMap((id) => engine.find('Volume', id) ?? [])
  const snapshotsOf = (id: string, type: 'droplet' | 'volume') =>
    engine.list('Snapshot', {
      where: [
        { field: 'resource_id', equals: id },
        { field: 'resource_type', equals: type },
      ],
    })
  return {
    // An assigned address costs nothing.
    reserved_ips: engine.list('ReservedIp', { where: whereDroplet(droplet.id) }).map(({ ip }) => ({ id: ip, name: ip, cost: '0.00' })),
    snapshots: snapshotsOf(String(droplet.id), 'droplet').map((snapshot) => priced(snapshot, prices.snapshot)),
    volumes: volumes.map((volume) => priced(volume, prices.volume)),
    volume_snapshots: volumes.flatMap(({ id }) => snapshotsOf(id, 'volume')).map((snapshot) => priced(snapshot, prices.volumeSnapshot)),
  }
}

const stored = { reserved_ips: 'ReservedIp', snapshots: 'Image', volumes: 'Volume', volume_snapshots: 'Snapshot' } as const

/** Removes a resource; one that is already deleted counts as removed. @returns the reason if it could not be removed */
export function removeAssociated(ctx: AccountContext, kind: ResourceKind, id: string): string | undefined {
  const { engine } = ctx
  const key = keyOf(stored[kind], id)
  if (!engine.find(key.kind, id)) return undefined
  if (kind === 'reserved_ips' && isBusy(ctx, key)) return 'The reserved IP is in use by another operation.'
  if (kind === 'volumes' && isBusy(ctx, key)) return 'The volume is in use by another operation.'
  if (kind === 'volumes' && engine.get('Volume', id).droplet_ids.length > 0) return 'The volume is attached to another droplet.'
  engine.delete(key.kind, id)
  return undefined
}

function isBusy({ actions }: AccountContext, key: Key): boolean {
  try {
    actions.requireIdle([key])
    return false
  } catch {
    return true
  }
}
