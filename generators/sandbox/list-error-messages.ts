/** Lists the platform's error messages for invalid values of a body, by path: `inbound_rules.*.protocol`. */
import { getValueMessages } from '../kit/get-messages.ts'
import type { ErrorMessages, SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { visitSchema } from './visit-schema.ts'

export function listErrorMessages(schema: SchemaObject, schemas: Schemas): Readonly<Record<string, ErrorMessages>> | undefined {
  const found = new Map<string, ErrorMessages>()
  visitSchema(schema, schemas, (node, resolvedSchema, path) => {
    const messages = getValueMessages(node) ?? getValueMessages(resolvedSchema)
    if (messages !== undefined) found.set(path, messages)
  })
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
