/** Compares recorded values with those of the sandbox, and maps ids between them. */
import { resourceRows } from '../../generated/resources.ts'
import type { IdMap } from './id-map.ts'
import { matchItems } from './match-items.ts'

/** Kinds of differences between a response and the recorded one. */
export const kinds = ['status', 'missing', 'extra', 'type', 'value', 'reference', 'order', 'timing', 'message', 'link', 'header'] as const
export type Kind = (typeof kinds)[number]

export interface Difference {
  readonly kind: Kind
  /** Path in the response, such as `droplets[].networks.v4[].type`; the name of a header; empty for a status. */
  readonly path: string
  readonly recorded: unknown
  readonly here: unknown
}

export interface Comparison {
  readonly ids: IdMap
  /** Origins of the links in both responses. */
  readonly origins: { readonly recorded: string; readonly here: string }
  /** Times of both requests, and the start of the recording. */
  readonly times: { readonly recorded: number; readonly here: number; readonly start: number }
  readonly failed: boolean
  readonly differences: Difference[]
  /** Number of listed objects that existed before the recording. */
  preexisting: number
}

/** Allowed difference between times, in milliseconds; times have whole seconds. */
const tolerance = 5000

export function compareValues(recorded: unknown, here: unknown, path: string, comparison: Comparison): void {
  const addDifference = (kind: Kind) => comparison.differences.push({ kind, path, recorded, here })
  const name = /([^.[\]]+)(\[\])*$/.exec(path)?.[1] ?? ''
  if (typeOf(recorded) !== typeOf(here)) addDifference(name.endsWith('_at') && (recorded === null || here === null) ? 'timing' : 'type')
  else if (Array.isArray(recorded)) compareLists(recorded, here as unknown[], path, comparison)
  else if (isObject(recorded)) compareObjects(recorded, here as Fields, path, comparison)
  else if (recorded !== here) {
    const kind = classifyDifference(recorded as Scalar, here as Scalar, name, path, comparison)
    if (kind) addDifference(kind)
  } else if (isIdentity(here as Scalar, name) && !comparison.ids.add(String(recorded), String(here))) {
    if (comparison.ids.find(String(recorded)) !== undefined) addDifference('reference')
  }
}

type Scalar = string | number | boolean | null
type Fields = Readonly<Record<string, unknown>>

function compareObjects(recorded: Fields, here: Fields, path: string, comparison: Comparison): void {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(recorded)) {
    const own = Object.hasOwn(here, name) ? name : comparison.ids.translate(name)
    seen.add(own)
    if (Object.hasOwn(here, own)) compareValues(value, here[own], at(name), comparison)
    else comparison.differences.push({ kind: 'missing', path: at(name), recorded: value, here: undefined })
  }
  for (const [name, value] of Object.entries(here))
    if (!seen.has(name)) comparison.differences.push({ kind: 'extra', path: at(name), recorded: undefined, here: value })
}

function compareLists(recorded: readonly unknown[], here: readonly unknown[], path: string, comparison: Comparison): void {
  const { pairs, missing, extra, isReordered } = matchItems(recorded, here, comparison.ids)
  const at = `${path}[]`
  if (isReordered) comparison.differences.push({ kind: 'order', path, recorded, here })
  for (const [own, other] of pairs) compareValues(own, other, at, comparison)
  for (const item of missing) {
    if (isObject(item) && isPreexisting(item, comparison.ids)) comparison.preexisting += 1
    else comparison.differences.push({ kind: 'missing', path: at, recorded: item, here: undefined })
  }
  for (const item of extra) comparison.differences.push({ kind: 'extra', path: at, recorded: undefined, here: item })
}

/** Returns true for an object that existed before the recording, whose id is unknown. */
function isPreexisting(item: Fields, ids: IdMap): boolean {
  const id = item['id'] ?? item['uuid']
  return (typeof id === 'string' || typeof id === 'number') && ids.find(String(id)) === undefined
}

