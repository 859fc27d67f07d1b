/** Ids of stored objects, and the spellings of them that requests may use. */
import { resourceRows } from '../generated/resources.ts'
import { notFound } from './failure.ts'
import type { Value } from './values.ts'

/** The id of an object that exists once in its parent. */
export const onlyOne = '-'

export function idOf(kind: string, value: Value): string {
  const field = resourceRows[kind]?.id?.field
  return field === undefined ? onlyOne : String(value[field])
}

/** Kinds whose ids ignore case and are stored in lower case. */
const lowercaseKinds: ReadonlySet<string> = new Set(['Domain', 'Tag'])

/** Returns the id as it is stored. @throws Failure 404 for an invalid IPv6 address */
export function normalizeId(kind: string, id: string): string {
  if (lowercaseKinds.has(kind)) return id.toLowerCase()
  return resourceRows[kind]?.id?.kind === 'ip' ? normalizeIp(id) : id
}

/** Returns an IPv6 address in its shortest spelling (RFC 5952), and an IPv4 address unchanged. @throws Failure 404 */
export function normalizeIp(address: string): string {
  if (!address.includes(':')) return address
  const url = `http://[${address}]/`
  if (!URL.canParse(url)) throw notFound()
  return new URL(url).hostname.slice(1, -1)
}
