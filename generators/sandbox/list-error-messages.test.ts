import { describe, expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { listErrorMessages } from './list-error-messages.ts'
import { createSchemas } from '../model/schemas.ts'

const [api] = loadTinyModel().apis
if (!api) throw new Error('The tiny specification has no API.')
const schemas = createSchemas(api)

const cases: readonly { readonly given: SchemaObject; readonly want: unknown }[] = [
  { given: { properties: { name: { type: 'string' } } }, want: undefined },
  { given: { properties: { name: { type: 'string', 'x-refusal': 'invalid name' } } }, want: { name: 'invalid name' } },
  {
    given: { properties: { rules: { items: { properties: { port: { 'x-refusal': { pattern: 'invalid port' } } } } } } },
    want: { 'rules.*.port': { pattern: 'invalid port' } },
  },
  { given: { oneOf: [{ properties: { size: { 'x-refusal': 'invalid size' } } }, { type: 'null' }] }, want: { size: 'invalid size' } },
  {
    given: { properties: { meta: { $ref: '#/components/schemas/Meta', 'x-refusal': 'invalid meta' } } },
    want: { meta: 'invalid meta' },
  },
]

describe('listErrorMessages', () => {
  it.each(cases)('returns $want for $given', ({ given, want }) => {
    expect(listErrorMessages(given, schemas)).toEqual(want)
  })
})
