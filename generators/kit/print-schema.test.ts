import { describe, expect, it } from 'vitest'
import type { SchemaObject } from '../model/json-schema.ts'
import { printSchema } from './print-schema.ts'

const boat = '#/components/schemas/Boat'
const flat = (schema: SchemaObject) => printSchema(schema).text.replaceAll(/\s+/g, ' ')

describe('printSchema', () => {
  it.each<{ readonly input: SchemaObject; readonly expected: string }>([
    { input: { type: 'string' }, expected: 'string' },
    { input: { type: 'integer' }, expected: 'number' },
    { input: { type: ['string', 'null'] }, expected: 'string | null' },
    { input: { type: 'null' }, expected: 'null' },
    { input: {}, expected: 'unknown' },
    { input: { enum: ['a', 'b\'"', -1, true, null] }, expected: `"a" | "b'\\"" | -1 | true | null` },
    { input: { type: ['string', 'null'], enum: ['a', null] }, expected: '"a" | null' },
    { input: { type: 'string', enum: ['a', 'b'], 'x-extensible-enum': true }, expected: '("a" | "b") | (string & {})' },
    { input: { type: ['string', 'null'], enum: ['a', null], 'x-extensible-enum': true }, expected: '("a" | null) | (string & {})' },
    { input: { type: 'array', items: { type: 'string', enum: ['a'], 'x-extensible-enum': true } }, expected: '("a" | (string & {}))[]' },
    { input: { const: 'motor' }, expected: '"motor"' },
    { input: { const: false }, expected: 'false' },
    { input: { type: 'array', items: { $ref: boat } }, expected: 'Boat[]' },
    { input: { type: 'array', items: { oneOf: [{ type: 'string' }, { $ref: boat }] } }, expected: '(string | Boat)[]' },
    { input: { type: 'array' }, expected: 'unknown[]' },
    { input: { type: 'object', additionalProperties: { type: 'integer' } }, expected: '{ [key: string]: number; }' },
    { input: { type: 'object' }, expected: 'Record<string, unknown>' },
    { input: { allOf: [{ $ref: boat }, { type: 'object', properties: { a: { $ref: boat } } }] }, expected: 'Boat & { a?: Boat; }' },
    {
      input: { type: 'object', required: ['a'], properties: { a: {}, 'b-c': {}, __proto__x: {} } },
      expected: '{ a: unknown; "b-c"?: unknown; __proto__x?: unknown; }',
    },
  ])('prints $expected', ({ input, expected }) => {
    expect(flat(input)).toBe(expected)
  })

  it('lists the referenced schemas and recognizes objects', () => {
    const printed = printSchema({
      type: 'object',
      properties: { a: { $ref: boat }, b: { type: 'array', items: { $ref: '#/components/schemas/Crew' } } },
    })
    expect([...printed.mentions]).toEqual(['Boat', 'Crew'])
    expect(printed.isObject).toBe(true)
    expect(printSchema({ $ref: boat }).isObject).toBe(false)
  })

  it('documents a property with its own comment format instead of that of openapi-typescript', () => {
    const { text } = printSchema({
      type: 'object',
      properties: { a: { type: 'string', title: 'T', format: 'uuid', enum: ['x'], description: 'What a is.' }, b: { format: 'date' } },
    })
    expect(text).toBe('{\n    /** What a is. */\n    a?: "x";\n    b?: unknown;\n}')
  })

  it('documents a referring property with the description of its target, unless it has its own', () => {
    const documented = new Map([['Boat', { description: 'A boat’s number.', examples: ['b-1'] }]])
    const { text } = printSchema({ type: 'object', properties: { a: { $ref: boat }, b: { $ref: boat, description: 'Mine.' } } }, documented)
    expect(text).toContain('/**\n     * A boat’s number.\n     * @example b-1\n     */\n    a?: Boat;')
    expect(text).toContain('* Mine.\n')
  })

  it('escapes invisible characters in strings', () => {
    expect(printSchema({ enum: ['\u202e\u2028'] }).text).toBe('"\\u202e\\u2028"')
  })

  it('rejects a reference whose name is not an identifier', () => {
    expect(() => printSchema({ $ref: '#/components/schemas/A; evil(); type B' })).toThrow('cannot be a TypeScript identifier')
  })
})
