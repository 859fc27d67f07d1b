/** Visits every schema inside a body, with its path: `inbound_rules.*.protocol`. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

/** @param visitor called with the schema at the path, and the schema that it refers to; false leaves out what is inside */
export function visitSchema(
  schema: SchemaObject,
  schemas: Schemas,
  visitor: (node: SchemaObject, resolvedSchema: SchemaObject, path: string) => false | void,
) {
  const visit = (node: SchemaObject, path: readonly string[], ancestors: ReadonlySet<SchemaObject>) => {
    const resolvedSchema = schemas.open(node)
    // A schema may contain itself.
    if (visitor(node, resolvedSchema, path.join('.')) === false || ancestors.has(resolvedSchema)) return
    const inside = new Set([...ancestors, resolvedSchema])
    for (const [name, property] of Object.entries(resolvedSchema.properties ?? {})) visit(property, [...path, name], inside)
    if (resolvedSchema.items) visit(resolvedSchema.items, [...path, '*'], inside)
    for (const branch of [...(resolvedSchema.oneOf ?? []), ...(resolvedSchema.allOf ?? [])]) visit(branch, path, inside)
  }
  visit(schema, [], new Set())
}
