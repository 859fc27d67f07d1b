/** Finds where what an operation makes can be read again when its actions have ended. */
import type { Family, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { followReference } from './follow-reference.ts'
import type { SchemaIndex } from './features.ts'

/** A path by the fields of what was made, such as `/v2/droplets/{id}`; empty when nothing is made. */
export function findMadePath({ effect }: Operation, family: Family, schemas: SchemaIndex): string {
  return effect?.kind === 'creates' ? findReadPath(effect.schema, family, schemas) : ''
}

/** Where one of a schema is read, by its fields; empty when it is not. */
export function findReadPath(schema: string, family: Family, schemas: SchemaIndex): string {
  const field = schemas.get(schema)?.resource?.id?.field
  const read = family.operations.find((operation) => operation.effect?.kind === 'gets' && operation.effect.schema === schema)
  return read && field ? read.path.replace(/\{[^}]+\}$/, `{${field}}`) : ''
}

/** Whether its actions are those of `GET /v2/actions`, whose ids are numbers. Others can be read nowhere. */
export function hasReadableActions(body: SchemaObject, schemas: SchemaIndex): boolean {
  const action = followReference(followReference(body, schemas).properties?.['action'], schemas)
  return !action.properties?.['id'] || action.properties['id'].type === 'integer'
}