/** @returns the kind of difference between two scalars of one type; undefined if they are equivalent */
function classifyDifference(
  recorded: Scalar,
  here: Scalar,
  name: string,
  path: string,
  { ids, origins, times, failed }: Comparison,
): Kind | undefined {
  const own = String(recorded)
  const other = String(here)
  const known = ids.find(own)
  if (known !== undefined) return known === other ? undefined : 'reference'
  if (typeof recorded === 'string') {
    const timestamp = findTime(own)
    if (timestamp !== undefined) return checkTime(timestamp, findTime(other), times)
    if (isState(name, own) && isState(name, other)) return 'timing'
    if (stripOrigin(ids.translate(own), origins.recorded) === stripOrigin(other, origins.here)) return undefined
    if (failed && (name === 'message' || name === 'error_description')) return 'message'
    if (/(^|\.)links\./.test(path)) return 'link'
  }
  if (!isIdentity(recorded, name) || !isIdentity(here, name)) return 'value'
  return ids.add(own, other) || !isUnique(recorded, name) ? undefined : 'reference'
}

function checkTime(recorded: number, here: number | undefined, times: Comparison['times']): Kind | undefined {
  if (here === undefined) return 'value'
  // Events before the recording have no counterpart in the sandbox.
  if (recorded < times.start - tolerance) return undefined
  return Math.abs(recorded - times.recorded - (here - times.here)) <= tolerance ? undefined : 'timing'
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** Secrets masked by `record`. */
const maskedSecret = /^(?:\w*_)?masked-secret-\d+x*$/
const address = /^\d{1,3}(\.\d{1,3}){3}$|\.[a-z]{2,}\.?$/
/** Addresses, hosts, keys and fingerprints, which differ between accounts. */
const identity =
  /^(\d{1,3}(\.\d{1,3}){3}(\/\d+)?|(?=.*:.*:)[0-9a-f:]+(\/\d+)?|[^\s@]+@[^\s@]+|[a-z][a-z0-9+.-]*:\/\/.+|([a-z0-9_*-]+\.)+[a-z-]{2,}\.?|-----BEGIN .*|ssh-.*|SHA256:.*|(?=.*\d)[A-Za-z0-9+/=_.-]{20,})$/s

/** Slugs and times of day, which look similar but are the same for all accounts. */
const common = /^([a-z0-9]{1,12}([-_.][a-z0-9]{1,12})+|\d\d:\d\d(:\d\d)?)$/

function isIdentity(value: Scalar, name: string): boolean {
  if (typeof value === 'number') return isIdName(name)
  if (typeof value !== 'string') return false
  if (uuid.test(value) || maskedSecret.test(value)) return true
  if (isIdName(name)) return /\d/.test(value)
  return identity.test(value) && (!common.test(value) || address.test(value))
}

/** Returns true for ids, which are unique; several objects may share an address or a host. */
const isUnique = (value: Scalar, name: string) => typeof value === 'number' || uuid.test(String(value)) || isIdName(name)

const findTime = (text: string): number | undefined => (timestamp.test(text) ? Date.parse(text) : undefined)

const stripOrigin = (text: string, origin: string) => (text.startsWith(origin) ? text.slice(origin.length) : text)

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const rows = Object.values(resourceRows)
const numberedKinds = new Set(rows.flatMap(({ id, one, many }) => (id?.kind === 'integer' ? [one, many] : [])))
const states = new Set(
  rows.flatMap(({ lifecycle }) =>
    lifecycle
      ? [lifecycle.initial, ...lifecycle.transitions.flatMap(({ from, to, or = [] }) => [...from, to, ...or])].map(
          (state) => `${lifecycle.field.split('.').at(-1)} ${state}`,
        )
      : [],
  ),
)

const isIdName = (name: string): boolean => /(^|_)(id|ids|uuid|uuids)$/.test(name) || numberedKinds.has(name)

/** Returns true for a state of any lifecycle. */
const isState = (name: string, value: string): boolean => states.has(`${name} ${value}`)
