import { describe, expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { listErrorMessages } from './list-error-messages.ts'
import { createSchemas } from '../model/schemas.ts'

const [api] = loadTinyModel().apis
if (!api) throw new Error('The tiny specification has no API.')
const schemas = createSchemas(api)

const cases: readonly { readonly input: SchemaObject; readonly expected: unknown }[] = [
  { input: { properties: { name: { type: 'string' } } }, expected: undefined },
  { input: { properties: { name: { type: 'string', 'x-messages': 'invalid name' } } }, expected: { name: 'invalid name' } },
  {
    input: { properties: { rules: { items: { properties: { port: { 'x-messages': { pattern: 'invalid port' } } } } } } },
    expected: { 'rules.*.port': { pattern: 'invalid port' } },
  },
  { input: { oneOf: [{ properties: { size: { 'x-messages': 'invalid size' } } }, { type: 'null' }] }, expected: { size: 'invalid size' } },
  {
    input: { properties: { meta: { $ref: '#/components/schemas/Meta', 'x-messages': 'invalid meta' } } },
    expected: { meta: 'invalid meta' },
  },
]

describe('listErrorMessages', () => {
  it.each(cases)('returns $expected for $input', ({ input, expected }) => {
    expect(listErrorMessages(input, schemas)).toEqual(expected)
  })
})
