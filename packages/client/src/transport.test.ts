import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getSentRequest, attempt } from '../test/attempt.ts'
import { catchError } from '../test/catch-error.ts'
import { findClosedUrl, resetConnection, send, sendJson, sendNothing, startServer } from '../test/scripted-server.ts'
import type { ClientOptions } from './configuration.ts'
import { CloudError, ConfigurationError, ConnectionError, TimeoutError } from './errors.ts'
import { createModels } from './generated/models.ts'
import { createOauth } from './generated/oauth.ts'
import { createTransport } from './transport.ts'

afterEach(() => vi.unstubAllEnvs())

describe('token', () => {
  test('is read from the environment', async () => {
    vi.stubEnv('SPINDRIFT_TOKEN', 'from-env')
    const server = await startServer()
    vi.stubEnv('SPINDRIFT_BASE_URL', server.url)
    await createTransport()({ api: 'control', method: 'GET', path: '/v2/things', facts: {} })
    expect(server.requests[0]!.headers.authorization).toBe('Bearer from-env')
  })

  test('may come from a function, called for each request', async () => {
    const server = await startServer()
    let count = 0
    const sendTwice = createTransport({ baseUrl: server.url, token: async () => `t${(count += 1)}` })
    const target = { api: 'control', method: 'GET', path: '/v2/things', facts: {} }
    await sendTwice(target)
    await sendTwice(target)
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2'])
  })

  test('may come from a synchronous function', async () => {
    expect((await getSentRequest({}, { token: () => 'now' })).headers.authorization).toBe('Bearer now')
  })

  test('rejects with the error of the function', async () => {
    const thrown = new Error('The vault is shut.')
    expect(await catchError(attempt({ baseUrl: 'http://127.0.0.1:1', token: () => Promise.reject(thrown) }))).toBe(thrown)
  })

  test.each<{ what: string; input: ClientOptions }>([
    { what: 'empty', input: { token: '' } },
    { what: 'a function that gives nothing', input: { token: () => '' } },
  ])('$what: the error says what to set, and nothing is sent', async ({ input }) => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url, ...input }), ConfigurationError)
    expect(error.message).toBe('GET /v2/things needs a token. Pass { token } or set SPINDRIFT_TOKEN.')
    expect(server.requests).toEqual([])
  })

  test('is not needed for an operation without authentication', async () => {
    vi.stubEnv('SPINDRIFT_TOKEN', '')
    const server = await startServer()
    await createTransport({ baseUrl: server.url })({ api: 'control', method: 'GET', path: '/v2/things', facts: { open: true } })
    expect(server.requests[0]!.headers.authorization).toBeUndefined()
  })

  test('is not requested for an operation without authentication, because a function that calls it would recurse', async () => {
    const server = await startServer(sendJson(200, { access_token: 'fresh' }))
    const oauth = createOauth({ baseUrl: server.url, token: () => fetchToken() })
    const fetchToken = async () => (await oauth.tokens.exchange({ body: { grant_type: 'refresh_token', refresh_token: 'r' } })).access_token
    await oauth.tokens.getInfo()
    expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/oauth/token', undefined],
      ['/v1/oauth/token/info', 'Bearer fresh'],
    ])
  })

  test('is trimmed, for example a line break from a file', async () => {
    expect((await getSentRequest({}, { token: 't0ken\n' })).headers.authorization).toBe('Bearer t0ken')
  })

  test.each(['two\nlines', 'nul\0', 'curly “quotes”'])('is rejected with invalid characters: %j', async (token) => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url, token }), ConfigurationError)
    expect(error.message).toContain('GET /v2/things')
    expect(error.message).not.toContain(token)
    expect(server.requests).toEqual([])
  })

  test('is rejected with its scheme, which the client adds', async () => {
    const error = await catchError(attempt({ baseUrl: 'http://127.0.0.1:1', token: 'Bearer t0ken' }), ConfigurationError)
    expect(error.message).toBe(
      'GET /v2/things: the token contains a space or a line break. Pass only the token: the client adds the scheme.',
    )
  })
})

