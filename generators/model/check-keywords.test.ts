import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import type { BundledDocument } from './api-model.ts'
import { checkKeywords, escapePointer } from './check-keywords.ts'
import type { SchemaObject } from './json-schema.ts'

const document = { components: { schemas: { Boat: {} } } } as unknown as BundledDocument
const source = { file: 'control/boats.yaml', pointer: '/components/schemas/X' }
/** The cast allows values in the table that the type forbids. */
const check = (schema: unknown) => catchSpecError(() => checkKeywords(document, schema as SchemaObject, source))

describe('checkKeywords', () => {
  it.each<{ readonly input: unknown }>([
    { input: {} },
    { input: { type: 'object', properties: { a: { type: ['string', 'null'], examples: ['x'] } }, additionalProperties: false } },
    { input: { type: 'array', items: { $ref: '#/components/schemas/Boat', description: 'One.' } } },
    { input: { oneOf: [{ type: 'string' }, { type: 'integer' }], discriminator: { propertyName: 'kind' } } },
    // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema
    { input: { allOf: [{ type: 'object' }], not: { required: ['a'] }, if: { properties: { a: true } }, then: {}, else: false } },
    {
      input: { 'x-resource': {}, 'x-lifecycle': {}, 'x-echo': 'chosen', 'x-provenance': { from: 'ours', note: 'So.' } },
    },
    { input: { default: { anyOf: 1 }, const: { 'x-other': 1 }, enum: [{ $ref: 'a' }], examples: [{ nullable: true }] } },
  ])('accepts $input', ({ input }) => {
    expect(check(input)).toBeUndefined()
  })

  it.each([
    { input: { nullable: true }, keyword: 'nullable', pointer: '/nullable' },
    { input: { anyOf: [] }, keyword: 'anyOf', pointer: '/anyOf' },
    { input: { properties: { a: { items: { 'x-other': 1 } } } }, keyword: 'x-other', pointer: '/properties/a/items/x-other' },
    { input: { properties: { 'a/b~c': { readOnly: true } } }, keyword: 'readOnly', pointer: '/properties/a~1b~0c/readOnly' },
    {
      input: { oneOf: [{}, { allOf: [{ patternProperties: {} }] }] },
      keyword: 'patternProperties',
      pointer: '/oneOf/1/allOf/0/patternProperties',
    },
    { input: { additionalProperties: { example: 1 } }, keyword: 'example', pointer: '/additionalProperties/example' },
    { input: { not: { properties: { a: { $defs: {} } } } }, keyword: '$defs', pointer: '/not/properties/a/$defs' },
    { input: JSON.parse('{"__proto__": 1}'), keyword: '__proto__', pointer: '/__proto__' },
    { input: { constructor: 1 }, keyword: 'constructor', pointer: '/constructor' },
  ])('rejects $keyword at $pointer', ({ input, keyword, pointer }) => {
    expect(check(input)).toEqual({
      file: source.file,
      pointer: source.pointer + pointer,
      message: `No generator understands the schema keyword "${keyword}". Use another keyword, or add support in generators/model.`,
    })
  })

  it.each([
    { input: { type: 'text' }, pointer: '/type', message: '"text" is not a JSON Schema type.' },
    { input: { type: ['string', 'nil'] }, pointer: '/type', message: '"nil" is not a JSON Schema type.' },
    { input: { properties: { a: true } }, pointer: '/properties/a', message: 'Expected a schema object, found true.' },
    { input: { oneOf: {} }, pointer: '/oneOf', message: 'Expected a list, found {}.' },
    { input: { enum: 'a' }, pointer: '/enum', message: 'Expected a list, found "a".' },
    { input: { items: [] }, pointer: '/items', message: 'Expected a schema object, found [].' },
    { input: { items: null }, pointer: '/items', message: 'Expected a schema object, found null.' },
    {
      input: { $ref: '#/components/schemas/Ship' },
      pointer: '/$ref',
      message: '"#/components/schemas/Ship" is not a named schema of the bundle.',
    },
    {
      input: { $ref: '#/components/schemas/__proto__' },
      pointer: '/$ref',
      message: '"#/components/schemas/__proto__" is not a named schema of the bundle.',
    },
    {
      input: { $ref: '#/components/schemas/Boat/properties/a' },
      pointer: '/$ref',
      message: '"#/components/schemas/Boat/properties/a" is not a named schema of the bundle.',
    },
    { input: { $ref: 'boats.yaml#/Boat' }, pointer: '/$ref', message: '"boats.yaml#/Boat" is not a named schema of the bundle.' },
    { input: 'string', pointer: '', message: 'Expected a schema object, found "string".' },
  ])('rejects $input', ({ input, pointer, message }) => {
    expect(check(input)).toEqual({ file: source.file, pointer: source.pointer + pointer, message })
  })
})

describe('escapePointer', () => {
  it.each([
    { input: 'a/b', expected: 'a~1b' },
    { input: 'a~b', expected: 'a~0b' },
    { input: '~1', expected: '~01' },
  ])('escapes $input', ({ input, expected }) => {
    expect(escapePointer(input)).toBe(expected)
  })
})
