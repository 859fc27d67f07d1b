import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import type { BundledDocument } from './api-model.ts'
import { checkKeywords, escapePointer } from './check-keywords.ts'
import type { SchemaObject } from './json-schema.ts'

const document = { components: { schemas: { Boat: {} } } } as unknown as BundledDocument
const source = { file: 'control/boats.yaml', pointer: '/components/schemas/X' }
/** The cast lets a table hold what the type forbids. */
const check = (schema: unknown) => catchSpecError(() => checkKeywords(document, schema as SchemaObject, source))

describe('checkKeywords', () => {
  it.each<{ readonly given: unknown }>([
    { given: {} },
    { given: { type: 'object', properties: { a: { type: ['string', 'null'], examples: ['x'] } }, additionalProperties: false } },
    { given: { type: 'array', items: { $ref: '#/components/schemas/Boat', description: 'One.' } } },
    { given: { oneOf: [{ type: 'string' }, { type: 'integer' }], discriminator: { propertyName: 'kind' } } },
    // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema
    { given: { allOf: [{ type: 'object' }], not: { required: ['a'] }, if: { properties: { a: true } }, then: {}, else: false } },
    {
      given: { 'x-resource': {}, 'x-lifecycle': {}, 'x-echo': 'chosen', 'x-renamed-from': 'a', 'x-stability': 'beta', 'x-decision': 'So.' },
    },
    { given: { default: { anyOf: 1 }, const: { 'x-other': 1 }, enum: [{ $ref: 'a' }], examples: [{ nullable: true }] } },
  ])('accepts $given', ({ given }) => {
    expect(check(given)).toBeUndefined()
  })

  it.each([
    { given: { nullable: true }, keyword: 'nullable', pointer: '/nullable' },
    { given: { anyOf: [] }, keyword: 'anyOf', pointer: '/anyOf' },
    { given: { properties: { a: { items: { 'x-other': 1 } } } }, keyword: 'x-other', pointer: '/properties/a/items/x-other' },
    { given: { properties: { 'a/b~c': { readOnly: true } } }, keyword: 'readOnly', pointer: '/properties/a~1b~0c/readOnly' },
    {
      given: { oneOf: [{}, { allOf: [{ patternProperties: {} }] }] },
      keyword: 'patternProperties',
      pointer: '/oneOf/1/allOf/0/patternProperties',
    },
    { given: { additionalProperties: { example: 1 } }, keyword: 'example', pointer: '/additionalProperties/example' },
    { given: { not: { properties: { a: { $defs: {} } } } }, keyword: '$defs', pointer: '/not/properties/a/$defs' },
    { given: JSON.parse('{"__proto__": 1}'), keyword: '__proto__', pointer: '/__proto__' },
    { given: { constructor: 1 }, keyword: 'constructor', pointer: '/constructor' },
  ])('rejects $keyword at $pointer', ({ given, keyword, pointer }) => {
    expect(check(given)).toEqual({
      file: source.file,
      pointer: source.pointer + pointer,
      message: `No generator understands the schema keyword "${keyword}". Use another keyword, or add support in generators/model.`,
    })
  })

  it.each([
    { given: { type: 'text' }, pointer: '/type', message: '"text" is not a JSON Schema type.' },
    { given: { type: ['string', 'nil'] }, pointer: '/type', message: '"nil" is not a JSON Schema type.' },
    { given: { properties: { a: true } }, pointer: '/properties/a', message: 'Expected a schema object, found true.' },
    { given: { oneOf: {} }, pointer: '/oneOf', message: 'Expected a list, found {}.' },
    { given: { enum: 'a' }, pointer: '/enum', message: 'Expected a list, found "a".' },
    { given: { items: [] }, pointer: '/items', message: 'Expected a schema object, found [].' },
    { given: { items: null }, pointer: '/items', message: 'Expected a schema object, found null.' },
    {
      given: { $ref: '#/components/schemas/Ship' },
      pointer: '/$ref',
      message: '"#/components/schemas/Ship" is not a named schema of the bundle.',
    },
    {
      given: { $ref: '#/components/schemas/__proto__' },
      pointer: '/$ref',
      message: '"#/components/schemas/__proto__" is not a named schema of the bundle.',
    },
    {
      given: { $ref: '#/components/schemas/Boat/properties/a' },
      pointer: '/$ref',
      message: '"#/components/schemas/Boat/properties/a" is not a named schema of the bundle.',
    },
    { given: { $ref: 'boats.yaml#/Boat' }, pointer: '/$ref', message: '"boats.yaml#/Boat" is not a named schema of the bundle.' },
    { given: 'string', pointer: '', message: 'Expected a schema object, found "string".' },
  ])('rejects $given', ({ given, pointer, message }) => {
    expect(check(given)).toEqual({ file: source.file, pointer: source.pointer + pointer, message })
  })
})

describe('escapePointer', () => {
  it.each([
    { given: 'a/b', want: 'a~1b' },
    { given: 'a~b', want: 'a~0b' },
    { given: '~1', want: '~01' },
  ])('escapes $given', ({ given, want }) => {
    expect(escapePointer(given)).toBe(want)
  })
})
