/** Tests of the HTTP layer: headers, unreadable bodies, invalid replies and connection faults. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../src/create-sandbox.ts'
import { it } from './it.ts'
import { startTestSandbox } from './open-sandbox.ts'
import { coversVolume, createTestSandbox } from './create-test-sandbox.ts'
import type { Fields } from './operation-at.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Sends a text over a connection of its own, and returns everything until the server closes it. */
const sendText = (url: string, request: string) =>
  new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    socket.write(request)
    socket.on('data', (chunk: string) => (text += chunk)).on('error', () => {})
    socket.on('close', () => resolve(text))
  })

describe('a reply that breaks the specification', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-edge-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is an internal error with all details if checkReplies is on', async () => {
    const state = join(folder, 'state.db')
    const made = createSandbox({ state, seed: 7 })
    const { tokens } = made.credentials()
    const headers = { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' } as const
    const url = 'http://127.0.0.1:4020/v2/volumes'
    await made.fetch(url, { method: 'POST', headers, body: JSON.stringify(coversVolume) })
    made.close()
    const database = new DatabaseSync(state)
    const { changes } = database.prepare(`UPDATE rows SET text = '{"id":7}' WHERE kind = 'Volume'`).run()
    database.close()
    expect(changes).toBe(1)
    const ask = async (checkReplies: boolean) => {
      const failures: string[] = []
      const sandbox = createSandbox({
        state,
        checkReplies,
        onError: (error, id) => void failures.push(`${id} ${(error as Error).message}`),
      })
      const response = await sandbox.fetch(url, { headers })
      const text = await response.text()
      sandbox.close()
      return { status: response.status, id: response.headers.get('x-request-id'), text, failures }
    }
    const { id, ...checked } = await ask(true)
    expect(checked).toEqual({
      status: 500,
      text: expect.stringContaining('"server_error"'),
      failures: [
        expect.stringMatching(new RegExp(`^${id} The reply 200 of volumes_list breaks the specification: \\[.*\\n\\{"volumes":`, 's')),
      ],
    })
    expect(await ask(false)).toMatchObject({ status: 200, failures: [] })
  })
})

describe('response headers', () => {
  const cases = [
    { input: ['GET', '/v2/volumes'], expected: 'max-age=0, private, must-revalidate' },
    { input: ['POST', '/v2/volumes', coversVolume], expected: 'max-age=0, private, must-revalidate' },
    { input: ['POST', '/v2/volumes', {}], expected: 'max-age=0, private, must-revalidate' },
    { input: ['DELETE', '/v2/tags/none'], expected: 'no-cache' },
    { input: ['GET', '/v2/nothing'], expected: 'no-cache' },
  ] as const
  it.each(cases)('$input.0 $input.1: cache-control $expected', async ({ input: [method, path, body], expected }) => {
    const { headers } = await createTestSandbox().ask(method, path, body)
    expect(headers.get('cache-control')).toBe(expected)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('have no content-length for 204', async ({ sandbox }) => {
    await sandbox.post('/v2/tags', { name: 'quay' })
    const response = await sandbox.delete('/v2/tags/quay')
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-length')]).toEqual([
      204,
      'no-cache',
      null,
    ])
  })

  it('include gateway headers for the control API only', async ({ sandbox }) => {
    const { headers } = await sandbox.get('/v1/models', { token: sandbox.credentials().inference_key })
    expect([headers.get('cache-control'), headers.get('x-gateway')]).toEqual([null, null])
    expect(headers.get('ratelimit-limit')).toBe('5000')
  })

  const withOrigins = createTestSandbox({ allowedOrigins: ['https://app.example'], controlOrigins: ['https://tool.example'] })
  const readCors = async (origin?: string, path = '/v2/account', method = 'GET') => {
    const { headers } = await withOrigins.fetch(`http://127.0.0.1:4020${path}`, {
      method,
      ...(origin !== undefined && { headers: { origin } }),
    })
    return ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'].map((name) => headers.get(name))
  }

  const allowed = [
    'http://localhost:5173',
    'https://127.0.0.1',
    'http://[::1]:80',
    'http://app.localhost',
    'https://app.example',
    'https://tool.example',
  ]
  it.each(allowed)('allow CORS for %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) expect(await readCors(origin, '/v2/account', method)).toEqual([origin, 'true', 'origin'])
  })

  it('allow CORS for every origin if asked to', async () => {
    const open = createTestSandbox({ allowedOrigins: ['*'] })
    const ask = async (path: string) =>
      (await open.ask('GET', path, undefined, { headers: { origin: 'https://other.example' } })).headers.get('access-control-allow-origin')
    expect([await ask('/v2/account'), await ask('/_sandbox/info')]).toEqual(['https://other.example', null])
  })

  const foreign = [
    'https://other.example',
    'null',
    'http://localhost.example',
    'http://localhost:80:80',
    'http://127.0.0.1.example',
    undefined,
  ]
  it.each(foreign)('do not allow CORS for %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) expect(await readCors(origin, '/v2/account', method)).toEqual([null, null, null])
  })

  const pages = ['/v1/oauth/authorize', '/v1/oauth/authorize/', '/v1/oauth/sign-in', '/v1/oauth/consent']
  it.each(pages)('do not allow CORS for the page %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) expect(await readCors('https://app.example', path, method)).toEqual([null, null, null])
  })
})

