import { describe, expect, it } from 'vitest'
import type { Api, Operation } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { type Fields, getFields, listResetFields } from './get-fields.ts'
import { createSchemas } from './schemas.ts'

const text: SchemaObject = { type: 'string' }
const boat: SchemaObject = {
  type: 'object',
  'x-resource': { id: { field: 'id', kind: 'uuid' } },
  properties: {
    id: text,
    name: text,
    flag: { ...text, 'x-echo': 'chosen' },
    berths: { type: 'integer' },
    crew: { type: 'array', items: { type: 'object', properties: { name: text, badge: text } } },
    engine: { type: 'object', properties: { fuel: text, power: { type: 'integer' } } },
  },
}
const made: SchemaObject = {
  type: 'object',
  properties: {
    flag: text,
    berths: { type: 'integer', default: 2 },
    crew: { type: 'array', items: { type: 'object', properties: { name: text } } },
  },
  oneOf: [{ type: 'object', properties: { engine: { type: 'object', properties: { fuel: { ...text, default: 'diesel' } } } } }],
}
const changed: SchemaObject = { type: 'object', properties: { id: text, name: text, flag: text, berths: { type: 'integer' } } }

const operation = (kind: 'creates' | 'replaces', schema: SchemaObject) =>
  ({
    effect: { kind, schema: 'Boat', by: [] },
    body: { required: true, content: [{ mediaType: 'application/json', schema, examples: [] }] },
  }) as unknown as Operation
const api = {
  families: [{ operations: [operation('creates', made), operation('replaces', changed)] }],
  document: { components: { schemas: { Boat: boat } } },
} as unknown as Api

const originsOf = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.fields ? originsOf(field.fields) : [field.origin, ...field.echo].join(' ')]),
  )

describe('getFields', () => {
  const fields = getFields(api, 'Boat', createSchemas(api))

  it('derives who sets each field from the bodies that create and update it, also in nested objects', () => {
    expect(originsOf(fields)).toEqual({
      id: 'platform chosen',
      name: 'echo chosen',
      flag: 'echo chosen',
      berths: 'default',
      crew: { name: 'echo', badge: 'platform' },
      engine: { fuel: 'default', power: 'platform' },
    })
    expect([fields['berths']?.default, fields['engine']?.fields?.['fuel']?.default]).toEqual([2, 'diesel'])
  })

  it('lists the fields that a replacement resets to their defaults', () => {
    expect(listResetFields(api, 'Boat', createSchemas(api))).toEqual(['berths'])
    expect(listResetFields({ ...api, families: [] }, 'Boat', createSchemas(api))).toBeUndefined()
  })
})
