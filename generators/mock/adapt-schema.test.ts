import { describe, expect, it } from 'vitest'
import { buildModel } from '../model/build-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { adaptParameterSchema, adaptSchema } from './adapt-schema.ts'
import { createContext } from './api-context.ts'
import { sampleSchema } from './sample-schema.ts'
import { tinyBundles } from './tiny-bundles.ts'
import { emitTextBody } from './emit-text-body.ts'

const [api] = buildModel(tinyBundles()).apis
if (!api) throw new Error('the tiny bundles have changed')
const context = createContext(api)

describe('adaptSchema', () => {
  it.each<{ given: SchemaObject; want: unknown }>([
    { given: { type: 'string', description: 'Words.', examples: ['a'], 'x-decision': 'Ours.' }, want: { type: 'string' } },
    { given: { type: ['string', 'null'], const: null }, want: { type: ['string', 'null'], const: null } },
    {
      given: { properties: { description: { type: 'string' }, examples: { type: 'array' } } },
      want: { properties: { description: { type: 'string' }, examples: { type: 'array' } } },
    },
    { given: { $ref: '#/components/schemas/Region', description: 'Where.' }, want: { $ref: '#/components/schemas/control.Region' } },
    {
      given: { $ref: '#/components/schemas/Region', not: { const: 'ams3' } },
      want: { allOf: [{ $ref: '#/components/schemas/control.Region' }], not: { const: 'ams3' } },
    },
    {
      given: { additionalProperties: false, if: { properties: { a: false } } } as unknown as SchemaObject,
      want: { additionalProperties: false, if: { properties: { a: false } } },
    },
    { given: { type: 'string', enum: ['a', ''], examples: ['b'], 'x-open-values': true }, want: { type: 'string', examples: ['a'] } },
    { given: { oneOf: [{ type: 'string', title: 'A' }], discriminator: { propertyName: 'kind' } }, want: { oneOf: [{ type: 'string' }] } },
  ])('adapts $given', ({ given, want }) => {
    expect(adaptSchema(context, given)).toEqual(want)
  })

  it('rejects a reference that it cannot rename', () => {
    expect(() => adaptSchema(context, { $ref: '#/paths/~1v2~1volumes' })).toThrow('#/components/<kind>/<name>')
  })
})

describe('adaptParameterSchema', () => {
  it.each<{ given: SchemaObject; want: unknown }>([
    { given: { type: ['array', 'null'], items: { type: ['integer', 'null'] } }, want: { type: 'array', items: { type: 'integer' } } },
    {
      given: { oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
      want: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    },
    { given: { $ref: '#/components/schemas/Region' }, want: { type: 'string', enum: ['nyc3', 'ams3'] } },
  ])('adapts the parameter schema $given', ({ given, want }) => {
    expect(adaptParameterSchema(context, given)).toEqual(want)
  })
})

describe('sampleSchema', () => {
  it.each<{ given: SchemaObject; want: unknown }>([
    { given: { type: 'string', examples: ['web-01'] }, want: 'web-01' },
    { given: { const: 'disk' }, want: 'disk' },
    { given: { type: 'string', enum: ['nyc3', 'ams3'] }, want: 'nyc3' },
    { given: { type: ['null', 'integer'], minimum: 5 }, want: 5 },
    { given: { type: 'array', items: { type: 'boolean' } }, want: [true] },
    { given: { oneOf: [{ type: 'string', examples: ['a'] }, { type: 'integer' }] }, want: 'a' },
    {
      given: { allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }], properties: { b: { type: 'null' } } },
      want: { a: 1, b: null },
    },
    { given: { $ref: '#/components/schemas/ApiError' }, want: { id: 'some_error', message: 'Something went wrong.' } },
  ])('samples $given', ({ given, want }) => {
    expect(sampleSchema(context, given)).toEqual(want)
  })

  it('terminates for a schema that contains itself', () => {
    const schemas = api.document.components?.['schemas'] as Record<string, SchemaObject> | undefined
    const { examples: _, ...volume } = schemas?.['Volume'] ?? {}
    expect(sampleSchema(context, volume)).toMatchObject({ name: 'covers-data', region: 'nyc3' })
  })
})

describe('emitTextBody', () => {
  it.each([
    { given: ['text/csv', 'a,b\n'], want: 'a,b\n' },
    { given: ['text/event-stream', [{ n: 1 }, 'two']], want: 'data: {"n":1}\n\ndata: two\n\ndata: [DONE]\n\n' },
    { given: ['application/jsonl', [{ n: 1 }, { n: 2 }]], want: '{"n":1}\n{"n":2}\n' },
  ])('emits $given', ({ given: [mediaType, value], want }) => {
    expect(emitTextBody(mediaType as string, value)).toBe(want)
  })
})
