import { describe, expect, it } from 'vitest'
import { widenAllValues } from './widen-values.ts'

describe('widenAllValues', () => {
  it.each([
    { input: { type: 'string', enum: ['a', 'b'] }, expected: { type: 'string', enum: ['a', 'b'] } },
    {
      input: { type: 'string', enum: ['a', 'b'], 'x-extensible-enum': true },
      expected: { type: 'string', minLength: 1, examples: ['a', 'b'] },
    },
    {
      input: { type: ['string', 'null'], enum: ['a', '', null], examples: ['a'], 'x-extensible-enum': 'Region' },
      expected: { type: ['string', 'null'], examples: ['a'] },
    },
    {
      input: { properties: { where: { items: { enum: ['a'], type: 'string', 'x-extensible-enum': 'Region' } } } },
      expected: { properties: { where: { items: { type: 'string', minLength: 1, examples: ['a'] } } } },
    },
  ])('widens $input', ({ input, expected }) => {
    expect(widenAllValues<unknown>(input)).toEqual(expected)
  })
})
