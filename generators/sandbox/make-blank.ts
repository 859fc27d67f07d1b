/**
 * The least value that a schema accepts: what an object begins as before the request and the sandbox fill it in. Null wins over
 * any other, optional properties are left out, and formats take their example, as no empty text has one.
 */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from './schemas.ts'

const deepest = 8

export function makeBlank(schema: SchemaObject, schemas: Schemas, depth = 0): unknown {
  const opened = schemas.open(schema)
  if (depth > deepest) return null
  if (opened.const !== undefined) return opened.const
  const types = opened.type === undefined ? [] : [opened.type].flat()
  if (types.includes('null')) return null
  if (opened.oneOf) {
    if (opened.oneOf.some((branch) => schemas.open(branch).type === 'null')) return null
    return makeBlank(opened.oneOf[0] ?? {}, schemas, depth + 1)
  }
  if (opened.enum) return opened.enum.includes('') ? '' : opened.enum[0]
  if (types[0] === 'object' || opened.properties || opened.allOf) {
    const properties = schemas.propertiesOf(opened)
    const names = schemas.requiredOf(opened).filter((name) => Object.hasOwn(properties, name))
    return Object.fromEntries(names.map((name) => [name, makeBlank(properties[name] ?? {}, schemas, depth + 1)]))
  }
  switch (types[0]) {
    case 'string':
      return blankText(opened, schema)
    case 'integer':
    case 'number':
      return Math.max(opened.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: opened.minItems ?? 0 }, () => makeBlank(opened.items ?? {}, schemas, depth + 1))
    default:
      return null
  }
}

function blankText(opened: SchemaObject, schema: SchemaObject): string {
  if (opened.format === undefined && (opened.minLength ?? 0) === 0 && opened.pattern === undefined) return ''
  const [example] = [...(schema.examples ?? []), ...(opened.examples ?? [])]
  if (typeof example === 'string') return example
  return opened.format === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '-'
}
