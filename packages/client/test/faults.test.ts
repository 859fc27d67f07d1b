/** Retries and their delays against a server that fails in every way. Uses a fake clock. */
import { describe, expect, test } from 'vitest'
import { type ClientOptions, ConnectionError, type HttpError, RateLimitError, ServerError, TimeoutError } from '../src/index.ts'
import { createTransport } from '../src/transport.ts'
import type { Target } from '../src/request-types.ts'
import { createVolumes } from '../src/generated/volumes.ts'
import { catchError } from './catch-error.ts'
import { createManualClock } from './manual-clock.ts'
import {
  cutBody,
  findClosedUrl,
  respondInTurn,
  resetConnection,
  send,
  sendJson,
  sendNothing,
  stallBody,
  startServer,
  type Script,
} from './scripted-server.ts'

const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'PATCH'] as const
const repeatable = new Set<string>(['GET', 'HEAD', 'PUT', 'DELETE'])
const fine = sendJson(200, { fine: true })
const html = send(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' })

/** Makes one call, reads its body, and returns the result. */
async function call(script: Script, method: string, options: ClientOptions = {}, api = 'control') {
  const server = await startServer(script)
  const clock = createManualClock()
  const transport = createTransport({ baseUrl: server.url, token: 't0ken-of-tests', clock, ...options })
  const target: Target = { api, method, path: '/v2/things', facts: {} }
  const ended = await transport(target, method === 'POST' ? { body: { a: 1 } } : {})
    .then(async (response) => {
      await transport.read(response)
      return response.response
    })
    .then(
      ({ status }) => ({ status, error: undefined }),
      (error: unknown) => ({ status: undefined, error: error as Error }),
    )
  return { ...ended, requests: server.requests.length, sleeps: clock.sleeps }
}

describe('a temporary fault', () => {
  const faults: readonly { readonly what: string; readonly script: Script; readonly options?: ClientOptions }[] = [
    { what: 'reset before the headers', script: resetConnection },
    { what: 'cut in the body', script: cutBody() },
    { what: 'no answer in time', script: sendNothing, options: { timeoutMs: 300 } },
    { what: 'a body that stalls', script: stallBody, options: { timeoutMs: 300 } },
    { what: 'not HTTP', script: (response) => response.socket?.end('no\r\n') },
    { what: 'a page of HTML with 502', script: html },
    ...[408, 500, 502, 503, 504, 599].map((status) => ({ what: `${status}`, script: send(status) })),
  ]
  test.each(faults.flatMap((fault) => methods.map((method) => ({ ...fault, method }))))(
    '$what: $method',
    async ({ script, method, options }) => {
      const { error, requests, sleeps } = await call(respondInTurn(script, script, fine), method, options)
      const repeated = { failed: false, requests: 3, sleeps: [250, 500] }
      const once = { failed: true, requests: 1, sleeps: [] }
      expect({ failed: error instanceof Error, requests, sleeps }).toEqual(repeatable.has(method) ? repeated : once)
    },
  )

  test.each(methods)('is retried for %s if the connection was refused', async (method) => {
    const url = await findClosedUrl()
    const { error, sleeps } = await call(fine, method, { baseUrl: url })
    expect(error).toBeInstanceOf(ConnectionError)
    expect(sleeps).toEqual([250, 500, 1000])
  })

  test.each([400, 401, 403, 404, 405, 409, 412, 422, 501, 505])('is not retried for status %i', async (status) => {
    for (const method of methods) expect((await call(send(status), method)).requests).toBe(1)
  })
})

test('detects a client that sends a POST twice', async () => {
  const twice: ClientOptions['fetch'] = async (url, init) => {
    await fetch(url, init)
    return fetch(url, init)
  }
  expect((await call(fine, 'POST', { fetch: twice })).requests).toBe(2)
})

describe('a permanent fault', () => {
  test.each([
    { what: '5xx', script: send(503), expected: ServerError, requests: 4 },
    { what: 'a page of HTML', script: html, expected: ServerError, requests: 4 },
    { what: 'resets', script: resetConnection, expected: ConnectionError, requests: 4 },
    { what: 'cuts', script: cutBody(), expected: ConnectionError, requests: 4 },
    { what: 'silence', script: sendNothing, expected: TimeoutError, requests: 4 },
  ])('$what: four attempts, then the error', async ({ script, expected, requests: max }) => {
    const { error, requests, sleeps } = await call(script, 'GET', { timeoutMs: patience(script) })
    expect(error).toBeInstanceOf(expected)
    expect(requests).toBe(max)
    expect(sleeps).toEqual([250, 500, 1000])
  })

  test('delays are random up to a bound that doubles up to its maximum', async () => {
    const server = await startServer(send(503))
    const bounds: number[] = []
    for (const random of [0, 0.999_999]) {
      const clock = createManualClock({ random })
      const transport = createTransport({ baseUrl: server.url, token: 'token', clock, retry: { retries: 7 } })
      await transport({ api: 'control', method: 'GET', path: '/', facts: {} })
      bounds.push(...clock.sleeps.map(Math.round))
    }
    expect(bounds).toEqual([0, 0, 0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  test('100 failing calls send 120 requests instead of 400', async () => {
    const server = await startServer(send(503))
    const transport = createTransport({ baseUrl: server.url, token: 'token', clock: createManualClock() })
    const target: Target = { api: 'control', method: 'GET', path: '/', facts: {} }
    const answers = await Promise.all(Array.from({ length: 100 }, () => transport(target)))
    expect(answers.every(({ response }) => response.status === 503)).toBe(true)
    expect(server.requests).toHaveLength(120)
  })

  test('each success restores half a retry of the budget', async () => {
    let status = 503
    const server = await startServer((response) => response.writeHead(status).end())
    const transport = createTransport({ baseUrl: server.url, token: 'token', clock: createManualClock(), retry: { budget: 3 } })
    const target: Target = { api: 'control', method: 'GET', path: '/', facts: {} }
    await transport(target)
    await transport(target)
    expect(server.requests).toHaveLength(4 + 1)
    status = 200
    for (let count = 0; count < 4; count += 1) await transport(target)
    status = 503
    await transport(target)
    expect(server.requests).toHaveLength(5 + 4 + 3)
  })

  test('retry: false turns retries off, for the client or the call', async () => {
    expect((await call(resetConnection, 'GET', { retry: false })).requests).toBe(1)
    const server = await startServer(send(503))
    const transport = createTransport({ baseUrl: server.url, token: 'token', clock: createManualClock() })
    await transport({ api: 'control', method: 'GET', path: '/', facts: {} }, {}, { retry: false })
    expect(server.requests).toHaveLength(1)
    await transport({ api: 'control', method: 'GET', path: '/', facts: {} }, {}, { retry: { retries: 1 } })
    expect(server.requests).toHaveLength(3)
  })

  test('an abort ends the delay', async () => {
    const server = await startServer(send(503))
    const controller = new AbortController()
    const clock = createManualClock({ onSleep: () => controller.abort() })
    const transport = createTransport({ baseUrl: server.url, token: 'token', clock })
    const target: Target = { api: 'control', method: 'GET', path: '/', facts: {} }
    expect(await catchError(transport(target, {}, { signal: controller.signal }))).toBe(controller.signal.reason)
    expect(server.requests).toHaveLength(1)
  })
})

describe('DELETE', () => {
  const notFound = sendJson(404, { id: 'not_found', message: 'Gone.' })
  test.each([
    { what: 'after an answer was lost', first: resetConnection, expected: 204 },
    { what: 'after a 500', first: send(500), expected: 204 },
    { what: 'at once', first: notFound, expected: undefined },
    { what: 'after a refusal by a limit', first: send(429, '', { 'retry-after': '1' }), expected: undefined },
  ])('404 $what', async ({ first, expected }) => {
    expect((await call(respondInTurn(first, notFound), 'DELETE')).status).toBe(expected)
  })

  test('a 404 of a GET stays an error', async () => {
    expect((await call(respondInTurn(resetConnection, notFound), 'GET')).error).toMatchObject({ status: 404 })
  })
})

describe('the code exchange and the refresh', () => {
  test.each([resetConnection, sendNothing, send(500), send(429, '', { 'retry-after': '1' })])('are never retried', async (script) => {
    const { requests, sleeps } = await call(script, 'POST', { timeoutMs: patience(script) }, 'oauth')
    expect({ requests, sleeps }).toEqual({ requests: 1, sleeps: [] })
  })
})

describe('429', () => {
  const inFive = new Date(Date.UTC(2026, 10, 21, 12, 0, 5)).toUTCString()
  const reset = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '0', 'ratelimit-reset': String(Date.UTC(2026, 10, 21, 12, 30) / 1000) }
  test.each([
    { what: 'seconds', headers: { 'retry-after': '7' }, expected: 7500 },
    { what: 'seconds, with the headers of the platform', headers: { 'retry-after': '7', ...reset }, expected: 7500 },
    { what: 'a minute, the longest that is waited', headers: { 'retry-after': '60' }, expected: 60_500 },
    { what: 'a date', headers: { 'retry-after': inFive }, expected: 5500 },
    { what: 'a date that has passed', headers: { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, expected: 500 },
    { what: 'nothing', headers: {}, expected: 250 },
    ...['soon', '1.5', '-1', '1e3', '0x10', ''].map((text) => ({ what: `"${text}"`, headers: { 'retry-after': text }, expected: 250 })),
  ])('retry-after is $what: every method waits $expected ms and is accepted', async ({ headers, expected }) => {
    for (const method of methods) {
      const { error, requests, sleeps } = await call(respondInTurn(send(429, '', headers), fine), method)
      expect(error).toBeUndefined()
      expect({ requests, sleeps }).toEqual({ requests: 2, sleeps: [expected] })
    }
  })

  test.each([
    { what: 'more than a minute', headers: { 'retry-after': '61' } },
    { what: 'the hour', headers: reset },
    { what: 'the hour, with garbage beside it', headers: { ...reset, 'retry-after': 'soon' } },
  ])('does not wait for $what, and returns the time in the error', async ({ headers }) => {
    const { error, requests, sleeps } = await call(send(429, '', headers), 'GET')
    expect(error).toBeInstanceOf(RateLimitError)
    expect({ requests, sleeps }).toEqual({ requests: 1, sleeps: [] })
    const { resetAt, response } = error as RateLimitError
    const expectedReset = Date.parse(response.headers.get('date')!) + 61_000
    expect(resetAt?.getTime()).toBe('ratelimit-reset' in headers ? Date.UTC(2026, 10, 21, 12, 30) : expectedReset)
  })

  test('waits for the hourly limit if maxWaitMs allows it', async () => {
    const { error, sleeps } = await call(respondInTurn(send(429, '', reset), fine), 'POST', { maxWaitMs: 3_600_000 })
    expect(error).toBeUndefined()
    expect(sleeps).toEqual([30 * 60_000 + 500])
  })

  test('maxWaitMs: 0 waits for no rate limit', async () => {
    expect((await call(send(429, '', { 'retry-after': '1' }), 'GET', { maxWaitMs: 0 })).requests).toBe(1)
  })

  test('a 503 waits for its retry-after', async () => {
    expect((await call(respondInTurn(send(503, '', { 'retry-after': '20' }), fine), 'GET')).sleeps).toEqual([20_000])
  })
})

test('every error and every result has the rate limit', async () => {
  const headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '12', 'ratelimit-reset': '1444931833' }
  const expected = { limit: 5000, remaining: 12, resetAt: new Date(1_444_931_833_000) }
  for (const status of [400, 404, 429, 500]) {
    const { error } = await call(send(status, '', headers), 'GET', { retry: false })
    expect((error as HttpError).rateLimit).toEqual(expected)
  }
  const server = await startServer(sendJson(200, {}, headers))
  const reply = await createVolumes({ baseUrl: server.url, token: 'token' }).list().withResponse()
  expect(reply.rateLimit).toEqual(expected)
})

/** Short timeout for a silent server; a longer one for servers that respond, because machines may be busy. */
function patience(script: Script): number {
  return script === sendNothing ? 250 : 30_000
}
