import { describe, expect, it } from 'vitest'
import { readFigures, writeRecord } from './write-record.ts'

const proof = { shows: 'Nothing is lost', script: 'crash', args: ['--rounds', '2'] }

describe('the page of figures', () => {
  it('has what a command printed, and nothing of its own', () => {
    const figures = readFigures(
      proof,
      'round 1\n{"check":"crash","passed":11,"total":12,"acknowledged_writes":100245,"skipped":["go"],"servers":[{"name":"prism"}],"left":[],"seed":7}\n',
    )
    const page = writeRecord([{ proof, figures, held: false, seconds: 61.4 }], '2026-11-21')
    expect(page).toContain('| Nothing is lost | `pnpm crash --rounds 2` | 11 of 12 | acknowledged writes 100,245; skipped go | 61 |')
  })

  it.each(['', 'Killed', '{"check":"crash"}', '[]'])('is not written from %j', (output) => {
    expect(() => readFigures(proof, output)).toThrow('pnpm crash --rounds 2 ended without its line of figures')
  })
})
