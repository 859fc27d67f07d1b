import { describe, expect, it } from 'vitest'
import { findLimitViolation } from './parse-json.ts'

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the depth of a body', () => {
  it.each([
    { given: nest(100), want: false },
    { given: nest(101), want: true },
    { given: `{"a":${nest(99)}}`, want: false },
    { given: `{"a":${nest(100)}}`, want: true },
    // Brackets in strings are text, opening ones and closing ones.
    { given: JSON.stringify({ user_data: 'echo "["\n'.repeat(200) }), want: false },
    { given: JSON.stringify(['\u001B[31m'.repeat(200)]), want: false },
    { given: `["${']'.repeat(500)}",${nest(100)}]`, want: true },
    { given: `["\\"${']'.repeat(500)}",${nest(100)}]`, want: true },
    { given: String.raw`["\\",${nest(100)}]`, want: true },
    { given: String.raw`["\\\"",${nest(99)}]`, want: false },
    { given: `{"${'}'.repeat(500)}":${nest(100)}}`, want: true },
    // What is no JSON is for the parser to refuse.
    { given: `${']'.repeat(500)}${nest(500)}`, want: false },
    { given: `"${'['.repeat(500)}`, want: false },
  ])('is reported for $given', ({ given, want }) => {
    expect(findLimitViolation(given)).toBe(want ? 'is nested more than 100 levels deep' : undefined)
    if (!want) return
    // The parser would take it.
    expect(() => JSON.parse(given) as unknown).not.toThrow()
  })

  it('is measured in linear time, also for a string of backslashes', () => {
    const text = `["${'\\\\'.repeat(500_000)}"]`
    expect(findLimitViolation(text)).toBeUndefined()
  })
})

describe('the number of fields of a body', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"${n}:":[":"]`).join(',')

  it.each([
    { given: 30_000, want: undefined },
    { given: 30_001, want: 'has more than 30000 fields' },
  ])('is reported for $given', ({ given, want }) => {
    expect(findLimitViolation(`[${`{${fields(3)}},`.repeat(given / 3)}{${fields(given % 3)}}]`)).toBe(want)
  })

  it.each([
    { given: 2000, want: undefined },
    { given: 2001, want: 'has an object of more than 2000 fields' },
  ])('is counted for one object without its siblings: $given', ({ given, want }) => {
    expect(findLimitViolation(`[{${fields(2000)}},{"a":{${fields(given)}},"b":1}]`)).toBe(want)
  })
})
