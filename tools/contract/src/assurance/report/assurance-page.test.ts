import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repoFolder } from '../../load-specification.ts'
import { formatRow, listRows, parseFigures } from './assurance-page.ts'

describe('the page of figures', () => {
  it('contains only the printed output of a command', () => {
    const [row] = listRows(
      '# Page\n\n| check | command |\n|---|---|\n| Kills | `pnpm verify crash --rounds 3` | 1 of 1 | All. | – | None. | 5 | – |\n',
    )
    expect(row?.args).toEqual(['crash', '--rounds', '3'])
    const figures = parseFigures(
      'crash',
      'round 1\n{"check":"crash","passed":11,"total":12,"acknowledged_writes":100245,"skipped":["go"],"not_applicable":{"ping":"needs a bell"},"areas":{"edge":{"run":1000,"killed":9}},"made":{"tags":3},"servers":[{"name":"prism"}],"left":[],"seed":7}\n',
    )
    expect(row && formatRow(row, { figures, passed: true, seconds: 61.4 }, '2026-11-21')).toBe(
      '| Kills | `pnpm verify crash --rounds 3` | 11 of 12 | All. | acknowledged writes 100,245; skipped go; not applicable ping (needs a bell); areas edge (run 1,000, killed 9) | None. | 61 | 2026-11-21 |',
    )
  })

  it('has a row for each verification', () => {
    const rows = listRows(readFileSync(`${repoFolder}docs/assurance.md`, 'utf8'))
    expect(rows.length).toBeGreaterThan(25)
    for (const { line } of rows) expect(line.split(' | '), line).toHaveLength(8)
  })

  it.each(['', 'Killed', '{"check":"crash"}', '[]'])('is not formatted from %j', (output) => {
    expect(() => parseFigures('crash', output)).toThrow('crash ended without its line of figures')
  })
})
