/** Tests one rule of ours on a table of documents: each finding by its place and by words of its message, and no other. */
import { describe, expect, it } from 'vitest'
import { lintCases, type LintCase } from './lint.ts'

export interface RuleCase extends LintCase {
  /** `[place, words of the message]`; the place without its file is in `control/things.yaml`. */
  readonly want: readonly (readonly [place: string, message: string])[]
}

export function testRule(rule: string, cases: readonly RuleCase[], setting: object = {}): void {
  describe(`${rule}`, () => {
    const all = lintCases({ rules: { [`spindrift/${rule}`]: { severity: 'error', ...setting } } }, cases)
    it.each(cases.map((one, index) => ({ ...one, found: all[index] ?? [] })))('$name', ({ want, found }) => {
      const expected = want.map(([place, message]) => ({
        at: place.startsWith('#') ? `control/things.yaml${place}` : place,
        message: expect.stringContaining(message) as string,
      }))
      expect(found.map(({ at, message }) => ({ at, message }))).toEqual(expected)
    })
  })
}
