/** Converts open enumerations to strings with examples, for tools that do not know our extension. */
import type { SchemaObject } from '../model/json-schema.ts'

/** Converts one schema, without nested ones. */
export function widenValues(schema: SchemaObject): SchemaObject {
  const { 'x-extensible-enum': isOpen, enum: values = [], ...rest } = schema
  if (isOpen === undefined) return schema
  const known = values.filter((value) => typeof value === 'string' && value !== '')
  return { ...rest, ...(!values.includes('') && { minLength: 1 }), examples: known }
}

/** Converts a value and everything inside. */
export function widenAllValues<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => widenAllValues(each)) as Value
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, each]) => [key, widenAllValues(each as unknown)] as const)
  return widenValues(Object.fromEntries(inner) as SchemaObject) as Value
}
