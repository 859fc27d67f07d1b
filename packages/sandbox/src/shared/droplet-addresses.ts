/** The reserved address among the addresses of the droplet that has it: a public one after its own. */
import { isRecord, type Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'

export function showAddress(world: World, dropletId: unknown, ip: string): void {
  changeAddresses(world, dropletId, (addresses) => {
    const own = addresses.filter(({ ip_address: other }) => other !== ip)
    const at = own.findLastIndex(({ type }) => type === 'public') + 1
    return own.toSpliced(at, 0, { ip_address: ip, netmask: '255.255.240.0', gateway: ip.replace(/\d+$/, '1'), type: 'public' })
  })
}

export function hideAddress(world: World, dropletId: unknown, ip: string): void {
  changeAddresses(world, dropletId, (addresses) => addresses.filter(({ ip_address: other }) => other !== ip))
}

/** A droplet that is still being made has no addresses yet. */
function changeAddresses({ engine }: World, id: unknown, change: (addresses: readonly Value[]) => readonly Value[]): void {
  const key = { kind: 'Droplet', id: String(id) }
  const droplet = engine.find(key)
  const networks = droplet?.['networks']
  if (!droplet || droplet['status'] === 'new' || !isRecord(networks)) return
  engine.change(key, { networks: { ...networks, v4: change(networks['v4'] as readonly Value[]) } })
}
