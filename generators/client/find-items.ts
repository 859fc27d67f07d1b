/** Finds the items of a list in its response body, their unique field, and the page size parameter. */
import type { Operation, Parameter } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { findNamed, followReference } from './follow-reference.ts'
import type { Features, SchemaIndex } from './features.ts'

interface Items {
  readonly facts: Readonly<Record<string, unknown>>
  readonly item: NonNullable<Features['item']>
  /** True if the items are at the top level of the body. */
  readonly isPlain: boolean
}

const verbOf = ({ name }: Operation) => name.slice(name.lastIndexOf('.') + 1)

export function findItems(operation: Operation, body: SchemaObject, schemas: SchemaIndex): Items | undefined {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const isPaged = query.some(({ name }) => name === 'page') || query.some(({ name }) => name === 'after')
  if (!isPaged && !verbOf(operation).startsWith('list')) return undefined
  const path = findArray(body, schemas)
  // Without links, pages of a nested list have no next page.
  const hasNext = ['links', 'has_more'].some((name) => followReference(body, schemas).properties?.[name])
  if (!path || (isPaged ? !hasNext : path.length > 1)) return undefined
  const array = path.reduce<SchemaObject>(
    (schema, name) => followReference(followReference(schema, schemas).properties?.[name], schemas),
    body,
  )
  const item = array.items ?? (typeof array.additionalProperties === 'object' ? array.additionalProperties : {})
  const component = findNamed(item, schemas)
  const key = findKey(operation, item, schemas)
  const size = isPaged ? findSize(query) : undefined
  return {
    facts: {
      [isPaged ? 'pages' : 'list']: path.join('.'),
      ...(key !== 'id' && isPaged && { key }),
      ...(size && { size }),
    },
    item: component ? { schema: component.name } : { at: [...path, array.items ? 'number' : 'string'] },
    isPlain: path.length === 1,
  }
}

/** Path of the first array or map of the body, otherwise of the first array one level below. */
function findArray(body: SchemaObject, schemas: SchemaIndex): string[] | undefined {
  const { properties = {} } = followReference(body, schemas)
  const members = Object.entries(properties).map(([name, schema]) => ({ name, schema: followReference(schema, schemas) }))
  const own = members.find(({ schema }) => isArray(schema)) ?? members.find(({ schema }) => typeof schema.additionalProperties === 'object')
  if (own) return [own.name]
  for (const { name, schema } of members) {
    const inner = Object.entries(schema.properties ?? {}).find(([, member]) => isArray(followReference(member, schemas)))
    if (inner) return [name, inner[0]]
  }
  return undefined
}

function isArray({ type }: SchemaObject): boolean {
  return [type].flat().includes('array')
}

/** Id field of the resource, or another unique field; empty if there is none. */
function findKey({ effect }: Operation, item: SchemaObject, schemas: SchemaIndex): string {
  const resource = findNamed(item, schemas)?.resource ?? (effect && 'schema' in effect ? schemas.get(effect.schema)?.resource : undefined)
  const { properties = {} } = followReference(item, schemas)
  return [resource?.id?.field, 'id', 'uuid', 'urn'].find((name) => name !== undefined && properties[name]) ?? ''
}

/** Page size parameter and its maximum, if they differ from `per_page` and 200. */
function findSize(query: readonly Parameter[]): readonly [string, number] | undefined {
  const parameter = query.find(({ name }) => name === 'per_page') ?? query.find(({ name }) => name === 'limit')
  const max = parameter?.schema.maximum ?? 200
  return !parameter || (parameter.name === 'per_page' && max === 200) ? undefined : [parameter.name, max]
}
