/** What earlier answers left behind, and how it comes into later questions. */
export type Kept = Map<string, unknown>

/** `{name}` alone keeps its type; within a text it is written out. */
export function fillIn<T>(value: T, kept: Kept): T
export function fillIn(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') {
    const alone = /^\{([a-z]\w*)\}$/i.exec(value)?.[1]
    return alone === undefined
      ? value.replaceAll(/\{([a-z]\w*)\}/gi, (_whole, name: string) => String(recall(name, kept)))
      : recall(alone, kept)
  }
  if (Array.isArray(value)) return value.map((entry) => fillIn<unknown>(entry, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, fillIn<unknown>(entry, kept)]))
}

function recall(name: string, kept: Kept): unknown {
  if (!kept.has(name)) throw new Error(`{${name}} was never kept: an earlier case failed`)
  return kept.get(name)
}

/** Follows a path like `0.networks.v4`; `#` is how many there are, and empty is the whole. */
export function parsePlace(value: unknown, place: string): unknown {
  let found = value
  for (const part of place === '' ? [] : place.split('.')) {
    if (part === '#') found = Array.isArray(found) ? found.length : undefined
    else found = typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[part] : undefined
  }
  return found
}
