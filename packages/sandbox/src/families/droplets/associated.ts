/** What hangs on a droplet and is billed on when only the droplet goes. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { addressKey, addressUrn, heldBy } from '../../shared/addresses.ts'
import { forgetPlace } from '../../shared/project-urns.ts'
import { forgetSnapshot } from '../../shared/snapshots.ts'

export const kindsOf = ['reserved_ips', 'snapshots', 'volumes', 'volume_snapshots'] as const

export type ResourceKind = (typeof kindsOf)[number]

export interface Associated {
  readonly id: string
  readonly name: string
  /** US dollars a month. */
  readonly cost: string
}

/** Per GiB and month. */
const prices = { snapshot: 0.06, volume: 0.1, volumeSnapshot: 0.03 }

export function findAssociated({ engine }: World, droplet: Value): Readonly<Record<ResourceKind, readonly Associated[]>> {
  const priced = ({ id, name, size_gigabytes: size }: Value, price: number): Associated => ({
    id: String(id),
    name: String(name),
    cost: (Number(size) * price).toFixed(2),
  })
  const volumes = (droplet['volume_ids'] as readonly string[]).flatMap((id): Value[] => {
    const volume = engine.find({ kind: 'Volume', id })
    return volume ? [volume] : []
  })
  const snapshotsOf = (id: unknown, type: string) =>
    engine.all({
      kind: 'Snapshot',
      where: [
        { field: 'resource_id', equals: String(id) },
        { field: 'resource_type', equals: type },
      ],
    })
  return {
    // An address costs nothing while a droplet has it.
    reserved_ips: engine
      .all({ kind: 'ReservedIp', where: heldBy(droplet['id']) })
      .map(({ ip }) => ({ id: String(ip), name: String(ip), cost: '0.00' })),
    snapshots: snapshotsOf(droplet['id'], 'droplet').map((snapshot) => priced(snapshot, prices.snapshot)),
    volumes: volumes.map((volume) => priced(volume, prices.volume)),
    volume_snapshots: volumes.flatMap(({ id }) => snapshotsOf(id, 'volume')).map((snapshot) => priced(snapshot, prices.volumeSnapshot)),
  }
}

/** What is gone already counts as removed. @returns why it could not be removed */
export function removeAssociated(world: World, kind: ResourceKind, id: string): string | undefined {
  const { engine, store } = world
  switch (kind) {
    case 'reserved_ips':
      if (isBusy(world, addressKey(id))) return 'The reserved IP is in use by another operation.'
      store.delete(addressKey(id))
      forgetPlace(world, addressUrn(id))
      return undefined
    case 'volumes': {
      const volume = engine.find({ kind: 'Volume', id })
      if (!volume) return undefined
      if (isBusy(world, { kind: 'Volume', id })) return 'The volume is in use by another operation.'
      if ((volume['droplet_ids'] as readonly unknown[]).length > 0) return 'The volume is attached to another droplet.'
      store.delete({ kind: 'Volume', id })
      forgetPlace(world, `do:volume:${id}`)
      return undefined
    }
    case 'snapshots':
      store.delete({ kind: 'Image', id })
      forgetSnapshot(world, id)
      return undefined
    case 'volume_snapshots':
      store.delete({ kind: 'Snapshot', id })
      return undefined
  }
}

function isBusy({ actions }: World, key: Key): boolean {
  try {
    actions.assertFree([key])
    return false
  } catch {
    return true
  }
}
