import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSamples } from '../../../../generators/reference/render-samples.ts'
import { loadSpecification } from '../load-specification.ts'
import { recordCurls, recordProgram } from './record-requests.ts'

beforeEach(() => {
  vi.stubEnv('SPINDRIFT_BASE_URL', 'http://127.0.0.1:4020')
  vi.stubEnv('SPINDRIFT_TOKEN', 'dop_v1_a')
  vi.stubEnv('SPINDRIFT_MODEL_ACCESS_KEY', 'sk-do-a')
})
afterEach(() => vi.unstubAllEnvs())

it('records the same request for every sample of an operation', { timeout: 120_000 }, async () => {
  const samples = loadSpecification().entries.flatMap(({ api, family, operation }) =>
    renderSamples(api, family, operation).map((sample) => ({ ...sample, id: operation.id })),
  )
  const curls = samples.filter(({ lang }) => lang === 'bash')
  const sent = new Map(recordCurls(curls.map(({ source }) => source)).map((request, index) => [curls[index]?.id, request]))
  expect(sent.size).toBe(curls.length)
  const different: unknown[] = []
  for (const { id, label, source } of samples.filter(({ lang }) => lang === 'typescript')) {
    const request = await recordProgram(source).catch(String)
    if (!equal(request, sent.get(id))) different.push({ id, label, request, curl: sent.get(id) })
  }
  expect(different).toEqual([])
})

it('records different requests for different samples', async () => {
  const source = `const response = await fetch('http://127.0.0.1:4020/v2/tags', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"a"}' })\n`
  const [same, other] = recordCurls(
    ['a', 'b'].map((name) => `curl -X POST 'http://127.0.0.1:4020/v2/tags' -H 'Content-Type: application/json' -d '{"name": "${name}"}'\n`),
  )
  const request = await recordProgram(source)
  expect(request).toEqual(same)
  expect(request).not.toEqual(other)
})

function equal(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
