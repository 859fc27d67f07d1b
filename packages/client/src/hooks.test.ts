/** Events of the hooks contain no secrets. */
import { expect, test } from 'vitest'
import { createManualClock } from '../test/manual-clock.ts'
import { respondInTurn, resetConnection, send, sendJson, startServer } from '../test/scripted-server.ts'
import { createCloud, logCalls, type RequestEvent, type ResponseEvent, type RetryEvent } from './index.ts'
import { createTransport } from './transport.ts'

const headers = { 'x-request-id': 'b4a5', 'ratelimit-limit': '5000', 'ratelimit-remaining': '12', 'ratelimit-reset': '1444931833' }

test('the hooks receive every attempt, response and retry', async () => {
  const server = await startServer(respondInTurn(resetConnection, send(503), sendJson(200, { volumes: [], meta: { total: 0 } }, headers)))
  const events: (RequestEvent | ResponseEvent | RetryEvent)[] = []
  const cloud = createCloud({
    baseUrl: server.url,
    token: 't0ken-of-tests',
    clock: createManualClock(),
    onRequest: (event) => {
      events.push(event)
      return { traceparent: `00-${event.attempt}` }
    },
    onResponse: (event) => void events.push(event),
    onRetry: (event) => void events.push(event),
  })
  await cloud.volumes.list({ query: { name: 'a' } })
  const url = `${server.url}/v2/volumes?name=a`
  const same = { operation: 'GET /v2/volumes', method: 'GET', url }
  expect(events).toEqual([
    { ...same, attempt: 1 },
    { ...same, attempt: 1, waitMs: 250, reason: expect.stringContaining('GET /v2/volumes: no response from ') },
    { ...same, attempt: 2 },
    { ...same, attempt: 2, status: 503, durationMs: 0, requestId: undefined, rateLimit: undefined },
    { ...same, attempt: 2, waitMs: 500, reason: 'status 503' },
    { ...same, attempt: 3 },
    { ...same, attempt: 3, status: 200, durationMs: 0, requestId: 'b4a5', rateLimit: expect.objectContaining({ remaining: 12 }) },
  ])
  expect(server.requests.map((request) => request.headers['traceparent'])).toEqual(['00-1', '00-2', '00-3'])
})

test('logCalls() prints a line for each, without the token or secrets of the query', async () => {
  const server = await startServer(respondInTurn(send(500), sendJson(200, {}, headers)))
  const lines: string[] = []
  const transport = createTransport({
    baseUrl: server.url,
    token: 't0ken-of-tests',
    clock: createManualClock(),
    ...logCalls((line) => lines.push(line)),
  })
  const query = { name: 'a', client_secret: 's3cret-of-tests', code: 'c0de-of-tests', refresh_token: 'r-of-tests', page: 2 }
  await transport({ api: 'control', method: 'GET', path: '/v2/things', facts: {} }, { query })
  const url = `${server.url}/v2/things?name=a&client_secret=…&code=…&refresh_token=…&page=2`
  expect(lines).toEqual([
    `→ GET ${url}`,
    `← 500 GET ${url} (0 ms)`,
    `↻ GET ${url} again in 250 ms: status 500`,
    `→ GET ${url} (attempt 2)`,
    `← 200 GET ${url} (0 ms, request b4a5, 12 of 5000 left)`,
  ])
  expect(lines.join('\n')).not.toMatch(/of-tests/)
})

test('withOptions() creates another client and leaves this one unchanged', async () => {
  const server = await startServer(sendJson(200, { volumes: [], meta: { total: 0 } }))
  const cloud = createCloud({ baseUrl: server.url, token: 'first-token', headers: { 'x-a': '1' } })
  const other = cloud.withOptions({ token: async () => 'second-token', userAgent: 'storefront/1.4' })
  await other.volumes.list()
  await cloud.volumes.list()
  const [second, first] = server.requests.map((request) => request.headers)
  expect(second).toMatchObject({
    authorization: 'Bearer second-token',
    'x-a': '1',
    'user-agent': expect.stringMatching(/^storefront\/1\.4 spindrift-client/),
  })
  expect(first).toMatchObject({ authorization: 'Bearer first-token', 'user-agent': expect.stringMatching(/^spindrift-client/) })
  expect(Object.keys(other)).toEqual(Object.keys(cloud))
})
