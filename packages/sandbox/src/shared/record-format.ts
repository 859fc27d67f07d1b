/**
 * Normalizes DNS records. Requests have names in full or relative to the domain, and full host names with a trailing dot. Responses have
 * relative names, host names without the dot, and `@` for the domain itself.
 */
import { isIPv4, isIPv6 } from 'node:net'
import { unprocessable } from '../engine/failure.ts'
import type { Changes } from '../engine/kinds.ts'
import { isSameName } from '../engine/values.ts'
import type { Kinds } from '../generated/types.ts'

type DnsRecord = Kinds['DomainRecord']
/** Fields that only some types have. */
type TypeFields = Partial<Pick<DnsRecord, 'priority' | 'port' | 'weight' | 'flags' | 'tag'>>

/** Fields of each type besides name, data and ttl; all others are null. */
const typeFields: { readonly [Type in DnsRecord['type']]?: readonly (keyof TypeFields)[] } = {
  MX: ['priority'],
  SRV: ['priority', 'port', 'weight'],
  CAA: ['flags', 'tag'],
}

const typesWithHost = new Set(['CAA', 'CNAME', 'MX', 'NS', 'SRV'])

export function normalizeName(name: string, domain: string): string {
  const trimmedName = name.endsWith('.') ? name.slice(0, -1) : name
  if (trimmedName === '@' || isSameName(trimmedName, domain)) return '@'
  return trimmedName.toLowerCase().endsWith(`.${domain}`) ? trimmedName.slice(0, -domain.length - 1) : trimmedName
}

export function normalizeData(type: string, data: string, domain: string, tag?: string | null): string {
  if (type === 'CAA' && tag === 'iodef') return data
  const host = normalizeHost(type, data)
  return type !== 'CAA' && typesWithHost.has(type) && isSameName(host, domain) ? '@' : host
}

/** Removes the trailing dot, which is required because host names are never relative to the domain. @throws Failure 422 */
function normalizeHost(type: string, data: string): string {
  if (!typesWithHost.has(type) || (data === '@' && type !== 'CAA')) return data
  if (!data.endsWith('.')) throw unprocessable('Data needs to end with a dot (.)')
  return data.slice(0, -1)
}

/** Picks the given fields that the type has. */
export function pickTypeFields(type: DnsRecord['type'], fields: Changes<TypeFields> & { readonly ttl?: unknown }): TypeFields {
  return Object.fromEntries(
    (typeFields[type] ?? []).flatMap((name) => ((fields[name] ?? undefined) === undefined ? [] : [[name, fields[name]]])),
  )
}

/** @throws Failure 422 when the fields do not fit the type */
export function checkRecord({ type, data, ...fields }: TypeFields & Pick<DnsRecord, 'type' | 'data'>): void {
  if (type === 'A' && !isIPv4(data)) throw unprocessable('data: must be an IPv4 address')
  if (type === 'AAAA' && !isIPv6(data)) throw unprocessable('data: must be an IPv6 address')
  if (type === 'CAA' && !fields.tag) throw unprocessable('tag: must be issue, issuewild or iodef')
  for (const name of typeFields[type] ?? [])
    if (name !== 'tag' && typeof fields[name] !== 'number') throw unprocessable(`${name}: must be given for a record of type ${type}`)
}
