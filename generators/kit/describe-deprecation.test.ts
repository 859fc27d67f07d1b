import { describe, expect, it } from 'vitest'
import { describeDeprecation, nameInClient } from './describe-deprecation.ts'

describe('describeDeprecation', () => {
  it.each([
    {
      given: { since: '2023-09-23', use: 'reservedIps_actions_list' },
      want: 'Use `cloud.reservedIps.actions.list` instead. Deprecated since 23 September 2023.',
    },
    {
      given: { since: '2026-01-01', sunset: '2027-06-30', use: 'Make it in the panel.' },
      want: 'Make it in the panel. Deprecated since 1 January 2026. Sunset on 30 June 2027.',
    },
  ])('describes a deprecation as "$want"', ({ given, want }) => {
    expect(describeDeprecation(given, nameInClient)).toBe(want)
  })
})
