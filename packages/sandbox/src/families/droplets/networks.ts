/** The addresses a droplet gets when it has been made. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export function makeNetworks(
  world: World,
  { vpc, isPublic, ipv6 }: { readonly vpc: Value; readonly isPublic: boolean; readonly ipv6: boolean },
): Value {
  const { ids } = world
  const v4 = [
    {
      ip_address: nextPrivate(world, vpc),
      netmask: netmaskOf(String(vpc['ip_range'])),
      gateway: gatewayOf(String(vpc['ip_range'])),
      type: 'private',
    },
  ]
  if (isPublic) {
    const address = ids.ipv4()
    v4.unshift({ ip_address: address, netmask: '255.255.240.0', gateway: address.replace(/\d+$/, '1'), type: 'public' })
  }
  return { v4, v6: ipv6 ? [makeV6(world)] : [] }
}

export function makeV6({ ids }: World): Value {
  const address = ids.ipv6()
  return { ip_address: address, netmask: 64, gateway: address.replace(/[^:]+$/, '1'), type: 'public' }
}

/** How many droplets find an address in a range: the first two addresses are the network's and the gateway's, the last two the resolver's and for broadcast. */
export function countAddresses(range: string): number {
  return 2 ** (32 - Number(range.split('/')[1] ?? 20)) - 4
}

/** The next address of the VPC's range, and from the start again, past those in use, when the last has been given out. */
function nextPrivate({ engine, store }: World, vpc: Value): string {
  const range = String(vpc['ip_range'])
  const [base = '10.0.0.0'] = range.split('/')
  const first = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + 2
  const room = countAddresses(range)
  const given = store.next(`vpc:${String(vpc['id'])}`, 0)
  if (given < room) return writeAddress(first + given)
  const droplets = engine.all({ kind: 'Droplet', where: [{ field: 'vpc_uuid', equals: String(vpc['id']) }] })
  const used = new Set(droplets.flatMap(({ networks }) => (networks as { v4: { ip_address: string }[] }).v4.map((each) => each.ip_address)))
  let number = first + (given % room)
  for (let tried = 0; tried < room && used.has(writeAddress(number)); tried += 1) number = first + ((number - first + 1) % room)
  return writeAddress(number)
}

function gatewayOf(range: string): string {
  const [base = '10.0.0.0'] = range.split('/')
  return writeAddress(base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + 1)
}

function writeAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

function netmaskOf(range: string): string {
  return writeAddress(2 ** 32 - 2 ** (32 - Number(range.split('/')[1] ?? 20)))
}
