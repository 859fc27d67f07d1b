import { describe, expect, it } from 'vitest'
import { isTooDeep } from './parse-json.ts'

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('how deep a body goes', () => {
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
  ])('is told of $given', ({ given, want }) => {
    expect(isTooDeep(given)).toBe(want)
    if (!want) return
    // The parser would take it.
    expect(() => JSON.parse(given) as unknown).not.toThrow()
  })

  it('is told in one pass, also of a string of backslashes', () => {
    const text = `["${'\\\\'.repeat(500_000)}"]`
    expect(isTooDeep(text)).toBe(false)
  })
})
