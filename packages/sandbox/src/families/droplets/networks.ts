/** Addresses of a new droplet. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { parseAddress, formatAddress } from '../../shared/ip-ranges.ts'

type Networks = Kinds['Droplet']['networks']
type Vpc = Pick<Kinds['Vpc'], 'id' | 'ip_range'>

export function createNetworks(
  ctx: AccountContext,
  { vpc, isPublic, ipv6 }: { readonly vpc: Vpc; readonly isPublic: boolean; readonly ipv6: boolean },
): Networks {
  const { ids } = ctx
  const v4: Networks['v4'] = [
    {
      ip_address: nextPrivate(ctx, vpc),
      netmask: netmaskOf(vpc.ip_range),
      gateway: gatewayOf(vpc.ip_range),
      type: 'private',
    },
  ]
  if (isPublic) {
    const address = ids.ipv4()
    v4.unshift({ ip_address: address, netmask: '255.255.240.0', gateway: address.replace(/\d+$/, '1'), type: 'public' })
  }
  return { v4, v6: ipv6 ? [createV6(ctx)] : [] }
}

export function createV6({ ids }: AccountContext): Networks['v6'][number] {
  const address = ids.ipv6()
  return { ip_address: address, netmask: 64, gateway: address.replace(/[^:]+$/, '1'), type: 'public' }
}

/** Returns the number of usable addresses in a range: the network, the gateway, the resolver and the broadcast address are reserved. */
export function countAddresses(range: string): number {
  return 2 ** (32 - Number(range.split('/')[1] ?? 20)) - 4
}

/** Returns the next free address of the range; after the end it starts again. */
function nextPrivate({ engine, store }: AccountContext, { id, ip_range: range }: Vpc): string {
  const first = baseOf(range) + 2
  const capacity = countAddresses(range)
  const index = store.nextCounter(`vpc:${id}`, 0)
  if (index < capacity) return formatAddress(first + index)
  const droplets = engine.list('Droplet', { where: [{ field: 'vpc_uuid', equals: id }] })
  const usedAddresses = new Set(droplets.flatMap(({ networks }) => networks.v4.map((each) => each.ip_address)))
  let number = first + (index % capacity)
  for (let attempts = 0; attempts < capacity && usedAddresses.has(formatAddress(number)); attempts += 1)
    number = first + ((number - first + 1) % capacity)
  return formatAddress(number)
}

function gatewayOf(range: string): string {
  return formatAddress(baseOf(range) + 1)
}

function baseOf(range: string): number {
  return parseAddress(range.replace(/\/.*/, '')) ?? 0
}

function netmaskOf(range: string): string {
  return formatAddress(2 ** 32 - 2 ** (32 - Number(range.split('/')[1] ?? 20)))
}