describe('a preflight request', () => {
  const ask = (path: string, headers = {}) => createTestSandbox().ask('OPTIONS', path, undefined, { token: '', headers })
  it('lists the methods of the path', async () => {
    expect((await ask('/v2/volumes/x')).headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS')
    expect((await ask('/v2/nothing')).headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  })

  it('allows the requested headers', async () => {
    const named = await ask('/v2/volumes', { 'access-control-request-headers': 'x-one, x-two' })
    expect(named.headers.get('access-control-allow-headers')).toBe('x-one, x-two')
    expect((await ask('/v2/volumes')).headers.get('access-control-allow-headers')).toBe('authorization, content-type')
  })
})

describe('a body', () => {
  const { handle, tokens, credentials } = createTestSandbox()
  const send = (body: Uint8Array | undefined, headers: Readonly<Record<string, string>> = {}, url = '/v2/volumes', token = tokens.full) => {
    const own = { host: '127.0.0.1:4020', authorization: `Bearer ${token}`, ...headers }
    const { status, body: response } = handle({ method: 'POST', url, headers: own, ...(body && { body }) })
    return { status, message: (JSON.parse(String(response)) as { readonly message: string }).message }
  }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const volume = (name: string) => encode({ ...coversVolume, name })

  it.each([
    { input: {}, expected: 201 },
    { input: { 'content-type': 'application/json' }, expected: 201 },
    { input: { 'content-type': 'Application/JSON ; charset=utf-8' }, expected: 201 },
    { input: { 'content-encoding': 'Identity' }, expected: 201 },
    { input: { 'content-encoding': 'gzip' }, expected: 415 },
    { input: { 'content-type': 'text/plain' }, expected: 415 },
    { input: { 'content-type': '' }, expected: 415 },
  ])('with $input is answered with $expected', ({ input, expected }) => {
    expect(send(volume(`v-${JSON.stringify(input).replaceAll(/[^a-z]/g, '')}`), input as Record<string, string>).status).toBe(expected)
  })

  it('of another media type is rejected with the accepted types', () => {
    const type = (value: string) => ({ 'content-type': value })
    expect(send(volume('a'), type('text/plain')).message).toBe('The body is text/plain; volumes_create takes application/json.')
    expect(send(volume('a'), type(';')).message).toBe('The body is of no type; volumes_create takes application/json.')
    expect(send(gzipSync(volume('a')), { 'content-encoding': 'gzip' }).message).toBe('The body is compressed (gzip); send it as it is.')
  })

  it.each([
    { input: bytes('{'), expected: [400, 'failed to decode body into request: unexpected EOF'] },
    { input: bytes('{"name"'), expected: [400, 'failed to decode body into request: unexpected EOF'] },
    { input: bytes('{"name":x}'), expected: [400, expect.stringMatching(/^failed to decode body into request: (?!unexpected EOF)/)] },
    { input: bytes('['.repeat(101)), expected: [400, expect.stringMatching(/^failed to decode body .* nested more than 100 levels deep/)] },
    { input: new Uint8Array([0xff, 0xfe]), expected: [400, 'The body is not valid UTF-8.'] },
    // A byte order mark is not white space (RFC 8259, section 8.1).
    { input: bytes('\uFEFF{"name":"a"}'), expected: [400, expect.stringMatching(/^failed to decode body/)] },
    { input: new Uint8Array(), expected: [422, 'body: must be given'] },
    { input: undefined, expected: [422, 'body: must be given'] },
  ])('$input.length bytes: $expected', ({ input, expected }) => {
    const { status, message } = send(input)
    expect([status, message]).toEqual(expected)
  })

  it('of the oldest families and of the inference API has their own error messages', () => {
    expect(send(bytes('{'), {}, '/v2/domains')).toEqual({ status: 422, message: 'Request body malformed.' })
    const key = credentials().inference_key
    const chat = (text: string) => send(bytes(text), {}, '/v1/chat/completions', key)
    expect(chat('{')).toEqual({ status: 400, message: 'The body is not valid JSON.' })
    expect(chat('['.repeat(101))).toEqual({ status: 400, message: 'The body is nested more than 100 levels deep.' })
  })

  it('is ignored by an operation without a body', () => {
    expect(
      handle({ method: 'GET', url: '/v2/account', headers: { authorization: `Bearer ${tokens.full}` }, body: bytes('{') }).status,
    ).toBe(200)
  })
})

describe('an error of the inference API', () => {
  it.for([
    { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    { status: 500, type: 'api_error', code: 'server_error' },
    { status: 503, type: 'api_error', code: 'service_unavailable' },
  ])('[status-5xx-server] $status has a type and a code when a fault injects it', async ({ status, type, code }, { sandbox }) => {
    await sandbox.post('/_sandbox/faults', { status, times: 1 })
    const { body } = await sandbox.get('/v1/models', { token: sandbox.credentials().inference_key })
    expect(body.error).toMatchObject({ type, code })
  })
})

it.for([
  { status: 418, type: 'invalid_request_error' },
  { status: 599, type: 'api_error' },
])('with the unnamed status $status is valid', async ({ status, type }, { sandbox }) => {
  await sandbox.post('/_sandbox/faults', { status, times: 2 })
  expect(await sandbox.get('/v2/account')).toMatchObject({ status, body: { id: 'error', message: expect.stringMatching(/./) } })
  const { body } = await sandbox.get('/v1/models', { token: sandbox.credentials().inference_key })
  expect(body).toMatchObject({ id: 'error', error: { type, code: 'error' } })
})

describe('a path', () => {
  it.each([
    { input: '/v2/nothing', expected: [404, 'Your request could not be routed.'] },
    { input: '/v2/monitoring/metrics/nothing', expected: [404, 'not found'] },
    { input: '/v2/volumes/%zz', expected: [400, 'The path has "%zz", which is not UTF-8 in percent encoding.'] },
  ])('$input: $expected', async ({ input, expected }) => {
    const { status, body } = await createTestSandbox().ask('GET', input)
    expect([status, body.message]).toEqual(expected)
  })
})

describe('a connection fault', () => {
  const fault = async (more: Fields<'/_sandbox/faults'>) => {
    const sandbox = createTestSandbox()
    const { body: whole } = await sandbox.get('/v2/account')
    await sandbox.post('/_sandbox/faults', { operation: 'account_get', times: 1, ...more })
    const ask = (signal?: AbortSignal) =>
      sandbox.fetch('http://127.0.0.1:4020/v2/account', {
        headers: { authorization: `Bearer ${sandbox.tokens.full}` },
        ...(signal && { signal }),
      })
    return { ask, whole: JSON.stringify(whole) }
  }

  it.each(['before', 'after'] as const)('cut %s the response sends no response', async (cut) => {
    const { ask } = await fault({ cut })
    await expect(ask()).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: `The connection was cut (${cut}) by an injected fault.` },
    })
    expect((await ask()).status).toBe(200)
  })

  it('cut in the middle sends half of the response', async () => {
    const { ask, whole } = await fault({ cut: 'middle' })
    const reader = (await ask()).body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const read = async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        text += value
      }
    }
    await expect(read()).rejects.toMatchObject({ message: 'terminated', cause: { message: expect.stringContaining('(middle)') } })
    expect(text).toBe(whole.slice(0, Math.ceil(whole.length / 2)))
  })

  it('delays the response, and stops when the client disconnects', async () => {
    const { ask } = await fault({ latency_ms: 60 })
    const started = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(50)
    const slow = await fault({ latency_ms: 30_000 })
    await expect(slow.ask(AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it.each([
    { cut: 'before', expected: '' },
    { cut: 'after', expected: '' },
    { cut: 'middle', expected: 'half' },
  ])('$cut over HTTP leaves the client with $expected', async ({ cut, expected }) => {
    const { url, credentials, close } = await startTestSandbox({ port: 0, seed: 7 })
    onTestFinished(close)
    const headers = { authorization: `Bearer ${credentials().tokens.full}`, 'content-type': 'application/json' } as const
    const fullReply = await (await fetch(`${url}/v2/account`, { headers })).text()
    await fetch(`${url}/_sandbox/faults`, { method: 'POST', headers, body: JSON.stringify({ operation: 'account_get', times: 1, cut }) })
    const text = await sendText(url, `GET /v2/account HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${headers.authorization}\r\n\r\n`)
    const half = `\r\n\r\n${fullReply.slice(0, Math.ceil(fullReply.length / 2))}`
    expect(text.slice(Math.max(0, text.indexOf('\r\n\r\n')))).toBe(expected === '' ? '' : half)
  })
})

describe('a request URL', () => {
  const ask = async (head: string, path = '/v2/sizes?per_page=1') => {
    const { url, credentials, close } = await startTestSandbox({ port: 0, seed: 7, allowedHosts: ['one.example', 'two.example'] })
    onTestFinished(close)
    return sendText(url, `GET ${path} ${head}authorization: Bearer ${credentials().tokens.full}\r\nconnection: close\r\n\r\n`)
  }
  it.each([
    { input: 'HTTP/1.1\r\nhost: one.example\r\n', expected: 200 },
    { input: 'HTTP/1.1\r\nHOST: one.example\r\n', expected: 200 },
    { input: 'HTTP/1.1\r\n', expected: 400 },
    { input: 'HTTP/1.1\r\nhost: one.example\r\nhost: one.example\r\n', expected: 400 },
    { input: 'HTTP/1.0\r\n', expected: 200 },
    { input: 'HTTP/1.0\r\nhost: one.example\r\n', expected: 200 },
    { input: 'HTTP/1.0\r\nhost: one.example\r\nhost: two.example\r\n', expected: 400 },
  ])('with $input is answered with $expected', async ({ input, expected }) => {
    expect(await ask(input)).toMatch(new RegExp(`^HTTP/1\\.1 ${expected} `))
  })

  it.each([
    { input: '/v2/sizes?per_page=1', expected: 'http://one.example/v2/sizes?page=2&per_page=1' },
    { input: 'http://two.example/v2/sizes?per_page=1', expected: 'http://two.example/v2/sizes?page=2&per_page=1' },
    { input: 'HTTPS://two.example:8443/v2/sizes?per_page=1', expected: 'http://two.example:8443/v2/sizes?page=2&per_page=1' },
  ])('as $input has links of its own host', async ({ input, expected }) => {
    expect(await ask('HTTP/1.1\r\nhost: one.example\r\n', input)).toContain(JSON.stringify(expected))
  })

  it('without a path means the root', async () => {
    expect(await ask('HTTP/1.1\r\nhost: one.example\r\n', 'http://two.example?x=1')).toMatch(/^HTTP\/1\.1 404 /)
    expect(await ask('HTTP/1.1\r\nhost: one.example\r\n', 'ftp://two.example/v2/sizes')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

it('leaves no timer running after a stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const started = await startTestSandbox({ port: 0, seed: 7 })
  await started.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
