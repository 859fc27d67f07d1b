/** For readers that know no extension of ours: an enumeration that grows as any text, of which its values are examples. */
import type { SchemaObject } from '../model/json-schema.ts'

/** One schema, and not what is in it. */
export function widenValues(schema: SchemaObject): SchemaObject {
  const { 'x-open-values': isOpen, enum: values = [], ...rest } = schema
  if (isOpen === undefined) return schema
  const known = values.filter((value) => typeof value === 'string' && value !== '')
  return { ...rest, ...(!values.includes('') && { minLength: 1 }), examples: known }
}

/** With all that is in it. */
export function widenAllValues<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => widenAllValues(each)) as Value
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, each]) => [key, widenAllValues(each as unknown)] as const)
  return widenValues(Object.fromEntries(inner) as SchemaObject) as Value
}
