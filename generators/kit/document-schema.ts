/** Comment lines of a schema: description, default, example, deprecation. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { CommentLine } from './emit-comment.ts'

export function documentSchema(schema: SchemaObject): CommentLine[] {
  const lines: CommentLine[] = []
  if (schema.description) lines.push(schema.description)
  if (schema.default !== undefined) lines.push({ tag: 'default', text: JSON.stringify(schema.default) })
  const [example] = schema.examples ?? []
  if (example !== undefined) lines.push({ tag: 'example', text: typeof example === 'string' ? example : JSON.stringify(example) })
  if (schema.deprecated) lines.push({ tag: 'deprecated' })
  return lines
}
