import { describe, expect, it } from 'vitest'
import type { Api, ApiModel, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas } from '../model/schemas.ts'
import { listSchemaSecrets, listSecrets } from './list-secrets.ts'

const text: SchemaObject = { type: 'string' }
const secret: SchemaObject = { type: 'string', format: 'password' }
const named = (properties: Readonly<Record<string, SchemaObject>>): SchemaObject => ({ type: 'object', properties })
const boat = named({
  pin: secret,
  name: text,
  hooks: { type: 'array', items: named({ url: secret, channel: text }) },
  home: named({ url: text }),
  keys: { type: 'object', additionalProperties: secret },
  codes: { type: 'array', items: secret },
  tender: { $ref: '#/components/schemas/Boat' },
})
const api = { document: { components: { schemas: { Boat: boat } } } } as unknown as Api
const boats = { type: 'array', items: { $ref: '#/components/schemas/Boat' } } as const

describe('the list of secrets', () => {
  it.each([
    { title: 'a property', schema: named({ pin: secret, name: text }), expected: ['pin'] },
    { title: 'a property of a list', schema: named({ boats: { type: 'array', items: named({ pin: secret }) } }), expected: ['pin'] },
    { title: 'a list of secrets', schema: named({ pins: { type: 'array', items: secret } }), expected: ['pins'] },
    { title: 'a map of secrets', schema: named({ keys: { type: 'object', additionalProperties: secret } }), expected: ['keys.*'] },
    { title: 'one of several forms', schema: { oneOf: [named({ a: secret }), named({ b: secret })] }, expected: ['a', 'b'] },
    { title: 'null or a secret', schema: named({ pin: { type: ['string', 'null'], format: 'password' } }), expected: ['pin'] },
    { title: 'no number of the same name', schema: named({ pin: secret, a: named({ pin: { type: 'integer' } }) }), expected: ['pin'] },
    { title: 'a name that is public elsewhere', schema: named({ url: secret, a: named({ url: text }) }), expected: ['.url'] },
    { title: 'a recursive schema', schema: named({ boats }), expected: ['codes', 'hooks.url', 'keys.*', 'pin'] },
  ])('names $title', ({ schema, expected }) => {
    expect(listSchemaSecrets([schema], createSchemas(api))).toEqual(expected)
  })

  it('includes query parameters and responses of every operation', () => {
    const operation = {
      parameters: [
        { in: 'query', name: 'code', schema: secret },
        { in: 'query', name: 'page', schema: text },
      ],
      replies: [{ content: [{ schema: named({ boats, error: named({ code: text }) }) }] }],
    } as unknown as Operation
    const model = { apis: [{ ...api, families: [{ operations: [operation] }] }] } as unknown as ApiModel
    expect(listSecrets(model)).toEqual(['.code', 'codes', 'hooks.url', 'keys.*', 'pin'])
  })
})
