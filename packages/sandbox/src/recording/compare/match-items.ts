/** Finds for each item of a recorded list the same one here. */
import type { IdMap } from './id-map.ts'

export interface MatchedItems {
  readonly pairs: readonly (readonly [recorded: unknown, here: unknown])[]
  readonly missing: readonly unknown[]
  readonly extra: readonly unknown[]
  readonly isReordered: boolean
}

/** What items are told apart by, if all have it. */
const keys = ['id', 'uuid', 'urn', 'slug', 'name', 'key', 'ip_address', 'type']

export function matchItems(recorded: readonly unknown[], here: readonly unknown[], ids: IdMap): MatchedItems {
  const readers = [...keys.map((key) => (item: unknown) => readKey(item, key)), readScalar]
  const matches = readers.map((read) => match(recorded, here, read, ids))
  const best = matches.reduce((a, b) => (b.length > a.length ? b : a), [])
  const own = new Set(best.map(([n]) => n))
  const other = new Set(best.map(([, n]) => n))
  const left = [...recorded.keys()].filter((n) => !own.has(n))
  const right = [...here.keys()].filter((n) => !other.has(n))
  const rest = pairAlike(recorded, left, here, right, ids)
  const pairs = [...best, ...rest].toSorted(([a], [b]) => a - b)
  const isReordered = pairs.some(([, n], at) => n < (pairs[at - 1]?.[1] ?? -1))
  return {
    pairs: pairs.map(([n, m]) => [recorded[n], here[m]]),
    missing: left.filter((n) => !rest.some(([place]) => place === n)).map((n) => recorded[n]),
    extra: right.filter((n) => !rest.some(([, place]) => place === n)).map((n) => here[n]),
    isReordered,
  }
}

/** What no key tells apart: the most alike go together, if half of what they hold is the same; of scalars, each with the one in its place. */
function pairAlike(
  recorded: readonly unknown[],
  left: readonly number[],
  here: readonly unknown[],
  right: readonly number[],
  ids: IdMap,
): Pair[] {
  if (left.every((n) => readScalar(recorded[n]) !== undefined))
    return left.length === right.length ? left.map((n, at) => [n, right[at] ?? 0]) : []
  const scored = left.flatMap((n) => right.map((m) => ({ pair: [n, m] as const, score: scoreLikeness(recorded[n], here[m], ids) })))
  const pairs: Pair[] = []
  for (const { pair, score } of scored.toSorted((a, b) => b.score - a.score))
    if (score >= 0.5 && !pairs.some(([n, m]) => n === pair[0] || m === pair[1])) pairs.push(pair)
  return pairs
}

/** From 0 to 1: how many of the fields are equal. An item with an id that is known to be another's is none of these. */
function scoreLikeness(recorded: unknown, here: unknown, ids: IdMap): number {
  if (typeof recorded !== 'object' || typeof here !== 'object' || recorded === null || here === null) return 0
  const known = ids.here(readKey(recorded, 'id') ?? '')
  if (known !== undefined && known !== readKey(here, 'id')) return 0
  const own = Object.entries(recorded)
  const equal = own.filter(([name, value]) => {
    const other = (here as Readonly<Record<string, unknown>>)[name]
    return JSON.stringify(other) === (typeof value === 'string' ? JSON.stringify(ids.translate(value)) : JSON.stringify(value))
  })
  return own.length === 0 ? 1 : equal.length / own.length
}

type Pair = readonly [recorded: number, here: number]

/** Places of items that are equal by what `read` gives, in the recorded order; nothing when it is not each item's own. */
function match(
  recorded: readonly unknown[],
  here: readonly unknown[],
  read: (item: unknown) => string | undefined,
  ids: IdMap,
): (readonly [number, number])[] {
  const places = new Map<string, number>()
  for (const [n, item] of here.entries()) {
    const value = read(item)
    if (value === undefined) continue
    if (places.has(value)) return []
    places.set(value, n)
  }
  const used = new Set<number>()
  return recorded.flatMap((item, n): (readonly [number, number])[] => {
    const value = read(item)
    const place = value === undefined ? undefined : places.get(ids.here(value) ?? ids.translate(value))
    if (place === undefined || used.has(place)) return []
    used.add(place)
    return [[n, place]]
  })
}

function readKey(item: unknown, key: string): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  return readScalar((item as Readonly<Record<string, unknown>>)[key])
}

const readScalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
