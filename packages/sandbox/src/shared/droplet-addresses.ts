/** Adds and removes reserved addresses in the address list of a droplet, after its own public addresses. */
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'

type Address = Kinds['Droplet']['networks']['v4'][number]

export function addDropletAddress(ctx: AccountContext, dropletId: number, ip: string): void {
  changeAddresses(ctx, dropletId, (addresses) => {
    const own = addresses.filter(({ ip_address: other }) => other !== ip)
    const at = own.findLastIndex(({ type }) => type === 'public') + 1
    return own.toSpliced(at, 0, { ip_address: ip, netmask: '255.255.240.0', gateway: ip.replace(/\d+$/, '1'), type: 'public' })
  })
}

export function removeDropletAddress(ctx: AccountContext, dropletId: number, ip: string): void {
  changeAddresses(ctx, dropletId, (addresses) => addresses.filter(({ ip_address: other }) => other !== ip))
}

/** Changes the IPv4 addresses of a droplet; a droplet that is being created has none yet. */
function changeAddresses({ engine }: AccountContext, id: number, change: (addresses: readonly Address[]) => readonly Address[]): void {
  const droplet = engine.find('Droplet', id)
  if (!droplet || droplet.status === 'new') return
  engine.setFields('Droplet', id, { networks: { ...droplet.networks, v4: change(droplet.networks.v4) } })
}
