/** The records that lead the names of a load balancer to it: those of its Let's Encrypt certificates and its managed domains. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { findZone } from '../../shared/account-domains.ts'
import { addRecord, writeZone } from '../../shared/zone.ts'

/** Makes what is missing and takes away what no longer belongs; a name that has an address already is left alone. */
export function writeRecords(world: World, key: Key): void {
  const { engine } = world
  const balancer = engine.get(key)
  const names = new Set(listNames(world, balancer))
  const kept = readRecords(world, key).filter(({ host }) => names.has(host))
  for (const record of readRecords(world, key)) if (!names.has(record.host)) removeRecord(world, record)
  const had = new Set(kept.map(({ host }) => host))
  const made = [...names].flatMap((host) => (had.has(host) ? [] : makeRecord(world, host, String(balancer['ip']))))
  engine.hide(key, { records: [...kept, ...made] })
}

/** Before the load balancer goes. */
export function removeRecords(world: World, key: Key): void {
  for (const record of readRecords(world, key)) removeRecord(world, record)
}

interface OwnRecord {
  readonly host: string
  readonly zone: string
  readonly id: string
}

function readRecords({ engine }: World, key: Key): readonly OwnRecord[] {
  return (engine.hidden(key)['records'] ?? []) as readonly OwnRecord[]
}

function listNames({ engine }: World, { forwarding_rules: rules, domains, disable_lets_encrypt_dns_records: isOff }: Value): string[] {
  const managed = ((domains ?? []) as readonly Value[]).flatMap((domain) => (domain['is_managed'] === true ? [String(domain['name'])] : []))
  if (isOff === true) return managed
  const issued = (rules as readonly Value[]).flatMap(({ certificate_id: id }) => {
    const certificate = id === '' ? undefined : engine.find({ kind: 'Certificate', id: String(id) })
    return certificate?.['type'] === 'lets_encrypt' ? (certificate['dns_names'] as readonly string[]) : []
  })
  return [...managed, ...issued]
}

function makeRecord(world: World, host: string, ip: string): OwnRecord[] {
  const zone = findZone(world, host)
  if (zone === undefined) return []
  const parent = under({ kind: 'Domain', id: zone })
  const name = host.toLowerCase() === zone ? '@' : host.toLowerCase().slice(0, -zone.length - 1)
  const rivals = world.engine.all({ kind: 'DomainRecord', parent, where: [{ field: 'name', equals: name, fold: true }] })
  if (rivals.some(({ type }) => type === 'A' || type === 'CNAME')) return []
  const { id } = addRecord(world, parent, { type: 'A', name, data: ip, ttl: 3600 })
  writeZone(world, zone)
  return [{ host, zone, id: String(id) }]
}

function removeRecord(world: World, { zone, id }: OwnRecord): void {
  const domain: Key = { kind: 'Domain', id: zone }
  if (world.store.delete({ kind: 'DomainRecord', parent: under(domain), id })) writeZone(world, zone)
}
