import { describe, expect, it } from 'vitest'
import { findLimitViolation } from './parse-json.ts'

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the depth of a body', () => {
  it.each([
    { input: nest(100), expected: false },
    { input: nest(101), expected: true },
    { input: `{"a":${nest(99)}}`, expected: false },
    { input: `{"a":${nest(100)}}`, expected: true },
    // Brackets in strings are text, opening ones and closing ones.
    { input: JSON.stringify({ user_data: 'echo "["\n'.repeat(200) }), expected: false },
    { input: JSON.stringify(['\u001B[31m'.repeat(200)]), expected: false },
    { input: `["${']'.repeat(500)}",${nest(100)}]`, expected: true },
    { input: `["\\"${']'.repeat(500)}",${nest(100)}]`, expected: true },
    { input: String.raw`["\\",${nest(100)}]`, expected: true },
    { input: String.raw`["\\\"",${nest(99)}]`, expected: false },
    { input: `{"${'}'.repeat(500)}":${nest(100)}}`, expected: true },
    // The parser rejects invalid JSON.
    { input: `${']'.repeat(500)}${nest(500)}`, expected: false },
    { input: `"${'['.repeat(500)}`, expected: false },
  ])('is reported for $input', ({ input, expected }) => {
    expect(findLimitViolation(input)).toBe(expected ? 'is nested more than 100 levels deep' : undefined)
    if (!expected) return
    // The parser would take it.
    expect(() => JSON.parse(input) as unknown).not.toThrow()
  })

  it('is measured in linear time, also for a string of backslashes', () => {
    const text = `["${'\\\\'.repeat(500_000)}"]`
    expect(findLimitViolation(text)).toBeUndefined()
  })
})

describe('the number of fields of a body', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"${n}:":[":"]`).join(',')

  it.each([
    { input: 30_000, expected: undefined },
    { input: 30_001, expected: 'has more than 30000 fields' },
  ])('is reported for $input', ({ input, expected }) => {
    expect(findLimitViolation(`[${`{${fields(3)}},`.repeat(input / 3)}{${fields(input % 3)}}]`)).toBe(expected)
  })

  it.each([
    { input: 2000, expected: undefined },
    { input: 2001, expected: 'has an object of more than 2000 fields' },
  ])('is counted for one object without its siblings: $input', ({ input, expected }) => {
    expect(findLimitViolation(`[{${fields(2000)}},{"a":{${fields(input)}},"b":1}]`)).toBe(expected)
  })
})
