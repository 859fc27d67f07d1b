import { expect, it } from 'vitest'
import { uniqueTags, formatJson } from './values.ts'

const cases = [
  { given: { n: 2 ** 63 }, want: '{"n":9223372036854775807}' },
  { given: { n: -(2 ** 63) }, want: '{"n":-9223372036854775808}' },
  { given: [2 ** 64, 2 ** 63], want: '[18446744073709551615,9223372036854775807]' },
  {
    given: { text: 'a "9223372036854776000, 18446744073709552000' },
    want: String.raw`{"text":"a \"9223372036854776000, 18446744073709552000"}`,
  },
  { given: [19223372036854776000, 1.5, 2 ** 53], want: '[19223372036854776000,1.5,9007199254740992]' },
]
it.each(cases)('formats $want', ({ given, want }) => {
  expect(formatJson(given)).toBe(want)
})

it('keeps the first of tags that differ in case alone', () => {
  expect(uniqueTags(['b', 'a', 'A', 'a', 'B', 'c'])).toEqual(['b', 'a', 'c'])
})
