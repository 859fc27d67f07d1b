/** A domain's zone: its records, and the text that name servers would read. */
import { unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import { type Condition, under } from '../store/store.ts'

const none = { priority: null, port: null, weight: null, flags: null, tag: null }

/** `parent` is the path under the domain. */
export function addRecord({ engine }: World, parent: string, fields: Value): Value {
  return engine.create('DomainRecord', { ...none, ...fields }, { parent })
}

/** A CNAME is the only record of its name (RFC 1034, section 3.6.2), so the domain itself, which has a SOA, can have none. @throws Failure 422 */
export function checkAlone({ engine }: World, parent: string, { id, type, name }: Value): void {
  const ofName: Condition = { field: 'name', equals: String(name), fold: true }
  const others = engine.all({ kind: 'DomainRecord', parent, where: [ofName] }).filter((record) => record['id'] !== id)
  const other = others.find((record) => type === 'CNAME' || record['type'] === 'CNAME')
  if (other) throw unprocessable('CNAME records cannot share a name with other records')
}

/** Texts of one name have one ttl: the newest that was sent for any of them. */
export function shareTtl({ engine }: World, parent: string, { type, name, ttl }: Value): void {
  if (type !== 'TXT') return
  const where: Condition[] = [
    { field: 'type', equals: 'TXT' },
    { field: 'name', equals: String(name), fold: true },
  ]
  for (const record of engine.all({ kind: 'DomainRecord', parent, where })) {
    if (record['ttl'] !== ttl) engine.change({ kind: 'DomainRecord', parent, id: String(record['id']) }, { ttl })
  }
}

/** Writes the zone anew from its records (RFC 1035, section 5). */
export function writeZone({ engine, clock }: World, name: string): void {
  const key = { kind: 'Domain', id: name }
  const records = engine.all({ kind: 'DomainRecord', parent: under(key) })
  const ttl = records.find(({ type }) => type === 'SOA')?.['ttl'] ?? 1800
  const serial = Math.floor(clock.now() / 1000)
  const lines = records.map((record) => writeRecord(name, record, serial))
  engine.change(key, { ttl, zone_file: [`$ORIGIN ${name}.`, `$TTL ${String(ttl)}`, ...lines, ''].join('\n') })
}

function writeRecord(domain: string, record: Value, serial: number): string {
  const { type, name, data, ttl, priority, port, weight, flags, tag } = record
  const owner = name === '@' ? `${domain}.` : `${String(name)}.${domain}.`
  if (type === 'SOA') return `${owner} IN SOA ns1.spindrift.example. hostmaster.${domain}. ${serial} 10800 3600 604800 ${String(ttl)}`
  const host = data === '@' ? `${domain}.` : `${String(data)}.`
  const values: Readonly<Record<string, readonly unknown[]>> = {
    CNAME: [host],
    NS: [host],
    MX: [priority, host],
    SRV: [priority, weight, port, host],
    CAA: [flags, tag, JSON.stringify(data)],
    TXT: cut(String(data)),
  }
  return `${owner} ${String(ttl)} IN ${String(type)} ${(values[String(type)] ?? [data]).map(String).join(' ')}`
}

/** Character strings of DNS hold 255 bytes. */
function cut(text: string): string[] {
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 255) pieces.push(JSON.stringify(bytes.subarray(at, at + 255).toString('utf8')))
  return pieces
}
