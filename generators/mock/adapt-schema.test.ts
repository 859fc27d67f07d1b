import { describe, expect, it } from 'vitest'
import { loadTinyBundles } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { adaptParameterSchema, adaptSchema } from './adapt-schema.ts'
import { createContext } from './api-context.ts'
import { sampleSchema } from './sample-schema.ts'
import { emitTextBody } from './emit-text-body.ts'

const [api] = buildModel(loadTinyBundles(new URL('tiny-spec/', import.meta.url))).apis
if (!api) throw new Error('the tiny bundles have changed')
const context = createContext(api)

describe('adaptSchema', () => {
  it.each<{ input: SchemaObject; expected: unknown }>([
    {
      input: { type: 'string', description: 'Words.', examples: ['a'], 'x-provenance': { from: 'ours', note: 'Ours.' } },
      expected: { type: 'string' },
    },
    { input: { type: ['string', 'null'], const: null }, expected: { type: ['string', 'null'], const: null } },
    {
      input: { properties: { description: { type: 'string' }, examples: { type: 'array' } } },
      expected: { properties: { description: { type: 'string' }, examples: { type: 'array' } } },
    },
    { input: { $ref: '#/components/schemas/Region', description: 'Where.' }, expected: { $ref: '#/components/schemas/control.Region' } },
    {
      input: { $ref: '#/components/schemas/Region', not: { const: 'ams3' } },
      expected: { allOf: [{ $ref: '#/components/schemas/control.Region' }], not: { const: 'ams3' } },
    },
    {
      input: { additionalProperties: false, if: { properties: { a: false } } } as unknown as SchemaObject,
      expected: { additionalProperties: false, if: { properties: { a: false } } },
    },
    {
      input: { type: 'string', enum: ['a', ''], examples: ['b'], 'x-extensible-enum': true },
      expected: { type: 'string', examples: ['a'] },
    },
    {
      input: { oneOf: [{ type: 'string', title: 'A' }], discriminator: { propertyName: 'kind' } },
      expected: { oneOf: [{ type: 'string' }] },
    },
  ])('adapts $input', ({ input, expected }) => {
    expect(adaptSchema(context, input)).toEqual(expected)
  })

  it('rejects a reference that it cannot rename', () => {
    expect(() => adaptSchema(context, { $ref: '#/paths/~1v2~1volumes' })).toThrow('#/components/<kind>/<name>')
  })
})

describe('adaptParameterSchema', () => {
  it.each<{ input: SchemaObject; expected: unknown }>([
    { input: { type: ['array', 'null'], items: { type: ['integer', 'null'] } }, expected: { type: 'array', items: { type: 'integer' } } },
    {
      input: { oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
      expected: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    },
    { input: { $ref: '#/components/schemas/Region' }, expected: { type: 'string', enum: ['nyc3', 'ams3'] } },
  ])('adapts the parameter schema $input', ({ input, expected }) => {
    expect(adaptParameterSchema(context, input)).toEqual(expected)
  })
})

describe('sampleSchema', () => {
  it.each<{ input: SchemaObject; expected: unknown }>([
    { input: { type: 'string', examples: ['web-01'] }, expected: 'web-01' },
    { input: { const: 'disk' }, expected: 'disk' },
    { input: { type: 'string', enum: ['nyc3', 'ams3'] }, expected: 'nyc3' },
    { input: { type: ['null', 'integer'], minimum: 5 }, expected: 5 },
    { input: { type: 'array', items: { type: 'boolean' } }, expected: [true] },
    { input: { oneOf: [{ type: 'string', examples: ['a'] }, { type: 'integer' }] }, expected: 'a' },
    {
      input: { allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }], properties: { b: { type: 'null' } } },
      expected: { a: 1, b: null },
    },
    { input: { $ref: '#/components/schemas/ApiError' }, expected: { id: 'some_error', message: 'Something went wrong.' } },
  ])('samples $input', ({ input, expected }) => {
    expect(sampleSchema(context, input)).toEqual(expected)
  })

  it('terminates for a schema that contains itself', () => {
    const schemas = api.document.components?.['schemas'] as Record<string, SchemaObject> | undefined
    const { examples: _, ...volume } = schemas?.['Volume'] ?? {}
    expect(sampleSchema(context, volume)).toMatchObject({ name: 'covers-data', region: 'nyc3' })
  })
})

describe('emitTextBody', () => {
  it.each([
    { input: ['text/csv', 'a,b\n'], expected: 'a,b\n' },
    { input: ['text/event-stream', [{ n: 1 }, 'two']], expected: 'data: {"n":1}\n\ndata: two\n\ndata: [DONE]\n\n' },
    { input: ['application/jsonl', [{ n: 1 }, { n: 2 }]], expected: '{"n":1}\n{"n":2}\n' },
  ])('emits $input', ({ input: [mediaType, value], expected }) => {
    expect(emitTextBody(mediaType as string, value)).toBe(expected)
  })
})
