/** Visits every schema inside a body, with its path: `inbound_rules.*.protocol`. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

/** @param visitor called with the schema at the path, and the schema that it refers to; false leaves out what is inside */
export function visitSchema(
  schema: SchemaObject,
  schemas: Schemas,
  visitor: (node: SchemaObject, opened: SchemaObject, place: string) => false | void,
) {
  const visit = (node: SchemaObject, place: readonly string[], within: ReadonlySet<SchemaObject>) => {
    const opened = schemas.open(node)
    // A schema may contain itself.
    if (visitor(node, opened, place.join('.')) === false || within.has(opened)) return
    const inside = new Set([...within, opened])
    for (const [name, property] of Object.entries(opened.properties ?? {})) visit(property, [...place, name], inside)
    if (opened.items) visit(opened.items, [...place, '*'], inside)
    for (const branch of [...(opened.oneOf ?? []), ...(opened.allOf ?? [])]) visit(branch, place, inside)
  }
  visit(schema, [], new Set())
}
