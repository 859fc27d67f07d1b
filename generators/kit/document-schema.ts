/** The lines of documentation that a schema's own words give: description, decision, default, example. */
import type { SchemaObject } from '../model/json-schema.ts'

export function documentSchema(schema: SchemaObject): string[] {
  const lines: string[] = []
  if (schema.description) lines.push(schema.description)
  if (schema.default !== undefined) lines.push(`@default ${JSON.stringify(schema.default)}`)
  const [example] = schema.examples ?? []
  if (example !== undefined) lines.push(`@example ${typeof example === 'string' ? example : JSON.stringify(example)}`)
  if (schema.deprecated) lines.push('@deprecated')
  return lines
}
