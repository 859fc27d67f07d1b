/**
 * Reserved IPv4 addresses, also called floating IPs. The id of the assigned droplet is a hidden field, so that replies show the current
 * droplet. Addresses of BYOIP prefixes are stored here while they are assigned.
 */
import { notFound, unprocessable } from '../engine/failure.ts'
import { keyOf } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { removeDropletAddress, addDropletAddress } from './droplet-addresses.ts'
import { findPrefixFor, parseAddress } from './prefixes.ts'

type Droplet = Kinds['Droplet']
type Region = Kinds['Region']

declare module '../engine/kinds.ts' {
  interface Hidden {
    ReservedIp: {
      /** Assigned droplet, time and id of the assignment. */
      dropletId?: number
      assignedAt?: string
      assignment?: number
      /** BYOIP prefix of the address, which is removed when it is unassigned. */
      prefix?: string
      isBrought?: boolean
    }
    ReservedIpv6: { dropletId?: number }
  }
}

export const addressUrn = (ip: string): string => `do:floatingip:${ip}`

/** Returns the droplet that the address is assigned to. */
export function findAddressDroplet({ engine }: AccountContext, ip: string): Droplet | undefined {
  if (!engine.find('ReservedIp', ip)) return undefined
  const { dropletId } = engine.getHidden('ReservedIp', ip)
  return dropletId === undefined ? undefined : engine.find('Droplet', dropletId)
}

/** @throws Failure 422 */
export function requireDroplet({ engine }: AccountContext, id: number): Droplet {
  const droplet = engine.find('Droplet', id)
  if (!droplet) throw unprocessable(`droplet_id: there is no droplet ${id}.`)
  return droplet
}

/** @throws Failure 422 */
export function checkSameRegion({ region: { slug } }: Droplet, region: string): void {
  if (slug !== region) throw unprocessable(`droplet_id: the droplet is in ${slug}, the address in ${region}.`)
}

/** Checks that the droplet has no reserved IP. Clients search the message for "already assigned". @throws Failure 422 */
export function checkHasNoAddress({ engine }: AccountContext, { id }: Droplet): void {
  const [other] = engine.list('ReservedIp', { where: whereDroplet(id) })
  if (other) throw unprocessable(`droplet_id: the reserved IP ${other.ip} is already assigned`)
}

/** Returns the address in the path: a reserved one, or any address of a BYOIP prefix. @throws Failure 404 */
export function requireAddress(
  { reserved_ip: ip }: { readonly reserved_ip: string },
  { engine }: AccountContext,
): { readonly ip: string; readonly region: Region } {
  const address = engine.find('ReservedIp', ip)
  if (address) return { ip, region: address.region }
  const prefix = findPrefixFor(engine, ip)
  if (!prefix) throw notFound()
  return { ip, region: engine.get('Region', prefix.region) }
}

interface AssignmentPlan {
  readonly ip: string
  readonly region: Region
  readonly droplet: Droplet | undefined
  readonly seconds?: number | undefined
}

/** Starts an action that assigns or unassigns the address when it ends. @throws Failure 422 when the address has an action that has not ended */
export function startAssignment(ctx: AccountContext, { ip, region, droplet, seconds = 5 }: AssignmentPlan): Kinds['Action'] {
  const key = keyOf('ReservedIp', ip)
  return ctx.actions.start({
    type: droplet ? 'assign_ip' : 'unassign_ip',
    key,
    resourceType: 'reserved_ip',
    resourceId: parseAddress(ip),
    region,
    seconds,
    locks: [key],
    onComplete: 'reservedIpActions.finish',
    payload: { ip, dropletId: droplet?.id ?? null } satisfies AssignmentPayload,
  })
}

export interface AssignmentPayload {
  readonly ip: string
  readonly dropletId: number | null
}

/** Job handler that completes an assignment. A droplet that was deleted in the meantime gets nothing. */
export function finishAssignment({ ip, dropletId }: AssignmentPayload, ctx: AccountContext): void {
  const { engine, clock, ids } = ctx
  if (dropletId === null) {
    releaseAddress(ctx, ip)
    return
  }
  if (!engine.find('Droplet', dropletId)) return
  if (!engine.find('ReservedIp', ip)) {
    const prefix = findPrefixFor(engine, ip)
    if (!prefix) return
    engine.create(
      'ReservedIp',
      { droplet: null, locked: false, project_id: '', ip, region: prefix.region },
      { hidden: { prefix: prefix.uuid, isBrought: true } },
    )
  }
  const { dropletId: previous } = engine.getHidden('ReservedIp', ip)
  if (previous !== undefined) removeDropletAddress(ctx, previous, ip)
  addDropletAddress(ctx, dropletId, ip)
  engine.setHidden('ReservedIp', ip, { dropletId, assignedAt: clock.timestamp(), assignment: ids.integer('ByoipPrefixIp') })
}

export const whereDroplet = (dropletId: number) => [{ field: 'dropletId', equals: dropletId, hidden: true }] as const

/** Unassigns an address. A reserved address stays reserved; an address of a BYOIP prefix is removed. */
export function releaseAddress(ctx: AccountContext, ip: string): void {
  const { engine } = ctx
  if (!engine.find('ReservedIp', ip)) return
  const { dropletId, isBrought } = engine.getHidden('ReservedIp', ip)
  if (dropletId !== undefined) removeDropletAddress(ctx, dropletId, ip)
  if (isBrought) engine.delete('ReservedIp', ip)
  else engine.setHidden('ReservedIp', ip, { dropletId: undefined })
}