describe('base URL', () => {
  test('must be set when a client of a known API is created', () => {
    vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
    expect(() => createTransport({ token: 't' }, 'control')).toThrow(ConfigurationError)
  })

  test('must be set for the first call otherwise', async () => {
    vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
    const error = await catchError(attempt({}), ConfigurationError)
    expect(error.message).toContain('set SPINDRIFT_BASE_URL')
  })

  test('is only needed for the APIs in use', async () => {
    const server = await startServer(sendJson(200, { data: [] }))
    vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
    vi.stubEnv('SPINDRIFT_INFERENCE_BASE_URL', server.url)
    vi.stubEnv('SPINDRIFT_MODEL_ACCESS_KEY', 'sk-do-1')
    await createModels().list()
    expect(server.requests[0]).toMatchObject({ url: '/v1/models', headers: { authorization: 'Bearer sk-do-1' } })
  })

  test('may differ by API, with its credential', async () => {
    const control = await startServer()
    const inference = await startServer()
    const options = { baseUrl: control.url, apis: { inference: { baseUrl: inference.url, token: 'key' } } }
    await attempt(options, { api: 'inference', line: 'GET /v1/models' })
    await attempt(options)
    expect(inference.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/models', 'Bearer key']])
    expect(control.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v2/things', 'Bearer t0ken']])
  })
})

describe('a custom fetch', () => {
  test('is called with a string and a plain init', async () => {
    const calls: unknown[] = []
    const response = await attempt(
      {
        baseUrl: 'https://nowhere.example',
        timeoutMs: 0,
        userAgent: 'storefront/1.4',
        fetch: async (url, init) => {
          calls.push([url, init])
          return new Response('{}')
        },
      },
      { line: 'POST /v2/things', request: { body: { a: 1 } } },
    )
    expect(response.response.status).toBe(200)
    expect(calls).toEqual([
      [
        'https://nowhere.example/v2/things',
        {
          method: 'POST',
          redirect: 'manual',
          headers: {
            'user-agent': expect.stringMatching(/^storefront\/1\.4 spindrift-client /),
            authorization: 'Bearer t0ken',
            'content-type': 'application/json',
          },
          body: '{"a":1}',
        },
      ],
    ])
  })

  test('turns any thrown value into a ConnectionError', async () => {
    for (const thrown of [new Error('No.'), Object.assign(new Error('No.'), { code: 'ENOTFOUND' }), 'no', undefined]) {
      const error = await catchError(attempt({ baseUrl: 'https://nowhere.example', fetch: () => Promise.reject(thrown) }), ConnectionError)
      expect(error.message).toContain('GET /v2/things: no response from nowhere.example')
      expect(error.cause).toBe(thrown)
    }
  })

  test('causes a ConnectionError without a response', async () => {
    const fetch = (() => Promise.resolve()) as unknown as NonNullable<ClientOptions['fetch']>
    expect(await catchError(attempt({ baseUrl: 'https://nowhere.example', fetch }))).toBeInstanceOf(ConnectionError)
  })
})

describe('without a response', () => {
  test('rejects when the connection is refused', async () => {
    const baseUrl = await findClosedUrl()
    const error = await catchError(attempt({ baseUrl }), ConnectionError)
    expect(error).not.toBeInstanceOf(TimeoutError)
    expect(error.message).toBe(`GET /v2/things: connection refused by ${new URL(baseUrl).host} (ECONNREFUSED).`)
    expect(error.cause).toBeInstanceOf(TypeError)
  })

  test('rejects when the connection is reset before the headers', async () => {
    const server = await startServer(resetConnection)
    const error = await catchError(attempt({ baseUrl: server.url }), ConnectionError)
    expect(error.message).toContain(`GET /v2/things: no response from ${new URL(server.url).host}`)
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('rejects when the response is not HTTP', async () => {
    const server = await startServer((response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await catchError(attempt({ baseUrl: server.url }))).toBeInstanceOf(ConnectionError)
  })
})

describe('timeout', () => {
  test('is set by the call', async () => {
    const server = await startServer(sendNothing)
    const error = await catchError(attempt({ baseUrl: server.url }, { call: { timeoutMs: 40 } }), TimeoutError)
    expect(error.message).toBe('GET /v2/things: no complete response within 40 ms.')
    expect(error.cause).toMatchObject({ name: 'TimeoutError' })
  })

  test('is set by the client', async () => {
    const server = await startServer(sendNothing)
    expect(await catchError(attempt({ baseUrl: server.url, timeoutMs: 40 }))).toBeInstanceOf(TimeoutError)
  })

  test('is 60 seconds by default, and ends when the body has been read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const baseUrl = 'https://nowhere.example'
      const never: ClientOptions['fetch'] = (_url, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      const failed = catchError(attempt({ baseUrl, fetch: never }))
      await vi.advanceTimersByTimeAsync(59_999)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await failed).toBeInstanceOf(TimeoutError)
      const transport = createTransport({ baseUrl, token: 't0ken', fetch: async () => Response.json({}) })
      const apiResponse = await transport({ api: 'control', method: 'GET', path: '/v2/things', facts: {} })
      expect(vi.getTimerCount()).toBe(1)
      await transport.read(apiResponse)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([0, Number.POSITIVE_INFINITY, 2 ** 31])('%d turns the limit off, over the limit of the client', async (timeoutMs) => {
    const server = await startServer((response, request) => setTimeout(() => sendJson(200, {})(response, request), 120))
    const { response } = await attempt({ baseUrl: server.url, timeoutMs: 40 }, { call: { timeoutMs } })
    expect(response.status).toBe(200)
  })

  test('survives garbage collection, also with another signal', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const server = await startServer(sendNothing)
    const failed = catchError(attempt({ baseUrl: server.url }, { call: { timeoutMs: 150, signal: new AbortController().signal } }))
    await wait(30)
    collect()
    expect(await failed).toBeInstanceOf(TimeoutError)
  })
})

describe('abort', () => {
  test('before the call sends nothing and rejects with the reason', async () => {
    const server = await startServer()
    const token = vi.fn<() => string>(() => 't')
    const reason = new Error('Too late.')
    expect(await catchError(attempt({ baseUrl: server.url, token }, { call: { signal: AbortSignal.abort(reason) } }))).toBe(reason)
    expect(token).not.toHaveBeenCalled()
    expect(server.requests).toEqual([])
  })

  test('during the call rejects with the reason', async () => {
    const controller = new AbortController()
    const server = await startServer(() => controller.abort())
    const error = await catchError(attempt({ baseUrl: server.url }, { call: { signal: controller.signal } }))
    expect(error).toBe(controller.signal.reason)
    expect(error.name).toBe('AbortError')
  })

  test('during a call without a timeout rejects with the reason', async () => {
    const controller = new AbortController()
    const server = await startServer(() => controller.abort())
    const error = await catchError(attempt({ baseUrl: server.url, timeoutMs: 0 }, { call: { signal: controller.signal } }))
    expect(error).toBe(controller.signal.reason)
  })

  test('by a timeout signal rejects with its own reason', async () => {
    const server = await startServer(sendNothing)
    const signal = AbortSignal.timeout(40)
    expect(await catchError(attempt({ baseUrl: server.url }, { call: { signal } }))).toBe(signal.reason)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('(%d) to another host is not followed, and the error names the host', async (status) => {
    const other = await startServer()
    const server = await startServer(send(status, '', { location: `${other.url}/elsewhere` }))
    for (const line of ['GET /v2/things', 'POST /v2/things']) {
      const error = await catchError(attempt({ baseUrl: server.url }, { line }), CloudError)
      expect(error.message).toBe(
        `${line}: ${new URL(server.url).host} sent a redirect to ${new URL(other.url).host}, which was not followed.`,
      )
      expect(error).not.toBeInstanceOf(ConnectionError)
    }
    expect(server.requests).toHaveLength(2)
    expect(other.requests).toEqual([])
  })

  test.each(['https://{host}/v2/moved', 'file:///etc/hosts', 'http://['])('to %s is not followed', async (location) => {
    const server = await startServer((response, request) =>
      send(302, '', { location: location.replace('{host}', request.headers.host!) })(response, request),
    )
    expect((await catchError(attempt({ baseUrl: server.url }))).message).toContain('which was not followed.')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ])('(%d) within the same origin turns a POST into %s and keeps the token', async (status, method, body) => {
    const server = await startServer((response, request) =>
      (request.url === '/v2/things' ? send(status, '', { location: 'moved?page=2' }) : sendJson(200, { here: true }))(response, request),
    )
    const { response } = await attempt({ baseUrl: server.url }, { line: 'POST /v2/things', request: { body: { a: 1 } } })
    expect(await response.json()).toEqual({ here: true })
    expect(server.requests.map((sent) => [sent.method, sent.url, sent.body, sent.headers.authorization])).toEqual([
      ['POST', '/v2/things', '{"a":1}', 'Bearer t0ken'],
      [method, '/v2/moved?page=2', body, 'Bearer t0ken'],
    ])
    expect(server.requests[1]!.headers['content-type']).toBe(body ? 'application/json' : undefined)
  })

  test('without a location is returned', async () => {
    const server = await startServer(send(302))
    expect((await attempt({ baseUrl: server.url })).response.status).toBe(302)
  })

  test('that a browser hides is not followed', async () => {
    const fetch = async () => Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const error = await catchError(attempt({ baseUrl: 'https://a.example', fetch }), CloudError)
    expect(error.message).toBe('GET /v2/things: a.example sent a redirect, which was not followed.')
  })

  test('that never ends is an error', async () => {
    const server = await startServer(send(307, '', { location: '/v2/things' }))
    const error = await catchError(attempt({ baseUrl: server.url }), CloudError)
    expect(error.message).toContain('sent more than 20 redirects.')
    expect(server.requests).toHaveLength(21)
  })

  test('of a POST is not retried after a failure', async () => {
    const server = await startServer((response, request) =>
      (request.method === 'POST' ? send(303, '', { location: '/v2/gone' }) : resetConnection)(response, request),
    )
    const error = await catchError(attempt({ baseUrl: server.url, retry: {} }, { line: 'POST /v2/things' }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })
})
