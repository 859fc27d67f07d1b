import { expect, it } from 'vitest'
import { renderDuration } from './render-duration.ts'

const cases = [
  { given: 'PT10S', want: '10 seconds' },
  { given: 'PT1M', want: '1 minute' },
  { given: 'P1DT2H30M', want: '1 day 2 hours 30 minutes' },
  { given: 'P1W', want: 'P1W' },
  { given: 'soon', want: 'soon' },
]

it.each(cases)('renders $given', ({ given, want }) => {
  expect(renderDuration(given)).toBe(want)
})
