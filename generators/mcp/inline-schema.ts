/** Inlines all references of a schema, so that it stands alone. Removes our extensions except the one that `widenAllValues` reads. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

/** @throws Error for a recursive schema */
export function inlineSchema(schema: SchemaObject, schemas: Schemas, ancestors: readonly string[] = []): SchemaObject {
  const { $ref, ...siblings } = schema
  const name = $ref?.slice($ref.lastIndexOf('/') + 1)
  if (name !== undefined && ancestors.includes(name)) throw new Error(`${[...ancestors, name].join(' → ')} contains itself.`)
  const inner = name === undefined ? ancestors : [...ancestors, name]
  const resolved: SchemaObject = name === undefined ? schema : { ...schemas.byName(name), ...siblings }
  const entries = Object.entries(resolved).flatMap(([keyword, value]) => {
    if ((keyword.startsWith('x-') && keyword !== 'x-extensible-enum') || keyword === 'discriminator') return []
    return [[keyword, inlineValue(keyword, value, (each) => inlineSchema(each, schemas, inner))] as const]
  })
  return Object.fromEntries(entries) as SchemaObject
}

const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'])
const lists = new Set(['oneOf', 'allOf'])

function inlineValue(keyword: string, value: unknown, inline: (schema: SchemaObject) => SchemaObject): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as Readonly<Record<string, SchemaObject>>).map(([name, each]) => [name, inline(each)]))
  }
  if (lists.has(keyword)) return (value as readonly SchemaObject[]).map(inline)
  return single.has(keyword) && typeof value === 'object' ? inline(value as SchemaObject) : value
}
