/** What an object of a kind holds, told from its row of the table and from what was sent. */
import type { Ids } from './ids.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import { accepts, copyValue, isRecord, mergeFields, type Value } from './values.ts'

/** What one begins as, before any request. */
export function createFields({ blank, defaults }: ResourceRow): Value {
  return { ...copyValue(blank as Value), ...defaults }
}

/** Those that the kind has, of the types they may have; `embedOf` gives the catalog object that a slug stands for. */
export function pickFields(
  row: ResourceRow,
  fields: Value,
  ids: Ids,
  embedOf: (field: string, kind: string, slug: string) => Value,
): Value {
  const picked: Value = {}
  for (const [field, types] of Object.entries(row.fields)) {
    if (Object.hasOwn(fields, field) && accepts(types, fields[field])) picked[field] = fields[field]
  }
  const embedded: Value = {}
  for (const [field, kind] of Object.entries(row.embeddedCatalogs ?? {})) {
    const slug = fields[field]
    if (typeof slug === 'string') embedded[field] = embedOf(field, kind, slug)
  }
  return { ...picked, ...completeItems(row, picked, ids), ...embedded }
}

/** Gives the objects of arrays what requests leave out. */
function completeItems(row: ResourceRow, fields: Value, ids: Ids): Value {
  const completed: Value = {}
  for (const [field, { blank, ids: names = [] }] of Object.entries(row.items ?? {})) {
    const items = fields[field]
    if (!Array.isArray(items)) continue
    completed[field] = items.map((item: unknown) => {
      if (!isRecord(item)) return item
      const made = Object.fromEntries(names.filter((name) => !item[name]).map((name) => [name, ids.uuid()]))
      return mergeFields(copyValue(blank as Value), { ...item, ...made })
    })
  }
  return completed
}

/** An object that is replaced by part of one still has everything that such an object has. */
export function mergeWithBlank(row: ResourceRow, fields: Value): Value {
  const blank = row.blank as Value
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const base = blank[field]
      return [field, isRecord(base) && isRecord(value) ? mergeFields(copyValue(base), value) : value]
    }),
  )
}

/** What a request that replaces the object leaves of it, before what it sends. */
export function resetFields(row: ResourceRow, current: Value): Value {
  const first = createFields(row)
  const replaced = new Set(row.resetOnReplace)
  const names = [...new Set([...Object.keys(current), ...replaced])].filter((name) =>
    Object.hasOwn(replaced.has(name) ? first : current, name),
  )
  return Object.fromEntries(names.map((name) => [name, (replaced.has(name) ? first : current)[name]]))
}

/** The unique fields as the store compares them, an embedded object by its slug. */
export function uniqueOf(row: ResourceRow, value: Value): string | undefined {
  return row.unique && JSON.stringify(row.unique.map((field) => (isRecord(value[field]) ? value[field]['slug'] : value[field])))
}

/** `do:droplet:7`; undefined where the kind has none. */
export function urnOf(row: ResourceRow, value: Value): string | undefined {
  return row.urn?.replace(/\{(\w+)\}/, (_, field: string) => String(value[field]))
}
