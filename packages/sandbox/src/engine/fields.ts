/** Fields of stored objects, from the row of the resource table and a request. */
import type { Ids } from './ids.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import { accepts, copyValue, isRecord, mergeFields, type Value } from './values.ts'

/** Returns the initial fields of an object, before those of a request. */
export function createFields({ blank, defaults }: ResourceRow): Value {
  return { ...copyValue(blank as Value), ...defaults }
}

/** Picks the known fields with an allowed type. `embedOf` returns the catalog object of a slug. */
export function pickFields(
  row: ResourceRow,
  fields: Value,
  ids: Ids,
  embedOf: (field: string, kind: string, slug: string) => Value,
): Value {
  const pickedFields: Value = {}
  for (const [field, types] of Object.entries(row.fields)) {
    if (Object.hasOwn(fields, field) && accepts(types, fields[field])) pickedFields[field] = fields[field]
  }
  const embedded: Value = {}
  for (const [field, kind] of Object.entries(row.embeddedCatalogs ?? {})) {
    const slug = fields[field]
    if (typeof slug === 'string') embedded[field] = embedOf(field, kind, slug)
  }
  return { ...pickedFields, ...completeItems(row, pickedFields, ids), ...embedded }
}

/** Completes objects in arrays with the fields that the request omits. */
function completeItems(row: ResourceRow, fields: Value, ids: Ids): Value {
  const completed: Value = {}
  for (const [field, { blank, ids: names = [] }] of Object.entries(row.items ?? {})) {
    const items = fields[field]
    if (!Array.isArray(items)) continue
    completed[field] = items.map((item: unknown) => {
      if (!isRecord(item)) return item
      const generatedIds = Object.fromEntries(names.filter((name) => !item[name]).map((name) => [name, ids.uuid()]))
      return mergeFields(copyValue(blank as Value), { ...item, ...generatedIds })
    })
  }
  return completed
}

/** Completes nested objects of an update with the fields of the blank. */
export function mergeWithBlank(row: ResourceRow, fields: Value): Value {
  const blank = row.blank as Value
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const base = blank[field]
      return [field, isRecord(base) && isRecord(value) ? mergeFields(copyValue(base), value) : value]
    }),
  )
}

/** Resets the fields that a replace request omits. */
export function resetFields(row: ResourceRow, current: Value): Value {
  const first = createFields(row)
  const replaced = new Set(row.resetOnReplace)
  const names = [...new Set([...Object.keys(current), ...replaced])].filter((name) =>
    Object.hasOwn(replaced.has(name) ? first : current, name),
  )
  return Object.fromEntries(names.map((name) => [name, (replaced.has(name) ? first : current)[name]]))
}

/** Serializes the unique fields as the store compares them; an embedded object counts as its slug. */
export function uniqueOf(row: ResourceRow, value: Value): string | undefined {
  return row.unique && JSON.stringify(row.unique.map((field) => (isRecord(value[field]) ? value[field]['slug'] : value[field])))
}

/** Returns a URN such as `do:droplet:7`; undefined if the kind has none. */
export function urnOf(row: ResourceRow, value: Value): string | undefined {
  return row.urn?.replace(/\{(\w+)\}/, (_, field: string) => String(value[field]))
}
