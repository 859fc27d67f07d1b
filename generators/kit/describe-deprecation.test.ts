import { describe, expect, it } from 'vitest'
import { describeDeprecation, nameInClient } from './describe-deprecation.ts'

describe('describeDeprecation', () => {
  it.each([
    {
      input: { since: '2023-09-23', use: 'reservedIps_actions_list' },
      expected: 'Use `cloud.reservedIps.actions.list` instead. Deprecated since 23 September 2023.',
    },
    {
      input: { since: '2026-01-01', sunset: '2027-06-30', use: 'Make it in the panel.' },
      expected: 'Make it in the panel. Deprecated since 1 January 2026. Sunset on 30 June 2027.',
    },
  ])('describes a deprecation as "$expected"', ({ input, expected }) => {
    expect(describeDeprecation(input, nameInClient)).toBe(expected)
  })
})
