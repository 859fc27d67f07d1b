/** Which VPCs can mount a share. It is `INACTIVE` while none can. */
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import { takeAddress } from './read-vpc.ts'

export const shareKey = (id: unknown): Key => ({ kind: 'NfsShare', id: String(id) })

export function setVpcs(world: World, id: string, vpcs: readonly string[]): void {
  const { engine } = world
  const { status, host, vpc_ids: before } = engine.get(shareKey(id)) as { status: string; host: string; vpc_ids: readonly string[] }
  if (status === 'CREATING') {
    engine.change(shareKey(id), { vpc_ids: vpcs })
    return
  }
  // The address is of the first VPC's range.
  const moves = vpcs.length > 0 && (host === '' || vpcs[0] !== before[0])
  engine.change(shareKey(id), {
    vpc_ids: vpcs,
    status: vpcs.length === 0 ? 'INACTIVE' : 'ACTIVE',
    ...(moves && { host: hostIn(world, vpcs[0]) }),
  })
}

export function hostIn(world: World, vpc: unknown): string {
  const found = world.engine.find({ kind: 'Vpc', id: String(vpc) })
  return found ? takeAddress(world, found) : ''
}

/** When the VPC is deleted. */
export function detachFromVpc(world: World, vpc: string): void {
  for (const share of world.engine.all({ kind: 'NfsShare', where: [{ field: 'vpc_ids[]', equals: vpc }] })) {
    setVpcs(world, String(share['id']), withoutVpc(share, vpc))
  }
}

export function withoutVpc(share: Value, vpc: string): string[] {
  return (share['vpc_ids'] as readonly string[]).filter((id) => id !== vpc)
}
