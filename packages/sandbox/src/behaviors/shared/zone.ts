/** A domain's zone: its records, and the text that name servers would read. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'

const none = { priority: null, port: null, weight: null, flags: null, tag: null }

/** `parent` is the path under the domain. */
export function addRecord({ engine }: World, parent: string, fields: Value): Value {
  return engine.create('DomainRecord', { ...none, ...fields }, { parent })
}

/** Writes the zone anew from its records (RFC 1035, section 5). */
export function writeZone({ engine }: World, name: string): void {
  const key = { kind: 'Domain', id: name }
  const records = engine.all({ kind: 'DomainRecord', parent: under(key) })
  const ttl = records.find(({ type }) => type === 'SOA')?.['ttl'] ?? 1800
  const lines = records.map((record) => writeRecord(name, record))
  engine.change(key, { ttl, zone_file: [`$ORIGIN ${name}.`, `$TTL ${String(ttl)}`, ...lines, ''].join('\n') })
}

function writeRecord(domain: string, { type, name, data, ttl, priority, port, weight, flags, tag }: Value): string {
  const owner = name === '@' ? `${domain}.` : `${String(name)}.${domain}.`
  const values: Readonly<Record<string, readonly unknown[]>> = {
    SOA: ['ns1.spindrift.example.', `hostmaster.${domain}.`, 1, 10_800, 3600, 604_800, ttl],
    MX: [priority, data],
    SRV: [priority, weight, port, data],
    CAA: [flags, tag, `"${String(data)}"`],
    TXT: [JSON.stringify(data)],
  }
  return `${owner} ${String(ttl)} IN ${String(type)} ${(values[String(type)] ?? [data]).map(String).join(' ')}`
}
