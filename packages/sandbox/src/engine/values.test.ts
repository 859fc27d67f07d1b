import { expect, it } from 'vitest'
import { uniqueTags, formatJson } from './values.ts'

const cases = [
  { input: { n: 2 ** 63 }, expected: '{"n":9223372036854775807}' },
  { input: { n: -(2 ** 63) }, expected: '{"n":-9223372036854775808}' },
  { input: [2 ** 64, 2 ** 63], expected: '[18446744073709551615,9223372036854775807]' },
  {
    input: { text: 'a "9223372036854776000, 18446744073709552000' },
    expected: String.raw`{"text":"a \"9223372036854776000, 18446744073709552000"}`,
  },
  { input: [19223372036854776000, 1.5, 2 ** 53], expected: '[19223372036854776000,1.5,9007199254740992]' },
]
it.each(cases)('formats $expected', ({ input, expected }) => {
  expect(formatJson(input)).toBe(expected)
})

it('keeps the first of tags that differ in case alone', () => {
  expect(uniqueTags(['b', 'a', 'A', 'a', 'B', 'c'])).toEqual(['b', 'a', 'c'])
})
