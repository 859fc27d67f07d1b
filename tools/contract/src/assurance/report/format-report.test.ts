import { describe, expect, it } from 'vitest'
import { type Verification, verifications, formatCommand } from './verifications.ts'
import { parseFigures, formatReport } from './format-report.ts'

const [verification, other] = verifications as readonly [Verification, Verification]
const command = formatCommand(verification)

describe('the page of figures', () => {
  it('contains only the printed output of a command', () => {
    const figures = parseFigures(
      verification,
      'round 1\n{"check":"crash","passed":11,"total":12,"acknowledged_writes":100245,"skipped":["go"],"not_applicable":{"ping":"needs a bell"},"areas":{"edge":{"run":1000,"killed":9}},"made":{"tags":3},"servers":[{"name":"prism"}],"left":[],"seed":7}\n',
    )
    const result = { verification, figures, passed: true, seconds: 61.4 }
    const row = `| ${verification.title} | \`${command}\` | 11 of 12 | ${verification.scope} | acknowledged writes 100,245; skipped go; not applicable ping (needs a bell); areas edge (run 1,000, killed 9) | ${verification.gaps} | 61 | 2026-11-21 |`
    const page = formatReport([result], '2026-11-21')
    expect(page.split('\n').at(-2)).toBe(row)
    const later = formatReport([{ ...result, verification: other }], '2026-11-22', page)
    expect(later.split('\n').slice(-3)).toEqual([row, expect.stringContaining(`\`${formatCommand(other)}\``), ''])
    expect(formatReport([result], '2026-11-21', later)).toBe(later)
    expect(formatReport([result], '2026-11-22', '| a | `pnpm verify gone` | 1 of 1 | b | c | d | 1 | 2026-11-20 |')).not.toContain('gone')
  })

  it.each(['', 'Killed', '{"check":"crash"}', '[]'])('is not formatted from %j', (output) => {
    expect(() => parseFigures(verification, output)).toThrow(`${command} ended without its line of figures`)
  })
})
