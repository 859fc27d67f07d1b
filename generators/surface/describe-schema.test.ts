import { expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'

const cases = [
  { input: { $ref: '#/components/schemas/Volume' }, expected: 'Volume' },
  { input: { type: 'array', items: { $ref: '#/components/schemas/Volume' } }, expected: 'Volume[]' },
  { input: { type: ['string', 'null'] }, expected: 'string | null' },
  { input: { const: 'attach' }, expected: '"attach"' },
  { input: { allOf: [{ $ref: '#/x/A' }, { $ref: '#/x/B' }] }, expected: 'A & B' },
  { input: { type: 'object', properties: { a: { type: 'string' }, b: { $ref: '#/x/B' } }, required: ['a'] }, expected: '{ a, b?: B }' },
  { input: {}, expected: 'any' },
] as const

it.each(cases)('describes a schema as $expected', ({ input, expected }) => {
  expect(describeSchema(input)).toBe(expected)
})
