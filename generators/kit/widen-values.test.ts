import { describe, expect, it } from 'vitest'
import { widenAllValues } from './widen-values.ts'

describe('widenAllValues', () => {
  it.each([
    { given: { type: 'string', enum: ['a', 'b'] }, want: { type: 'string', enum: ['a', 'b'] } },
    { given: { type: 'string', enum: ['a', 'b'], 'x-open-values': true }, want: { type: 'string', minLength: 1, examples: ['a', 'b'] } },
    {
      given: { type: ['string', 'null'], enum: ['a', '', null], examples: ['a'], 'x-open-values': 'Region' },
      want: { type: ['string', 'null'], examples: ['a'] },
    },
    {
      given: { properties: { where: { items: { enum: ['a'], type: 'string', 'x-open-values': 'Region' } } } },
      want: { properties: { where: { items: { type: 'string', minLength: 1, examples: ['a'] } } } },
    },
  ])('widens $given', ({ given, want }) => {
    expect(widenAllValues<unknown>(given)).toEqual(want)
  })
})
