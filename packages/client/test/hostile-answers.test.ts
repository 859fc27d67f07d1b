/** Hostile responses cannot block the client, fill its memory, or reveal its token: all end with a clear error. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createCloud, RateLimitError, ReplyTooLargeError } from '../src/index.ts'
import { createInference } from '../src/inference/index.ts'
import { createNodeFetch } from '../src/node/index.ts'
import { catchError } from './catch-error.ts'
import { createManualClock } from './manual-clock.ts'
import { respondInTurn, type Script, send, sendJson, startServer } from './scripted-server.ts'

const token = `dop_v1_${'0123456789abcdef'.repeat(4)}`
const limits = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '0' }

describe.each(['1e20', '-1e20', '99999999999999', '1e400', 'soon'])('a rate limit that resets at %s', (reset) => {
  test('is ignored in favor of the default delay', async () => {
    const { url, requests } = await startServer(
      sendJson(429, { id: 'too_many_requests', message: 'no' }, { ...limits, 'ratelimit-reset': reset }),
    )
    const clock = createManualClock()
    const error = (await catchError(createCloud({ baseUrl: url, token, clock }).account.get())) as RateLimitError
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.resetAt).toBeUndefined()
    expect(requests).toHaveLength(4)
    expect(clock.sleeps).toHaveLength(3)
    for (const wait of clock.sleeps) expect(wait).toBeGreaterThanOrEqual(0)
  })
})

test('a retry-after of 400 digits is a valid date', async () => {
  const { url } = await startServer(sendJson(429, { id: 'too_many_requests', message: 'no' }, { 'retry-after': '9'.repeat(400) }))
  const error = (await catchError(createCloud({ baseUrl: url, token }).account.get())) as RateLimitError
  expect(error.resetAt?.getTime()).toBeGreaterThan(Date.now())
})

describe.each([
  { transport: 'fetch', options: {} },
  { transport: 'Node', options: { fetch: createNodeFetch() } },
])('a body that is too large, by $transport', ({ options }) => {
  const body = JSON.stringify({ account: { name: 'x'.repeat(100_000) } })
  const json = { 'content-type': 'application/json' }
  const cases: readonly { readonly name: string; readonly script: Script }[] = [
    { name: 'and says so', script: send(200, body, { ...json, 'content-length': String(body.length) }) },
    { name: 'and does not say so', script: (response) => void response.writeHead(200, json).write(body, () => response.end()) },
    { name: 'once it is unpacked', script: send(200, gzipSync(body), { ...json, 'content-encoding': 'gzip' }) },
    {
      name: 'and never ends',
      script: (response) => void (response.writeHead(200, json), setInterval(() => response.write(body), 1).unref()),
    },
  ]
  test.each(cases)('$name', async ({ script }) => {
    const { url, requests } = await startServer(script)
    const cloud = createCloud({ baseUrl: url, token, maxReplyBytes: 50_000, ...options })
    expect(await catchError(cloud.account.get())).toBeInstanceOf(ReplyTooLargeError)
    expect(requests).toHaveLength(1)
  })

  test('is read if the limit allows it', async () => {
    for (const { name, script } of cases.slice(0, 3)) {
      const { url } = await startServer(script)
      const cloud = createCloud({ baseUrl: url, token, maxReplyBytes: 50_000, ...options })
      const { account } = await cloud.account.get({}, { maxReplyBytes: 200_000 })
      expect(account.name, name).toHaveLength(100_000)
    }
  })
})

describe('a token that the server repeats', () => {
  test('is not in the request id or the reason phrase of an error', async () => {
    const { url } = await startServer((response) => {
      response.writeHead(502, `Bad ${token}`, { 'x-request-id': token }).end()
    })
    const seen: unknown[] = []
    const cloud = createCloud({ baseUrl: url, token, retry: false, onResponse: (event) => seen.push(event) })
    const error = await catchError(cloud.account.get())
    expect(String(error)).toContain('Bad …')
    expect(`${String(error)}${JSON.stringify(error)}${JSON.stringify(seen)}`).not.toContain(token)
  })

  test('is not in the request id of a success', async () => {
    const { url } = await startServer(sendJson(200, { account: {} }, { 'x-request-id': `for ${token}` }))
    const { requestId } = await createCloud({ baseUrl: url, token }).account.get().withResponse()
    expect(requestId).toBe('for …')
  })

  test('is not in the error of a stream', async () => {
    const { url } = await startServer(
      respondInTurn(send(200, `data: {"error":{"message":"no ${token}"}}\n\n`, { 'content-type': 'text/event-stream' })),
    )
    const inference = createInference({ baseUrl: url, key: token })
    const error = await catchError(
      inference.chat({ stream: true, model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Hi' }] }).finalReply(),
    )
    expect(String(error)).toContain('no …')
    expect(String(error)).not.toContain(token)
  })
})
