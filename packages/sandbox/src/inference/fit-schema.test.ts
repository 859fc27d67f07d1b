import { describe, expect, it } from 'vitest'
import { fitPattern } from './fit-pattern.ts'
import { fitSchema } from './fit-schema.ts'
import { parseHints } from './parse-hints.ts'
import { countTokens, splitTokens } from './tokens.ts'

const fit = (schema: unknown, said = 'Are there 12 copies of The Tide Atlas in the "north" room?') => fitSchema(schema, parseHints(said))

describe('fitSchema', () => {
  it.each([
    { input: { type: 'string' }, expected: 'north' },
    { input: { type: 'integer' }, expected: 12 },
    { input: { type: 'integer', maximum: 9 }, expected: 1 },
    { input: { type: 'integer', exclusiveMinimum: 12, multipleOf: 5 }, expected: 15 },
    { input: { type: 'number', minimum: 0.25, maximum: 0.5 }, expected: 0.25 },
    // Output of zod for an integer.
    { input: { type: 'integer', minimum: -9007199254740991, maximum: 9 }, expected: 1 },
    { input: { type: 'integer', maximum: -3 }, expected: -3 },
    { input: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.25 }, expected: 0.125 },
    { input: { type: 'number', multipleOf: 0.1, minimum: 0.35, maximum: 1 }, expected: 0.4 },
    { input: { const: 7 }, expected: 7 },
    {
      input: { type: 'array', items: { enum: ['south', 'north', 'east'] }, minItems: 3, uniqueItems: true },
      expected: ['north', 'east', 'south'],
    },
    { input: { enum: ['south', 'north'] }, expected: 'north' },
    { input: { type: ['null', 'boolean'] }, expected: true },
    { input: { type: 'null' }, expected: null },
    { input: { type: 'string', maxLength: 3 }, expected: 'nor' },
    { input: { type: 'string', minLength: 8 }, expected: 'north...' },
    { input: { type: 'string', format: 'date' }, expected: '2026-03-14' },
    { input: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, expected: 'AAA-0000' },
    { input: { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, expected: [12, 2, 3] },
    { input: { type: 'array', maxItems: 0 }, expected: [] },
    { input: { prefixItems: [{ const: 1 }, { const: 2 }] }, expected: [1, 2] },
    { input: { oneOf: [{ type: 'null' }, { const: 'x' }] }, expected: 'x' },
    {
      input: { allOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } }, required: ['b'] }] },
      expected: { b: 2, a: 1 },
    },
    { input: { type: 'object', required: ['any'], properties: {} }, expected: { any: 'north' } },
    { input: { type: 'object', additionalProperties: { const: 1 }, minProperties: 2 }, expected: { field_1: 1, field_2: 1 } },
  ])('$input', ({ input, expected }) => {
    expect(fit(input)).toEqual(expected)
  })

  it('resolves references and ends recursive ones', () => {
    const schema = {
      $ref: '#/$defs/book',
      $defs: { book: { type: 'object', properties: { title: { type: 'string' }, next: { $ref: '#/$defs/book' } }, required: ['title'] } },
    }
    const book = fit(schema) as { title: string; next: { title: string } }
    expect(book).toMatchObject({ title: 'north', next: { title: 'north' } })
    const chain = { type: 'object', properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, required: ['next'] }
    expect(JSON.stringify(fit(chain))).toMatch(/^(\{"next":)+null\}+$/)
    expect(() => JSON.stringify(fit({ $ref: '#' }))).not.toThrow()
    const tree = { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' } }, required: ['a', 'b'] }
    expect(JSON.stringify(fit(tree)).length).toBeLessThan(100_000)
    expect(JSON.stringify(fit({ type: 'array', items: { $ref: '#' }, minItems: 60 })).length).toBeLessThan(100_000)
  })
})

it.each([
  '^[a-z]+$',
  '^\\d{4}-\\d{2}$',
  '(foo|bar)+baz?',
  '[^a]',
  '^(?:a|b){2,}\\.x$',
  '\\w+@\\w+\\.[a-z]{2,3}',
  '^[A-Za-z0-9_-]{1,64}$',
  '[+-]?\\d+(\\.\\d+)?',
])('fitPattern matches %s', (pattern) => {
  expect(fitPattern(pattern)).toMatch(new RegExp(pattern))
})

it('returns no text for patterns with lookarounds or unclosed groups', () => {
  for (const pattern of ['(?=a)b', '(a)\\1', '[a', 'a{99999}', '(a', '\\p{L}', 'a)']) expect(fitPattern(pattern)).toBeUndefined()
})

it('splits a text into tokens that join to the same text', () => {
  for (const text of ['Do you have tide tables?', '  two\n\nlines\t', 'Ŵ日本語 123456 🎉', ''])
    expect(splitTokens(text).join('')).toBe(text)
  expect(countTokens('tide tables')).toBe(2)
})
