/** What the platform says of the values of a body that it refuses, by where they stand: `inbound_rules.*.protocol`. */
import type { Refusal, SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { visitPlaces } from './visit-places.ts'

export function listRefusals(schema: SchemaObject, schemas: Schemas): Readonly<Record<string, Refusal>> | undefined {
  const found = new Map<string, Refusal>()
  visitPlaces(schema, schemas, (node, opened, place) => {
    const refusal = node['x-refusal'] ?? opened['x-refusal']
    if (refusal !== undefined) found.set(place, refusal)
  })
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
