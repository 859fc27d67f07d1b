/** What the platform says of the values of a body that it refuses, by where they stand: `inbound_rules.*.protocol`. */
import type { Refusal, SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

export function listRefusals(schema: SchemaObject, schemas: Schemas): Readonly<Record<string, Refusal>> | undefined {
  const found = new Map<string, Refusal>()
  const visit = (node: SchemaObject, place: readonly string[], within: ReadonlySet<SchemaObject>) => {
    const opened = schemas.open(node)
    const refusal = node['x-refusal'] ?? opened['x-refusal']
    if (refusal !== undefined) found.set(place.join('.'), refusal)
    // A schema may hold itself.
    if (within.has(opened)) return
    const inside = new Set([...within, opened])
    for (const [name, property] of Object.entries(opened.properties ?? {})) visit(property, [...place, name], inside)
    if (opened.items) visit(opened.items, [...place, '*'], inside)
    for (const branch of [...(opened.oneOf ?? []), ...(opened.allOf ?? [])]) visit(branch, place, inside)
  }
  visit(schema, [], new Set())
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
