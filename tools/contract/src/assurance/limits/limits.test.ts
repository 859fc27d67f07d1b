/** Sixty histories, and limiters with one wrong value. The second history exceeds the limit. */
import { describe, expect, it } from 'vitest'
import { type HandleRequest, runLimits } from './run-limits.ts'

const small = { histories: 60, requests: 6000, seed: 7 }

describe('limits', () => {
  it('match the simple model', async () => {
    const { passed, total, findings } = await runLimits(small)
    expect({ findings, passed, total }).toEqual({ findings: [], passed: 62, total: 62 })
  })

  type HandledResponse = ReturnType<HandleRequest>
  const changeHeader = (name: string, offset: number) => (response: HandledResponse) => {
    const value = response.headers[name]
    return value === undefined ? response : { ...response, headers: { ...response.headers, [name]: Number(value) + offset } }
  }
  const removeHeader = (name: string) => (response: HandledResponse) => {
    const { [name]: _left, ...headers } = response.headers
    return { ...response, headers }
  }
  const breaks: readonly { readonly name: string; readonly change: (response: HandledResponse) => HandledResponse }[] = [
    {
      name: 'a request over the limit succeeds',
      change: (response) => (response.status === 429 ? { ...response, status: 200 } : response),
    },
    {
      name: 'a request within the limit is refused',
      change: (response) => (response.status === 404 ? { ...response, status: 429 } : response),
    },
    { name: 'remaining is one too many', change: changeHeader('ratelimit-remaining', 1) },
    { name: 'reset is a second early', change: changeHeader('ratelimit-reset', -1) },
    { name: 'retry-after is a second late', change: changeHeader('retry-after', 1) },
    { name: 'retry-after is left out', change: removeHeader('retry-after') },
    { name: 'the limit is left out', change: removeHeader('ratelimit-limit') },
  ]
  it.each(breaks)('report when $name', async ({ change }) => {
    let changes = 0
    // Only every fifth time: a permanent fault is easy to find.
    const wrap =
      (handle: HandleRequest): HandleRequest =>
      (request) => {
        const response = handle(request)
        const changed = change(response)
        if (changed !== response) changes += 1
        return changes % 5 === 0 ? changed : response
      }
    const { passed, total, findings } = await runLimits({ histories: 3, requests: 300, seed: 7, wrap })
    expect(passed).toBeLessThan(total)
    expect(findings[0]).toMatch(/^\S+ \/\S* given history \d+, step \d+ by \w+: expected /)
  })

  it('report when more requests succeed than the limit allows', async () => {
    const wrap =
      (handle: HandleRequest): HandleRequest =>
      (request) => {
        const response = handle(request)
        return response.status === 429 && request.url === '/v2/account' ? { ...response, status: 200 } : response
      }
    const { findings } = await runLimits({ histories: 0, requests: 300, seed: 7, wrap })
    expect(findings).toEqual(['GET /v2/account given 300 requests at once: expected 250, got 300'])
  })
})
