/**
 * Reserved IPv4 addresses, which requests call by either of two names. Which droplet has one is kept hidden, so that replies show the
 * droplet as it is now. Addresses of brought prefixes are here while a droplet has them.
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
      /** Who has it, and since when. */
      dropletId?: number
      assignedAt?: string
      assignment?: number
      /** It is of a brought prefix, and no longer here when no droplet has it. */
      prefix?: string
      isBrought?: boolean
    }
    ReservedIpv6: { dropletId?: number }
  }
}

export const addressUrn = (ip: string): string => `do:floatingip:${ip}`

/** The droplet that has the address. */
export function findAddressDroplet({ engine }: AccountContext, ip: string): Droplet | undefined {
  if (!engine.find('ReservedIp', ip)) return undefined
  const { dropletId } = engine.hidden('ReservedIp', ip)
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

/** Clients look for the last two words. @throws Failure 422 */
export function checkHasNoAddress({ engine }: AccountContext, { id }: Droplet): void {
  const [other] = engine.all('ReservedIp', { where: whereDroplet(id) })
  if (other) throw unprocessable(`droplet_id: the reserved IP ${other.ip} is already assigned`)
}

/** Under either name. */
type AddressPath = { readonly reserved_ip: string } | { readonly floating_ip: string }

/** The address that the path names: one that was reserved, or any of a brought prefix. @throws Failure 404 */
export function requireAddress(path: AddressPath, { engine }: AccountContext): { readonly ip: string; readonly region: Region } {
  const ip = 'reserved_ip' in path ? path.reserved_ip : path.floating_ip
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

/** Points the address to the droplet, or nowhere, when the action ends. @throws Failure 422 when it is being moved already */
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
    done: 'reservedIpActions.finish',
    payload: { ip, dropletId: droplet?.id ?? null } satisfies AssignmentPayload,
  })
}

export interface AssignmentPayload {
  readonly ip: string
  readonly dropletId: number | null
}

/** The job handler. A droplet that went in the meantime gets nothing. */
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
    engine.add(
      'ReservedIp',
      { droplet: null, locked: false, project_id: '', ip, region: prefix.region },
      { hidden: { prefix: prefix.uuid, isBrought: true } },
    )
  }
  const { dropletId: before } = engine.hidden('ReservedIp', ip)
  if (before !== undefined) removeDropletAddress(ctx, before, ip)
  addDropletAddress(ctx, dropletId, ip)
  engine.hide('ReservedIp', ip, { dropletId, assignedAt: clock.stamp(), assignment: ids.integer('ByoipPrefixIp') })
}

export const whereDroplet = (dropletId: number) => [{ field: 'dropletId', equals: dropletId, hidden: true }] as const

/** What was reserved stays reserved; what was brought goes back into its prefix. */
export function releaseAddress(ctx: AccountContext, ip: string): void {
  const { engine } = ctx
  if (!engine.find('ReservedIp', ip)) return
  const { dropletId, isBrought } = engine.hidden('ReservedIp', ip)
  if (dropletId !== undefined) removeDropletAddress(ctx, dropletId, ip)
  if (isBrought) engine.remove('ReservedIp', ip)
  else engine.hide('ReservedIp', ip, { dropletId: undefined })
}
