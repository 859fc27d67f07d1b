/**
 * Reduces a schema to what Prism validates. Removes documentation, which Prism would load at every start, and `examples`, which Prism would
 * prefer to named examples. Examples of open enumerations stay.
 */
import type { SchemaObject } from '../model/json-schema.ts'
import { widenValues } from '../kit/widen-values.ts'
import { qualifyReference, type ApiContext } from './api-context.ts'

const droppedKeywords = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'discriminator',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])
const one = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])
const listKeywords = new Set(['oneOf', 'anyOf', 'allOf'])

export function adaptSchema(context: ApiContext, schema: SchemaObject): SchemaObject {
  // `true` and `false` are schemas too, in a place like `properties: { ports: false }`.
  if (typeof schema === 'boolean') return schema
  const isOpen = schema['x-extensible-enum'] !== undefined
  const adaptedSchema = Object.fromEntries(
    Object.entries(widenValues(schema))
      .filter(([keyword]) => (!droppedKeywords.has(keyword) || (isOpen && keyword === 'examples')) && !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, adaptKeyword(context, keyword, value)]),
  ) as SchemaObject
  const { $ref, ...siblings } = adaptedSchema
  // Prism ignores siblings of a $ref.
  return $ref === undefined || Object.keys(siblings).length === 0 ? adaptedSchema : { allOf: [{ $ref }], ...siblings }
}

function adaptKeyword(context: ApiContext, keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return qualifyReference(context.api, value as string)
  if (keyword === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, SchemaObject>).map(([name, member]) => [name, adaptSchema(context, member)]),
    )
  }
  if (one.has(keyword)) return adaptSchema(context, value as SchemaObject)
  if (listKeywords.has(keyword)) return (value as SchemaObject[]).map((member) => adaptSchema(context, member))
  return value
}

/**
 * Adapts the schema of a parameter, which Prism converts from a string by its direct `type`: resolves the reference, removes `null`, and
 * replaces `oneOf` by `anyOf`, as a string may match several branches.
 */
export function adaptParameterSchema(context: ApiContext, schema: SchemaObject): SchemaObject {
  return loosen(adaptSchema(context, context.resolve(schema)))
}

function loosen(schema: SchemaObject): SchemaObject {
  const { oneOf, type, items, ...rest } = schema
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : undefined
  return {
    ...(type !== undefined && { type: types ? (types.length === 1 ? types[0] : types) : type }),
    ...(items && { items: loosen(items) }),
    ...(oneOf && { anyOf: oneOf.filter((branch) => branch.type !== 'null').map(loosen) }),
    ...rest,
  } as SchemaObject
}
