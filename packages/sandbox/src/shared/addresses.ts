/**
 * Reserved IPv4 addresses, which requests call by either of two names. Which droplet has one is kept hidden, so that replies show the
 * droplet as it is now. Addresses of brought prefixes are here while a droplet has them.
 */
import type { Call } from '../engine/call.ts'
import { notFound, unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import { hideAddress, showAddress } from './droplet-addresses.ts'
import { findPrefixOf, readAddress } from './prefixes.ts'
import { forgetPlace, projectIdOf } from './project-urns.ts'
import type { Kinds } from '../generated/types.ts'

export const addressKey = (ip: unknown): Key => ({ kind: 'ReservedIp', id: String(ip) })

export const addressUrn = (ip: unknown): string => `do:floatingip:${String(ip)}`

/** The address as replies show it. */
export function describeAddress(world: World, address: Value): Value {
  const holder = holderOf(world, addressKey(address['ip']))
  return { ...address, droplet: holder ?? null, project_id: projectIdOf(world, addressUrn(address['ip'])) }
}

/** The droplet that has the address. */
export function holderOf({ engine }: World, key: Key): Value | undefined {
  if (!engine.find(key)) return undefined
  const { dropletId } = engine.hidden(key)
  return typeof dropletId === 'number' ? engine.find({ kind: 'Droplet', id: String(dropletId) }) : undefined
}

/** @throws Failure 422 */
export function findDroplet({ engine }: World, id: unknown): Value {
  const droplet = engine.find({ kind: 'Droplet', id: String(id) })
  if (!droplet) throw unprocessable(`droplet_id: there is no droplet ${String(id)}.`)
  return droplet
}

/** @throws Failure 422 */
export function checkSameRegion(droplet: Value, region: unknown): void {
  const own = (droplet['region'] as Value)['slug']
  if (own !== region) throw unprocessable(`droplet_id: the droplet is in ${String(own)}, the address in ${String(region)}.`)
}

/** Clients look for the last two words. @throws Failure 422 */
export function checkHasNone({ engine }: World, { id }: Value): void {
  const [other] = engine.all({ kind: 'ReservedIp', where: heldBy(id) })
  if (other) throw unprocessable(`droplet_id: the reserved IP ${String(other['ip'])} is already assigned`)
}

/** The address that the path names: one that was reserved, or any of a brought prefix. @throws Failure 404 */
export function openAddress(call: Call, world: World): { readonly key: Key; readonly region: Value } {
  const key = addressKey(call.path['reserved_ip'] ?? call.path['floating_ip'])
  const address = world.engine.find(key)
  if (address) return { key, region: address['region'] as Value }
  const prefix = findPrefixOf(world, key.id)
  if (!prefix) throw notFound()
  return { key, region: world.engine.get({ kind: 'Region', id: String(prefix['region']) }) }
}

/** Points the address to the droplet, or nowhere, when the action ends. @throws Failure 422 when it is being moved already */
export function startMove(
  world: World,
  { key, region, droplet, seconds = 5 }: { key: Key; region: Value; droplet: Value | undefined; seconds?: number | undefined },
): Kinds['Action'] {
  return world.actions.start({
    type: droplet ? 'assign_ip' : 'unassign_ip',
    key,
    resourceType: 'reserved_ip',
    resourceId: readAddress(key.id),
    region,
    seconds,
    locks: [key],
    done: 'reservedIpActions.finish',
    payload: { ip: key.id, dropletId: droplet?.['id'] ?? null } satisfies Move,
  })
}

export interface Move {
  readonly ip: string
  readonly dropletId: unknown
}

/** The due handler. A droplet that went in the meantime gets nothing. */
export function finishMove({ ip, dropletId }: Move, world: World): void {
  const { engine, clock, ids } = world
  const key = addressKey(ip)
  if (dropletId === null) {
    release(world, key)
    return
  }
  if (!engine.find({ kind: 'Droplet', id: String(dropletId) })) return
  if (!engine.find(key)) {
    const prefix = findPrefixOf(world, ip)
    if (!prefix) return
    engine.create('ReservedIp', { ip, region: prefix['region'] }, { hidden: { prefix: prefix['uuid'], isBrought: true } })
  }
  const before = engine.hidden(key)['dropletId']
  if (before !== undefined) hideAddress(world, before, ip)
  showAddress(world, dropletId, ip)
  engine.hide(key, { dropletId, assignedAt: clock.stamp(), assignment: ids.integer('ByoipPrefixIp') })
}

/** Takes addresses of both kinds off a droplet that goes. */
export function releaseAddresses(world: World, dropletId: unknown): void {
  const { engine } = world
  for (const { ip } of engine.all({ kind: 'ReservedIp', where: heldBy(dropletId) })) release(world, addressKey(ip))
  for (const { ip } of engine.all({ kind: 'ReservedIpv6', where: heldBy(dropletId) }))
    engine.hide({ kind: 'ReservedIpv6', id: String(ip) }, { dropletId: undefined })
}

export const heldBy = (dropletId: unknown) => [{ field: 'dropletId', equals: Number(dropletId), hidden: true }]

/** What was reserved stays reserved; what was brought goes back into its prefix. */
function release(world: World, key: Key): void {
  const { engine } = world
  if (!engine.find(key)) return
  hideAddress(world, engine.hidden(key)['dropletId'], key.id)
  if (engine.hidden(key)['isBrought'] === true) {
    engine.remove(key)
    forgetPlace(world, addressUrn(key.id))
  } else engine.hide(key, { dropletId: undefined })
}
