/** Lists the differences between two responses, one line per value. List items are matched by id. */
type Flat = ReadonlyMap<string, string>

export function listChanges(before: unknown, after: unknown): string[] {
  const [old, now] = [flatten(before), flatten(after)]
  const removed = findTops(
    [...old.keys()].filter((path) => !now.has(path)),
    now,
  )
  const added = findTops(
    [...now.keys()].filter((path) => !old.has(path)),
    old,
  )
  return [
    ...removed.map((path) => `− ${path}${write(old, path)}`),
    ...added.map((path) => `+ ${path}${write(now, path)}`),
    ...[...now].flatMap(([path, value]) => {
      const earlierValue = old.get(path)
      return earlierValue === undefined || earlierValue === value ? [] : [`${path}: ${earlierValue} → ${value}`]
    }),
  ]
}

function write(flat: Flat, path: string): string {
  const value = flat.get(path)
  return value === undefined ? '' : `: ${value}`
}

/** Reduces added or removed paths to their outermost new parents. */
function findTops(paths: readonly string[], other: Flat): string[] {
  const known = new Set([...other.keys()].flatMap(listAbove))
  return [...new Set(paths.map((path) => [...listAbove(path), path].find((above) => !known.has(above) && !other.has(above)) ?? path))]
}

/** Lists the parent paths, outermost first. */
function listAbove(path: string): string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index)).filter((above) => above !== '')
}

function flatten(value: unknown, path = '', flat = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value) && value.some(isObject))
    for (const [index, item] of value.entries()) flatten(item, `${path}[${nameItem(item, index)}]`, flat)
  else if (isObject(value)) for (const [key, member] of Object.entries(value)) flatten(member, path === '' ? key : `${path}.${key}`, flat)
  else if (path !== '') flat.set(path, JSON.stringify(value))
  return flat
}

function nameItem(item: unknown, index: number): string {
  const { id, uuid, slug, name } = Object(item) as Readonly<Record<string, unknown>>
  return String(id ?? uuid ?? slug ?? name ?? index).replaceAll(/[.[]/g, '_')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
