/** Finds the positional arguments of an operation: the ids of its path in order, then the fields of its body or query. */
import type { Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import { followReference } from './follow-reference.ts'
import type { Arguments, SchemaIndex } from './features.ts'

/** Returns undefined if positional arguments cannot express all required parameters. */
export function findArguments(operation: Operation, schemas: SchemaIndex): Arguments | undefined {
  const { parameters, body } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const part = body ? 'body' : query.length > 0 ? 'query' : ''
  if (parameters.some((parameter) => parameter.required && parameter.in !== 'path' && parameter.in !== part)) return undefined
  const ids = [...operation.path.matchAll(/\{(.+?)\}/g)].flatMap(([, name]) =>
    parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name),
  )
  const names = body ? body.content.flatMap(({ schema }) => nameFields(schema, schemas)) : query.map(({ name }) => name)
  const conflict = names.find((name) => ['path', 'query', 'header', 'body'].includes(name))
  if (conflict && ids.length === 0) {
    throw new SpecError(
      operation.source,
      `A field named "${conflict}" of ${operation.id} has the name of a request part. Rename the field.`,
    )
  }
  return { ids, part, isRequired: body ? body.required : query.some(({ required }) => required) }
}

function nameFields(schema: SchemaObject, schemas: SchemaIndex): string[] {
  const { properties = {}, allOf = [], oneOf = [] } = followReference(schema, schemas)
  return [...Object.keys(properties), ...[...allOf, ...oneOf].flatMap((part) => nameFields(part, schemas))]
}
