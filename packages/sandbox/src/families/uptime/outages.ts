/** Outages of the target of a check: the time while all droplets at its address are off. An address outside the account is always up. */
import { isIP } from 'node:net'
import type { AccountContext } from '../../engine/account-context.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { findZone } from '../../shared/account-domains.ts'
import { childPath } from '../../store/store.ts'
import { listPeriods } from '../../usage/journal.ts'
import { listTargets } from '../load-balancers/index.ts'

/** Milliseconds since 1970; `to` is null while it lasts. */
export interface Outage {
  readonly from: number
  readonly to: number | null
}

/** Lists the outages up to a moment, oldest first. */
export function listOutages(ctx: AccountContext, { type, target }: Pick<Kinds['UptimeCheck'], 'type' | 'target'>, now: number): Outage[] {
  const host = type === 'ping' ? target : new URL(target).hostname.replaceAll(/[[\]]/g, '')
  const droplets = findAddresses(ctx, host).flatMap((address) => findDroplets(ctx, address))
  const running = droplets
    .flatMap((id) => listPeriods(ctx.store, { kind: 'Droplet', id: String(id) }))
    .filter(({ from, facts }) => facts.status === 'active' && from <= now)
    .toSorted((a, b) => a.from - b.from)
  const outages: Outage[] = []
  let upUntil = running[0]?.from ?? now
  for (const { from, to } of running) {
    if (from > upUntil) outages.push({ from: upUntil, to: from })
    upUntil = Math.max(upUntil, to ?? Infinity)
  }
  return upUntil < now ? [...outages, { from: upUntil, to: null }] : outages
}

/** Resolves a host name with the domains of the account. */
function findAddresses(ctx: AccountContext, host: string): string[] {
  if (isIP(host) !== 0) return [host]
  const zone = findZone(ctx, host)
  if (zone === undefined) return []
  const name = host === zone ? '@' : host.slice(0, -zone.length - 1)
  return ctx.engine
    .list('DomainRecord', { parent: childPath(keyOf('Domain', zone)) })
    .filter((record) => (record.type === 'A' || record.type === 'AAAA') && record.name === name)
    .map(({ data }) => data)
}

/** Finds the droplets that respond at an address, also behind a load balancer. */
function findDroplets(ctx: AccountContext, address: string): number[] {
  const { engine } = ctx
  const balancer = engine.list('LoadBalancer').find(({ ip }) => ip === address)
  if (balancer) return listTargets(ctx, balancer)
  const hasAddress = ({ networks: { v4, v6 } }: Kinds['Droplet']) => [...v4, ...v6].some(({ ip_address: ip }) => ip === address)
  return engine
    .list('Droplet')
    .filter(hasAddress)
    .map(({ id }) => id)
}
