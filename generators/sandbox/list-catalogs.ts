/** Lists the paths of a body that name a catalog entry, with the catalog: `{ 'regions.*': 'Region' }`. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { visitSchema } from './visit-schema.ts'

export function listCatalogs(schema: SchemaObject, schemas: Schemas): Readonly<Record<string, string>> | undefined {
  const found = new Map<string, string>()
  visitSchema(schema, schemas, (node, resolvedSchema, path) => {
    const catalog = node['x-extensible-enum'] ?? resolvedSchema['x-extensible-enum']
    if (typeof catalog === 'string') found.set(path, catalog)
  })
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
