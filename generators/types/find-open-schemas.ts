/** Finds the named schemas that contain open enumerations, directly or by reference. */
import type { NamedSchema } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'

/** True if a schema contains an open enumeration. */
export type IsOpen = (schema: SchemaObject) => boolean

export function findOpenSchemas(schemas: readonly NamedSchema[]): IsOpen {
  const schemasByName = new Map(schemas.map(({ name, schema }) => [name, getSchema(schema)]))
  const open = new Set([...schemasByName].filter(([, { grows }]) => grows).map(([name]) => name))
  for (let before = -1; before < open.size;) {
    before = open.size
    for (const [name, { refers }] of schemasByName) if (refers.some((each) => open.has(each))) open.add(name)
  }
  return (schema) => {
    const { grows, refers } = getSchema(schema)
    return grows || refers.some((each) => open.has(each))
  }
}

function getSchema(schema: unknown): { readonly grows: boolean; readonly refers: readonly string[] } {
  if (typeof schema !== 'object' || schema === null) return { grows: false, refers: [] }
  const { $ref, 'x-extensible-enum': isOpen } = schema as SchemaObject
  const inner = Object.values(schema).map(getSchema)
  return {
    grows: isOpen !== undefined || inner.some(({ grows }) => grows),
    refers: [...(typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : []), ...inner.flatMap(({ refers }) => refers)],
  }
}
