/** What all cassettes have in common: addresses, headers as lists, bodies as text, objects or bytes. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { readInstant } from '../../clock/read-instant.ts'

export function readAddress(address: string): { readonly origin: string; readonly url: string } {
  const { origin, pathname, search } = new URL(address)
  return { origin, url: `${pathname}${search}` }
}

/** Of a name that comes several times, the first counts. */
export function readHeaders(headers: unknown): Record<string, string> {
  const pairs = Array.isArray(headers) ? pairUp(headers) : Object.entries((headers ?? {}) as object)
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(Array.isArray(value) ? (value[0] ?? '') : value)]))
}

/** As Node keeps raw headers: name, value, name, value. */
function pairUp(flat: readonly unknown[]): [string, unknown][] {
  return flat.flatMap((name, at): [string, unknown][] => (at % 2 === 0 ? [[String(name), flat[at + 1]]] : []))
}

export function readBody(body: unknown, encoding?: string): string {
  if (body === null || body === undefined) return ''
  if (typeof body === 'string') return body
  if (!(body instanceof Uint8Array)) return JSON.stringify(body)
  const unpack = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding ?? '']
  return Buffer.from(unpack ? unpack(body) : body).toString()
}

/** By what is stated, or else by the `Date` of the answer. A moment that no calendar has is none. */
export function readTime(stated: unknown, headers: Readonly<Record<string, string>>): { readonly at?: number } {
  const at = [stated, headers['date']].map(readMoment).find((moment) => !Number.isNaN(moment))
  return at === undefined ? {} : { at }
}

/** RFC 3339, or as `Date` writes it in HTTP. */
function readMoment(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN
  const moment = Date.parse(text)
  return new Date(moment).toUTCString() === text ? moment : readInstant(text)
}
