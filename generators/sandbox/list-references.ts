/** Lists the references of a body, and those of a resource with what a deletion does. */
import type { Reference, SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { visitSchema } from './visit-schema.ts'

export function listReferences(schema: SchemaObject, schemas: Schemas): readonly object[] | undefined {
  const found = findReferences(schema, schemas).map(({ place, reference: { to, missing, message, same } }) => ({
    place,
    to,
    status: missing === 422 ? undefined : missing,
    message,
    same,
  }))
  return found.length === 0 ? undefined : found
}

/** Lists the references of stored objects that say what a deletion does. */
export function listDeletions(schema: SchemaObject, schemas: Schemas): readonly object[] | undefined {
  const found = findReferences(schema, schemas).flatMap(({ place, reference: { to, onDelete, inUse } }) =>
    onDelete === undefined ? [] : [{ field: place.replaceAll('.*', '[]'), to, onDelete, ...inUse }],
  )
  return found.length === 0 ? undefined : found
}

interface FoundReference {
  readonly place: string
  readonly reference: Reference
}

/** A reference on an array applies to its items. Objects inside that are stored themselves have their own. */
function findReferences(schema: SchemaObject, schemas: Schemas): readonly FoundReference[] {
  const found = new Map<string, Reference>()
  visitSchema(schema, schemas, (node, resolvedSchema, path) => {
    const reference = node['x-refers'] ?? resolvedSchema['x-refers']
    if (reference) found.set(isArray(resolvedSchema, schemas) ? `${path}.*` : path, reference)
    return path !== '' && resolvedSchema['x-resource']?.id !== undefined ? false : undefined
  })
  return [...found].map(([place, reference]) => ({ place, reference }))
}

function isArray({ items, oneOf = [] }: SchemaObject, schemas: Schemas): boolean {
  return items !== undefined || oneOf.some((branch) => schemas.open(branch).items !== undefined)
}
