import { describe, expect, it } from 'vitest'
import { readFigures, writeRecord } from './write-record.ts'

const proof = { shows: 'Nothing is lost', covers: 'writes × moments', unseen: 'disks that lie', what: 'crash', args: ['--rounds', '2'] }

describe('the page of figures', () => {
  it('has what a command printed, and nothing of its own', () => {
    const figures = readFigures(
      proof,
      'round 1\n{"check":"crash","passed":11,"total":12,"acknowledged_writes":100245,"skipped":["go"],"not_applicable":{"ping":"needs a bell"},"servers":[{"name":"prism"}],"left":[],"seed":7}\n',
    )
    const page = writeRecord([{ proof, figures, held: false, seconds: 61.4 }], '2026-11-21')
    expect(page).toContain(
      '| Nothing is lost | `pnpm prove crash --rounds 2` | 11 of 12 | writes × moments | acknowledged writes 100,245; skipped go; not applicable ping (needs a bell) | disks that lie | 61 |',
    )
  })

  it.each(['', 'Killed', '{"check":"crash"}', '[]'])('is not written from %j', (output) => {
    expect(() => readFigures(proof, output)).toThrow('pnpm prove crash --rounds 2 ended without its line of figures')
  })
})
