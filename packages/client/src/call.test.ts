import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { resetConnection, send, sendJson, startServer, type Script } from '../test/scripted-server.ts'
import type { Call } from './call.ts'
import { ConnectionError } from './errors.ts'
import { NotFoundError } from './http-errors.ts'
import { createVolumes } from './generated/volumes.ts'

const found = sendJson(
  200,
  { volumes: [], meta: { total: 0 } },
  { 'x-request-id': 'b4a5', 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'ratelimit-reset': '1' },
)
const notFound = sendJson(404, { id: 'not_found', message: 'Why.' })

async function listVolumes(script: Script) {
  const server = await startServer(script)
  return { server, call: createVolumes({ baseUrl: server.url, token: 't', retry: false }).list() as Call<unknown> }
}

/** Returns a function that resolves to the unhandled rejections. */
function watchUnhandled(): () => Promise<readonly unknown[]> {
  const caught: unknown[] = []
  const keep = (reason: unknown) => void caught.push(reason)
  process.on('unhandledRejection', keep)
  onTestFinished(() => void process.off('unhandledRejection', keep))
  return async () => {
    await wait(30)
    return caught
  }
}

test('resolves to the body', async () => {
  const { call } = await listVolumes(found)
  expect(await call).toEqual({ volumes: [], meta: { total: 0 } })
})

test('works with Promise.all and async functions', async () => {
  const { call } = await listVolumes(found)
  const [body] = await Promise.all([call, (async () => call)()])
  expect(body).toEqual({ volumes: [], meta: { total: 0 } })
  expect(String(call)).toBe('[object Call of GET /v2/volumes]')
})

test('withResponse() resolves to the body with status and headers', async () => {
  const { call } = await listVolumes(found)
  const reply = await call.withResponse()
  expect(reply.data).toEqual({ volumes: [], meta: { total: 0 } })
  expect(reply).toMatchObject({ ok: true, status: 200, requestId: 'b4a5' })
  expect(reply.rateLimit).toEqual({ limit: 5, remaining: 4, resetAt: new Date(1000) })
  expect(reply.response.headers.get('content-type')).toBe('application/json')
})

test('withResponse() rejects for a status of 400 or above', async () => {
  const { call } = await listVolumes(notFound)
  await expect(call.withResponse()).rejects.toThrow(NotFoundError)
})

test('asResponse() resolves to a response of any status with an unread body', async () => {
  const { call } = await listVolumes(notFound)
  const response = await call.asResponse()
  expect(response.status).toBe(404)
  expect(response.bodyUsed).toBe(false)
  expect(await response.json()).toEqual({ id: 'not_found', message: 'Why.' })
})

test('asResponse() resolves before the body arrives', async () => {
  let finish = () => {}
  const { call } = await listVolumes((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    finish = () => response.end('data: [DONE]\n\n')
  })
  const response = await call.asResponse()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('data: 1\n\n')
  finish()
  expect((await reader.read()).value).toBe('data: [DONE]\n\n')
})

test('sends one request, however often it is awaited', async () => {
  const { call, server } = await listVolumes(found)
  await call
  await call.then((body) => body)
  await call.withResponse()
  await call.asResponse()
  expect(server.requests).toHaveLength(1)
})

test('sends the request without being awaited', async () => {
  const { call, server } = await listVolumes(found)
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))
  await call
})

describe('then, catch and finally', () => {
  test('run for a success', async () => {
    const { call } = await listVolumes(found)
    let ended = 0
    expect(await call.then(() => 'then')).toBe('then')
    expect(await call.catch(() => 'catch')).toEqual({ volumes: [], meta: { total: 0 } })
    expect(await call.finally(() => (ended += 1))).toEqual({ volumes: [], meta: { total: 0 } })
    expect(await call.finally(null)).toEqual({ volumes: [], meta: { total: 0 } })
    expect(ended).toBe(1)
  })

  test('run for a failure', async () => {
    const { call } = await listVolumes(notFound)
    let ended = 0
    expect(
      await call.then(
        () => 'then',
        () => 'failed',
      ),
    ).toBe('failed')
    expect(await call.catch((error: unknown) => error)).toBeInstanceOf(NotFoundError)
    await expect(call.finally(() => (ended += 1))).rejects.toThrow(NotFoundError)
    expect(ended).toBe(1)
  })

  test('pass on the error of a callback', async () => {
    const { call } = await listVolumes(found)
    const thrown = new Error('Mine.')
    expect(
      await catchError(
        call.then(() => {
          throw thrown
        }),
      ),
    ).toBe(thrown)
  })
})

describe('a rejection is reported only where the call is awaited', () => {
  const failures: readonly { readonly what: string; readonly input: Script }[] = [
    { what: 'a connection that is reset', input: resetConnection },
    { what: 'a status of 404', input: notFound },
    { what: 'malformed JSON', input: send(200, '{', { 'content-type': 'application/json' }) },
  ]
  const ways: readonly { readonly way: string; readonly use: (call: Call<unknown>) => PromiseLike<unknown> }[] = [
    { way: 'only asResponse()', use: (call) => call.asResponse() },
    { way: 'only withResponse()', use: (call) => call.withResponse() },
    { way: 'only await', use: (call) => call },
    { way: 'only catch', use: (call) => call.catch(() => {}) },
    { way: 'only finally', use: (call) => call.finally(() => {}) },
    { way: 'asResponse(), then await', use: (call) => call.asResponse().then(() => call) },
    { way: 'await, then asResponse()', use: (call) => call.then(undefined, () => call.asResponse()) },
  ]

  test.each(failures.flatMap((failure) => ways.map((way) => ({ ...failure, ...way }))))('$what: $way', async ({ input, use }) => {
    const unhandled = watchUnhandled()
    const { call } = await listVolumes(input)
    await Promise.resolve(use(call)).catch(() => {})
    expect(await unhandled()).toEqual([])
  })

  test('a rejection without a handler is reported as unhandled', async () => {
    const reasons: unknown[] = []
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', (reason) => reasons.push(reason))
    try {
      await listVolumes(resetConnection)
      await wait(60)
    } finally {
      process.removeAllListeners('unhandledRejection')
      for (const other of others) process.on('unhandledRejection', other)
    }
    expect(reasons).toHaveLength(1)
    expect(reasons[0]).toBeInstanceOf(ConnectionError)
  })
})
