/** Samples that work, and samples that do not. `pnpm verify samples` runs all, also those in Python and Go. */
import { describe, expect, it } from 'vitest'
import { loadSpecification, sample } from '../load-specification.ts'
import { runSamples } from './run-samples.ts'

const volumes = ({ operation }: { readonly operation: { readonly id: string } }) => /^volumes_(get|create|delete)$/.test(operation.id)

describe('samples', () => {
  it('get the documented reply with the seed data of the examples', { timeout: 60_000 }, async () => {
    const chosen = new Set(sample(loadSpecification().entries, 20))
    const { findings, passed, total } = await runSamples({ only: (entry) => chosen.has(entry), lang: 'typescript' })
    expect(findings).toEqual([])
    expect(passed).toBe(total)
    expect(total).toBeGreaterThanOrEqual(100)
  })

  it('fail in an empty sandbox', { timeout: 60_000 }, async () => {
    const { findings, passed, total } = await runSamples({ only: volumes, world: 'empty', lang: 'bash' })
    expect(findings).toHaveLength(total - passed)
    expect(passed * 2).toBe(findings.length)
    for (const finding of findings) expect(finding).toMatch(/^volumes_(get|delete) given curl: expected 20[04], got 404/)
  })

  it('are reported when the shell or the compiler rejects them', { timeout: 60_000 }, async () => {
    const breakSample = (source: string) => source.replaceAll(/['"`]/g, '').replaceAll('volume_id', 'volumeId')
    const { findings, passed } = await runSamples({ only: ({ operation }) => operation.id === 'volumes_get', rewrite: breakSample })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toContain('error TS')
  })
})
