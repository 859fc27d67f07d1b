/** Every place of a body with what may stand there: `inbound_rules.*.protocol`. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

/** @param look is given the schema as it stands there, and the one that it refers to */
export function visitPlaces(
  schema: SchemaObject,
  schemas: Schemas,
  look: (node: SchemaObject, opened: SchemaObject, place: string) => void,
) {
  const visit = (node: SchemaObject, place: readonly string[], within: ReadonlySet<SchemaObject>) => {
    const opened = schemas.open(node)
    look(node, opened, place.join('.'))
    // A schema may hold itself.
    if (within.has(opened)) return
    const inside = new Set([...within, opened])
    for (const [name, property] of Object.entries(opened.properties ?? {})) visit(property, [...place, name], inside)
    if (opened.items) visit(opened.items, [...place, '*'], inside)
    for (const branch of [...(opened.oneOf ?? []), ...(opened.allOf ?? [])]) visit(branch, place, inside)
  }
  visit(schema, [], new Set())
}
