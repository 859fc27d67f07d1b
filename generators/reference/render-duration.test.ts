import { expect, it } from 'vitest'
import { renderDuration } from './render-duration.ts'

const cases = [
  { input: 'PT10S', expected: '10 seconds' },
  { input: 'PT1M', expected: '1 minute' },
  { input: 'P1DT2H30M', expected: '1 day 2 hours 30 minutes' },
  { input: 'P1W', expected: 'P1W' },
  { input: 'soon', expected: 'soon' },
]

it.each(cases)('renders $input', ({ input, expected }) => {
  expect(renderDuration(input)).toBe(expected)
})
