import { expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'

const cases = [
  { given: { $ref: '#/components/schemas/Volume' }, want: 'Volume' },
  { given: { type: 'array', items: { $ref: '#/components/schemas/Volume' } }, want: 'Volume[]' },
  { given: { type: ['string', 'null'] }, want: 'string | null' },
  { given: { const: 'attach' }, want: '"attach"' },
  { given: { allOf: [{ $ref: '#/x/A' }, { $ref: '#/x/B' }] }, want: 'A & B' },
  { given: { type: 'object', properties: { a: { type: 'string' }, b: { $ref: '#/x/B' } }, required: ['a'] }, want: '{ a, b?: B }' },
  { given: {}, want: 'any' },
] as const

it.each(cases)('describes a schema as $want', ({ given, want }) => {
  expect(describeSchema(given)).toBe(want)
})
