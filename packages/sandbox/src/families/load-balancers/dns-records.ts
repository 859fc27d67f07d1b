/** DNS records of a load balancer, for its Let's Encrypt certificates and its managed domains. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { findZone } from '../../shared/account-domains.ts'
import { addRecord, updateZoneFile } from '../../shared/zone.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    LoadBalancer: {
      records?: readonly OwnRecord[]
      /** Requested address. */
      ip?: string
      /** True shortly after its settings were replaced. */
      busy?: boolean
    }
  }
}

interface OwnRecord {
  readonly host: string
  readonly zone: string
  readonly id: number
}

/** Creates missing DNS records and deletes those of other names. It skips a name that has an address already. */
export function syncRecords(ctx: AccountContext, balancer: Kinds['LoadBalancer']): void {
  const { engine } = ctx
  const { id } = balancer
  const { records = [] } = engine.getHidden('LoadBalancer', id)
  const names = new Set(listNames(ctx, balancer))
  removeRecords(
    ctx,
    records.filter(({ host }) => !names.has(host)),
  )
  const remaining = records.filter(({ host }) => names.has(host))
  const existingHosts = new Set(remaining.map(({ host }) => host))
  const created = [...names].flatMap((host) => (existingHosts.has(host) ? [] : createRecord(ctx, host, balancer.ip)))
  engine.setHidden('LoadBalancer', id, { records: [...remaining, ...created] })
}

export function removeRecords({ engine }: AccountContext, records: readonly OwnRecord[]): void {
  for (const { zone, id } of records) {
    const at = { parent: childPath(keyOf('Domain', zone)), id }
    if (engine.find('DomainRecord', at)) engine.delete('DomainRecord', at)
  }
}

function listNames({ engine }: AccountContext, balancer: Kinds['LoadBalancer']): string[] {
  const managed = (balancer.domains ?? []).flatMap(({ name, is_managed: isManaged }) => (isManaged ? [name] : []))
  if (balancer.disable_lets_encrypt_dns_records) return managed
  const issued = balancer.forwarding_rules.flatMap(({ certificate_id: id }) => {
    const certificate = engine.find('Certificate', id)
    return certificate?.type === 'lets_encrypt' ? certificate.dns_names : []
  })
  return [...managed, ...issued]
}

function createRecord(ctx: AccountContext, host: string, ip: string): OwnRecord[] {
  const zone = findZone(ctx, host)
  if (zone === undefined) return []
  const parent = childPath(keyOf('Domain', zone))
  const name = host.toLowerCase() === zone ? '@' : host.toLowerCase().slice(0, -zone.length - 1)
  const records = ctx.engine.list('DomainRecord', { parent, where: [{ field: 'name', equals: name, ignoreCase: true }] })
  if (records.some(({ type }) => type === 'A' || type === 'CNAME')) return []
  const { id } = addRecord(ctx, parent, { type: 'A', name, data: ip, ttl: 3600 })
  updateZoneFile(ctx, zone)
  return [{ host, zone, id }]
}
