/** Where a body names something of a catalog, and of which: `{ 'regions.*': 'Region' }`. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { visitPlaces } from './visit-places.ts'

export function listCatalogs(schema: SchemaObject, schemas: Schemas): Readonly<Record<string, string>> | undefined {
  const found = new Map<string, string>()
  visitPlaces(schema, schemas, (node, opened, place) => {
    const catalog = node['x-open-values'] ?? opened['x-open-values']
    if (typeof catalog === 'string') found.set(place, catalog)
  })
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
