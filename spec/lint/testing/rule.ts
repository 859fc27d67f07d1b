/** Tests one rule with a table of documents. Each case lists all its findings by location and a part of the message. */
import { describe, expect, it } from 'vitest'
import { lintCases, type LintCase } from './lint.ts'

export interface RuleCase extends LintCase {
  /** `[location, part of the message]`. A location without a file is in `control/things.yaml`. */
  readonly expected: readonly (readonly [place: string, message: string])[]
}

export function testRule(rule: string, cases: readonly RuleCase[], setting: object = {}): void {
  describe(`${rule}`, () => {
    const all = lintCases({ rules: { [`spindrift/${rule}`]: { severity: 'error', ...setting } } }, cases)
    it.each(cases.map((one, index) => ({ ...one, found: all[index] ?? [] })))('$name', ({ expected, found }) => {
      const findings = expected.map(([place, message]) => ({
        at: place.startsWith('#') ? `control/things.yaml${place}` : place,
        message: expect.stringContaining(message) as string,
      }))
      expect(found.map(({ at, message }) => ({ at, message }))).toEqual(findings)
    })
  })
}
