/** Pairs the items of a recorded list with those of the list in the sandbox. */
import type { IdMap } from './id-map.ts'

/** Members that identify an item. */
const keys = ['id', 'uuid', 'urn', 'slug', 'name', 'key', 'ip_address', 'type']

type Pair = readonly [recorded: number, here: number]

export function matchItems(recorded: readonly unknown[], here: readonly unknown[], ids: IdMap) {
  const readers = [...keys.map((key) => (item: unknown) => findKey(item, key)), findScalar]
  const matches = readers.map((read) => match(recorded, here, read, ids))
  const best = matches.reduce((a, b) => (b.length > a.length ? b : a), [])
  const left = [...recorded.keys()].filter((n) => !best.some(([own]) => own === n))
  const right = [...here.keys()].filter((n) => !best.some(([, other]) => other === n))
  // Equal numbers of unmatched items are paired by position, unless their ids are known.
  const isSame = left.length === right.length && left.every((n) => ids.find(findKey(recorded[n], 'id') ?? '') === undefined)
  const pairs = isSame ? [...best, ...left.map((n, at): Pair => [n, right[at] ?? 0])] : best
  const ordered = pairs.toSorted(([a], [b]) => a - b)
  return {
    pairs: ordered.map(([n, m]) => [recorded[n], here[m]] as const),
    missing: isSame ? [] : left.map((n) => recorded[n]),
    extra: isSame ? [] : right.map((n) => here[n]),
    isReordered: ordered.some(([, n], at) => n < (ordered[at - 1]?.[1] ?? -1)),
  }
}

/** @returns pairs of equal items in the recorded order; empty if two items of the sandbox have the same value */
function match(
  recorded: readonly unknown[],
  here: readonly unknown[],
  read: (item: unknown) => string | undefined,
  ids: IdMap,
): readonly Pair[] {
  const indexes = new Map<string, number>()
  for (const [n, item] of here.entries()) {
    const value = read(item)
    if (value === undefined) continue
    if (indexes.has(value)) return []
    indexes.set(value, n)
  }
  return recorded.flatMap((item, n): readonly Pair[] => {
    const value = read(item)
    const own = value === undefined ? undefined : (ids.find(value) ?? ids.translate(value))
    const index = own === undefined ? undefined : indexes.get(own)
    if (index === undefined) return []
    indexes.delete(own ?? '')
    return [[n, index]]
  })
}

function findKey(item: unknown, key: string): string | undefined {
  return typeof item === 'object' && item !== null ? findScalar((item as Readonly<Record<string, unknown>>)[key]) : undefined
}

function findScalar(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
