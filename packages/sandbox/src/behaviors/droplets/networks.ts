/** The addresses a droplet gets when it has been made. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export function makeNetworks(
  world: World,
  { vpc, isPublic, ipv6 }: { readonly vpc: Value; readonly isPublic: boolean; readonly ipv6: boolean },
): Value {
  const { ids } = world
  const v4 = [{ ip_address: nextPrivate(world, vpc), netmask: netmaskOf(String(vpc['ip_range'])), gateway: '', type: 'private' }]
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

/** The next free address of the VPC's range; the first is the gateway's. */
function nextPrivate({ store }: World, vpc: Value): string {
  const [base = '10.0.0.0'] = String(vpc['ip_range']).split('/')
  const number = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + store.next(`vpc:${String(vpc['id'])}`, 2)
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

function netmaskOf(range: string): string {
  const mask = 2 ** 32 - 2 ** (32 - Number(range.split('/')[1] ?? 20))
  return [24, 16, 8, 0].map((shift) => Math.floor(mask / 2 ** shift) % 256).join('.')
}
