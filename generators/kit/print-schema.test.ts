import { describe, expect, it } from 'vitest'
import type { SchemaObject } from '../model/json-schema.ts'
import { printSchema } from './print-schema.ts'

const boat = '#/components/schemas/Boat'
const flat = (schema: SchemaObject) => printSchema(schema).text.replaceAll(/\s+/g, ' ')

describe('printSchema', () => {
  it.each<{ readonly given: SchemaObject; readonly want: string }>([
    { given: { type: 'string' }, want: 'string' },
    { given: { type: 'integer' }, want: 'number' },
    { given: { type: ['string', 'null'] }, want: 'string | null' },
    { given: { type: 'null' }, want: 'null' },
    { given: {}, want: 'unknown' },
    { given: { enum: ['a', 'b\'"', -1, true, null] }, want: `"a" | "b'\\"" | -1 | true | null` },
    { given: { type: ['string', 'null'], enum: ['a', null] }, want: '"a" | null' },
    { given: { type: 'string', enum: ['a', 'b'], 'x-open-values': true }, want: '("a" | "b") | (string & {})' },
    { given: { type: ['string', 'null'], enum: ['a', null], 'x-open-values': true }, want: '("a" | null) | (string & {})' },
    { given: { type: 'array', items: { type: 'string', enum: ['a'], 'x-open-values': true } }, want: '("a" | (string & {}))[]' },
    { given: { const: 'motor' }, want: '"motor"' },
    { given: { const: false }, want: 'false' },
    { given: { type: 'array', items: { $ref: boat } }, want: 'Boat[]' },
    { given: { type: 'array', items: { oneOf: [{ type: 'string' }, { $ref: boat }] } }, want: '(string | Boat)[]' },
    { given: { type: 'array' }, want: 'unknown[]' },
    { given: { type: 'object', additionalProperties: { type: 'integer' } }, want: '{ [key: string]: number; }' },
    { given: { type: 'object' }, want: 'Record<string, unknown>' },
    { given: { allOf: [{ $ref: boat }, { type: 'object', properties: { a: { $ref: boat } } }] }, want: 'Boat & { a?: Boat; }' },
    {
      given: { type: 'object', required: ['a'], properties: { a: {}, 'b-c': {}, __proto__x: {} } },
      want: '{ a: unknown; "b-c"?: unknown; __proto__x?: unknown; }',
    },
  ])('prints $want', ({ given, want }) => {
    expect(flat(given)).toBe(want)
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

  it('rejects a reference whose name is no identifier', () => {
    expect(() => printSchema({ $ref: '#/components/schemas/A; evil(); type B' })).toThrow('cannot be a TypeScript identifier')
  })
})
