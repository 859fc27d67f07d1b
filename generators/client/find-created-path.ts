/** Finds the path of the resource that an operation creates, to read it after its actions have ended. */
import type { Family, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { followReference } from './follow-reference.ts'
import type { SchemaIndex } from './features.ts'

/** Path template with fields of the created resource, such as `/v2/droplets/{id}`; empty if nothing is created. */
export function findCreatedPath({ effect }: Operation, family: Family, schemas: SchemaIndex): string {
  return effect?.kind === 'creates' ? findReadPath(effect.schema, family, schemas) : ''
}

/** Path template to read a resource of this schema; empty if there is no such operation. */
export function findReadPath(schema: string, family: Family, schemas: SchemaIndex): string {
  const field = schemas.get(schema)?.resource?.id?.field
  const read = family.operations.find((operation) => operation.effect?.kind === 'gets' && operation.effect.schema === schema)
  return read && field ? read.path.replace(/\{[^}]+\}$/, `{${field}}`) : ''
}

/** True if the actions are those of `GET /v2/actions`, which have numeric ids. Actions on NFS shares have none, and other states. */
export function hasReadableActions(body: SchemaObject, schemas: SchemaIndex): boolean {
  const { properties } = followReference(followReference(body, schemas).properties?.['action'], schemas)
  if (!properties) return true
  return properties['id']?.type === 'integer' && (properties['status']?.enum?.includes('in-progress') ?? true)
}
