/** DNS zone of a domain: its records and its zone file. */
import { unprocessable } from '../engine/failure.ts'
import { keyOf } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { childPath } from '../store/store.ts'

type DnsRecord = Kinds['DomainRecord']
type RecordName = Pick<DnsRecord, 'type' | 'name'>

type NewRecord = Pick<DnsRecord, 'type' | 'name' | 'data' | 'ttl'> & Partial<Omit<DnsRecord, 'id'>>

/** Fields that only some types of records have. */
export const unsetFields = { priority: null, port: null, weight: null, flags: null, tag: null }

/** @param parent the path of the domain */
export function addRecord({ engine }: AccountContext, parent: string, fields: NewRecord): DnsRecord {
  return engine.create('DomainRecord', { ...unsetFields, ...fields }, { parent })
}

/** Checks that a CNAME is the only record of its name (RFC 1034, section 3.6.2). The domain itself has a SOA record, so it cannot have one. @throws Failure 422 */
export function checkCnameConflict(
  { engine }: AccountContext,
  parent: string,
  { id, type, name }: RecordName & { readonly id?: number },
): void {
  const where = [{ field: 'name', equals: name, ignoreCase: true }] as const
  const others = engine.list('DomainRecord', { parent, where }).filter((record) => record.id !== id)
  const other = others.find((record) => type === 'CNAME' || record.type === 'CNAME')
  if (other) throw unprocessable('CNAME records cannot share a name with other records')
}

/** Gives all TXT records of a name the TTL of the latest one. */
export function syncTxtTtl({ engine }: AccountContext, parent: string, { type, name, ttl }: RecordName & { readonly ttl: number }): void {
  if (type !== 'TXT') return
  const where = [
    { field: 'type', equals: 'TXT' },
    { field: 'name', equals: name, ignoreCase: true },
  ] as const
  for (const { id, ttl: before } of engine.list('DomainRecord', { parent, where })) {
    if (before !== ttl) engine.setFields('DomainRecord', { parent, id }, { ttl })
  }
}

/** Rebuilds the zone file from the records (RFC 1035, section 5). */
export function updateZoneFile({ engine, clock }: AccountContext, name: string): void {
  const records = engine.list('DomainRecord', { parent: childPath(keyOf('Domain', name)) })
  const ttl = records.find(({ type }) => type === 'SOA')?.ttl ?? 1800
  const serial = Math.floor(clock.now() / 1000)
  const lines = records.map((record) => formatRecord(name, record, serial))
  engine.setFields('Domain', name, { ttl, zone_file: [`$ORIGIN ${name}.`, `$TTL ${ttl}`, ...lines, ''].join('\n') })
}

function formatRecord(domain: string, record: DnsRecord, serial: number): string {
  const { type, name, data, ttl, priority, port, weight, flags, tag } = record
  const owner = name === '@' ? `${domain}.` : `${name}.${domain}.`
  if (type === 'SOA') return `${owner} IN SOA ns1.spindrift.example. hostmaster.${domain}. ${serial} 10800 3600 604800 ${ttl}`
  const host = data === '@' ? `${domain}.` : `${data}.`
  const values: { readonly [Type in DnsRecord['type']]?: readonly (string | number | null)[] } = {
    CNAME: [host],
    NS: [host],
    MX: [priority, host],
    SRV: [priority, weight, port, host],
    CAA: [flags, tag, JSON.stringify(data)],
    TXT: splitText(data),
  }
  return `${owner} ${ttl} IN ${type} ${(values[type] ?? [data]).map(String).join(' ')}`
}

/** Splits text into DNS character strings of up to 255 bytes. */
function splitText(text: string): string[] {
  const bytes = Buffer.from(text)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 255) parts.push(JSON.stringify(bytes.subarray(at, at + 255).toString('utf8')))
  return parts
}
