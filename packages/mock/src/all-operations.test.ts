/**
 * The document of all APIs in Prism: a sample of operations succeeds in every media type. tools/contract/src/mock checks every response of every
 * operation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listScenarios, type Scenario } from './scenarios.ts'
import type { RunningServer } from './serve.ts'
import { startMock } from './start-mock.ts'

let mock: RunningServer
// With `errors`, an example that violates its schema causes a 500.
beforeAll(async () => {
  mock = await startMock({ port: 0, errors: true })
}, 60_000)
afterAll(() => mock.close())

describe('the document of all APIs', () => {
  it('responds as listed in the scenarios', async () => {
    const operations = [...new Set(listScenarios().map(({ operation }) => operation))]
    const families = Map.groupBy(operations, (operation) => operation.split('_')[0])
    const sample = new Set([...families.values()].flatMap((family) => family.filter((_, index) => index % 6 === 0)))
    const choices = Map.groupBy(
      listScenarios().filter(({ operation }) => sample.has(operation)),
      ({ operation, mediaType }) => `${operation} ${mediaType}`,
    )
    const successes = [...choices.values()].flatMap(([first]) => (first && /^[23]/.test(first.status) ? [first] : []))
    expect(successes.length).toBeGreaterThan(100)
    const wrong: string[] = []
    for (const scenario of successes) {
      const response = await sendScenario(scenario)
      const mediaType = response.headers.get('content-type')?.split(';')[0] ?? null
      if (String(response.status) === scenario.status && (scenario.mediaType === null || scenario.mediaType.startsWith(mediaType ?? '?')))
        continue
      wrong.push(
        `${scenario.operation} ${scenario.status} ${scenario.example}: ${response.status} ${mediaType} ${response.headers.get('sl-violations') ?? (await response.text())}`,
      )
    }
    expect(wrong).toEqual([])
  }, 300_000)
})

describe('a path that matches two operations', () => {
  it.each([
    { input: '/v2/apps/regions', expected: 'regions' },
    { input: '/v2/apps/d3b07a61-58e4-4c1f-a9d2-6f80c4e21b95', expected: 'app' },
    { input: '/v2/projects/default', expected: 'project' },
    { input: '/v2/volumes/snapshots/actions', expected: 'snapshot' },
  ])('selects the literal path for $input', async ({ input, expected }) => {
    const response = await fetch(mock.url + input, { headers: { authorization: 'Bearer any-token' } })
    expect(Object.keys((await response.json()) as object)).toContain(expected)
  })
})

function sendScenario({ method, status, example, mediaType, request }: Scenario): Promise<Response> {
  const { target, headers, body } = request
  return fetch(mock.url + target, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      prefer: example === null ? `code=${status}` : `code=${status}, example=${example}`,
      ...(mediaType && { accept: mediaType }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
