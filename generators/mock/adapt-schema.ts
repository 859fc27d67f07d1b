/**
 * Leaves of a schema what Prism validates with. Words for readers go, because they are most of the document and Prism would load
 * them at every start. `examples` must go: Prism takes the first one of a body's schema before any named example. Those that widen an
 * enumeration stay, for Prism to draw from; no body is one.
 */
import type { SchemaObject } from '../model/json-schema.ts'
import { widenValues } from '../kit/widen-values.ts'
import { qualifyReference, type ApiContext } from './api-context.ts'

const dropped = new Set([
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
const many = new Set(['oneOf', 'anyOf', 'allOf'])

export function adaptSchema(context: ApiContext, schema: SchemaObject): SchemaObject {
  // `true` and `false` are schemas too, in a place like `properties: { ports: false }`.
  if (typeof schema === 'boolean') return schema
  const isOpen = schema['x-open-values'] !== undefined
  const adapted = Object.fromEntries(
    Object.entries(widenValues(schema))
      .filter(([keyword]) => (!dropped.has(keyword) || (isOpen && keyword === 'examples')) && !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, adaptKeyword(context, keyword, value)]),
  ) as SchemaObject
  const { $ref, ...siblings } = adapted
  // Prism's reader loses constraints that stand beside a $ref.
  return $ref === undefined || Object.keys(siblings).length === 0 ? adapted : { allOf: [{ $ref }], ...siblings }
}

function adaptKeyword(context: ApiContext, keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return qualifyReference(context.api, value as string)
  if (keyword === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, SchemaObject>).map(([name, member]) => [name, adaptSchema(context, member)]),
    )
  }
  if (one.has(keyword)) return adaptSchema(context, value as SchemaObject)
  if (many.has(keyword)) return (value as SchemaObject[]).map((member) => adaptSchema(context, member))
  return value
}

/**
 * The schema of a parameter. It arrives as text, which Prism turns into the type it reads in the schema's own `type`, so:
 * the reference is followed, `null` (which a parameter cannot be) is left out, and `oneOf` becomes `anyOf`, because one text
 * can be turned into several types and then matches several branches.
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
