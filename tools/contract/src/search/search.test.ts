import { expect, it } from 'vitest'
import { measureSearch, readBuiltIndex } from './measure-search.ts'

const index = readBuiltIndex()

it('returns the right page first for each question', async () => {
  const { findings, passed, total } = await measureSearch(index)
  expect(findings).toEqual([])
  expect(passed).toBe(total)
})

it('has an index of at most 150 kB', async () => {
  const { figures } = await measureSearch(index)
  expect(figures['index kB compressed']).toBeLessThanOrEqual(150)
})

it('reports a missing page', async () => {
  const { passed, total, findings } = await measureSearch(index.replaceAll('"control/volumes/create"', '"control/volumes/gone"'))
  expect(passed).toBeLessThan(total)
  expect(findings).toContain('The search given POST /v2/volumes: expected control/volumes/create, got control/volumes/gone')
})
