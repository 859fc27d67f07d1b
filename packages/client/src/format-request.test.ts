import { describe, expect, test } from 'vitest'
import { getSentRequest, attempt } from '../test/attempt.ts'
import { catchError } from '../test/catch-error.ts'
import { startServer } from '../test/scripted-server.ts'
import type { ClientOptions } from './configuration.ts'
import { CloudError, ConnectionError } from './errors.ts'
import { addHeaders } from './format-request.ts'

function takes(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}

describe('path parameters', () => {
  test.each([
    { input: 'plain-id_1.2~3', expected: 'plain-id_1.2~3' },
    { input: 412_800_101, expected: '412800101' },
    { input: 0, expected: '0' },
    { input: 'a/b', expected: 'a%2Fb' },
    { input: 'two words', expected: 'two%20words' },
    { input: 'ümlaut 🌊', expected: '%C3%BCmlaut%20%F0%9F%8C%8A' },
    { input: '?x=1#top', expected: '%3Fx%3D1%23top' },
    { input: '100%', expected: '100%25' },
    { input: '../admin', expected: '..%2Fadmin' },
    { input: '%2e%2e', expected: '%252e%252e' },
    { input: '...', expected: '...' },
    { input: '{tag}', expected: '%7Btag%7D' },
    { input: "$&$'$1", expected: "%24%26%24'%241" },
    { input: 'a;b=c', expected: 'a%3Bb%3Dc' },
    { input: '12:ab', expected: '12%3Aab' },
  ])('$input is sent as $expected', async ({ input, expected }) => {
    const { url } = await getSentRequest({ line: 'GET /v2/things/{id}/parts', request: { path: { id: input } } })
    expect(url).toBe(`/v2/things/${expected}/parts`)
  })

  test('insert several, one of them twice', async () => {
    const { url } = await getSentRequest({ line: 'GET /v2/{a}/{b}', request: { path: { a: '{b}', b: 'x' } } })
    expect(url).toBe('/v2/%7Bb%7D/x')
  })

  test.each([
    { input: { path: { id: '' } }, expected: '""' },
    { input: { path: { id: '.' } }, expected: '"."' },
    { input: { path: { id: '..' } }, expected: '".."' },
    { input: { path: { id: undefined } }, expected: 'undefined' },
    { input: { path: { id: null } }, expected: 'null' },
    { input: { path: {} }, expected: 'undefined' },
    { input: {}, expected: 'undefined' },
    { input: undefined, expected: 'undefined' },
  ])('rejects $input without a request', async ({ input, expected }) => {
    const server = await startServer()
    const error = await catchError(
      attempt({ baseUrl: server.url }, { line: 'DELETE /v2/things/{id}', ...(input && { request: input }) }),
      CloudError,
    )
    expect(error.message).toBe(`DELETE /v2/things/{id}: path parameter "id" = ${expected} cannot be sent.`)
    expect(server.requests).toEqual([])
  })

  test('the error for an object omits its content, which may hold secrets', async () => {
    const error = await catchError(getSentRequest({ line: 'GET /v2/things/{id}', request: { path: { id: { password: 's3cret' } } } }))
    expect(error.message).toBe('GET /v2/things/{id}: path parameter "id", an object, cannot be sent.')
  })

  test('the error names all missing parameters', async () => {
    const error = await catchError(
      attempt({ baseUrl: 'http://127.0.0.1:1' }, { line: 'GET /v2/{a}/{b}/{c}', request: { path: { b: 'x' } } }),
    )
    expect(error.message).toBe('GET /v2/{a}/{b}/{c}: path parameter "a" = undefined, "c" = undefined cannot be sent.')
  })
})

describe('query', () => {
  test.each<{ input: Readonly<Record<string, unknown>>; expected: string }>([
    { input: {}, expected: '' },
    { input: { page: 2, per_page: 50 }, expected: '?page=2&per_page=50' },
    { input: { private: true, public: false }, expected: '?private=true&public=false' },
    { input: { page: 0, name: '' }, expected: '?page=0&name=' },
    { input: { a: undefined, b: null, c: 1 }, expected: '?c=1' },
    { input: { tags: ['a', 'b c'] }, expected: '?tags=a&tags=b%20c' },
    { input: { tags: [] }, expected: '' },
    { input: { name: 'a&b=c+d e' }, expected: '?name=a%26b%3Dc%2Bd%20e' },
    { input: { name: 'é🌊' }, expected: '?name=%C3%A9%F0%9F%8C%8A' },
    { input: { since: new Date(Date.UTC(2026, 2, 6, 8, 30)) }, expected: '?since=2026-03-06T08%3A30%3A00.000Z' },
  ])('$input → $expected', async ({ input, expected }) => {
    expect((await getSentRequest({ request: { query: input } })).url).toBe(`/v2/things${expected}`)
  })

  test.each([
    { what: 'an object', input: { region: 'nyc3' } },
    { what: 'one in an array', input: ['a', { region: 'nyc3' }] },
    { what: 'a map', input: new Map([['region', 'nyc3']]) },
    { what: 'a function', input: () => 'nyc3' },
    { what: 'a date that is none', input: new Date('yesterday') },
  ])('rejects $what by name without a request', async ({ input }) => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url }, { request: { query: { filter: input } } }), CloudError)
    expect(error.message).toBe('GET /v2/things: parameter "filter", an object, cannot be sent.')
    expect(server.requests).toEqual([])
  })
})

test('keeps the path of the base URL', async () => {
  const server = await startServer()
  await attempt({ baseUrl: `${server.url}/cloud/` })
  expect(server.requests[0]!.url).toBe('/cloud/v2/things')
})

describe('body', () => {
  test('is sent as JSON with its media type', async () => {
    const { headers, body, method } = await getSentRequest({
      line: 'POST /v2/things',
      request: { body: { name: 'é', size: 1, none: null } },
    })
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual({ name: 'é', size: 1, none: null })
  })

  test('has no media type if it is absent', async () => {
    const { headers, body } = await getSentRequest({ line: 'POST /v2/things' })
    expect(headers['content-type']).toBeUndefined()
    expect(body).toBe('')
  })

  test.each([
    { what: 'an ArrayBuffer', input: new TextEncoder().encode('{"a":1}\n').buffer },
    { what: 'a Uint8Array', input: new TextEncoder().encode('{"a":1}\n') },
  ])('$what is sent byte for byte', async ({ input }) => {
    const { headers, body } = await getSentRequest({ line: 'PUT /v2/things', request: { body: input } })
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(body).toBe('{"a":1}\n')
  })

  test('is rejected for GET, which `fetch` cannot send', async () => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url, retry: { retries: 3 } }, { request: { body: { a: 1 } } }), CloudError)
    expect(error.message).toBe('GET /v2/things: it takes no body, only { query: { … } }.')
    expect(server.requests).toEqual([])
  })

  test('omits undefined fields of a form', async () => {
    const { headers, body } = await getSentRequest({
      line: 'POST /v1/oauth/token',
      facts: { form: true },
      request: { body: { grant_type: 'code', redirect_uri: 'http://a/b c?d=é&e+f', state: undefined } },
    })
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ grant_type: 'code', redirect_uri: 'http://a/b c?d=é&e+f' })
  })
})

describe('headers', () => {
  test('send the token as a bearer token', async () => {
    expect((await getSentRequest()).headers.authorization).toBe('Bearer t0ken')
  })

  test('of client, request and call are merged case-insensitively, later ones win', async () => {
    const { headers } = await getSentRequest(
      { request: { header: { 'X-B': 'request', 'x-c': 'request' } }, call: { headers: { 'X-C': 'call' } } },
      { headers: { 'x-a': 'client', 'x-b': 'client', 'x-c': 'client' } },
    )
    expect(headers).toMatchObject({ 'x-a': 'client', 'x-b': 'request', 'x-c': 'call' })
  })

  test('with the value undefined are removed, including the token', async () => {
    const { headers } = await getSentRequest(
      { call: { headers: { 'X-A': undefined, Authorization: undefined } } },
      { headers: { 'x-a': 'client' } },
    )
    expect(headers['x-a']).toBeUndefined()
    expect(headers.authorization).toBeUndefined()
  })

  test('with a number are sent as a string', async () => {
    expect((await getSentRequest({ request: { header: { 'x-size': 7 } } })).headers['x-size']).toBe('7')
  })

  test('are trimmed; tabs and Latin-1 are sent', async () => {
    const { headers } = await getSentRequest({ call: { headers: { 'x-a': ' a\tb\n', 'x-b': 'café' } } })
    expect(headers).toMatchObject({ 'x-a': 'a\tb', 'x-b': 'café' })
  })

  test.each([
    { name: 'x-price', value: '5 €' },
    { name: 'x-note', value: 'two\nlines' },
    { name: 'x-note', value: 'two\r\nx-other: lines' },
    { name: 'x-note', value: 'nul\0' },
    { name: 'x note', value: 'spaced' },
    { name: 'x-é', value: 'accented' },
    { name: '', value: 'nameless' },
  ])('reject $name: $value at once and name only the header', async ({ name, value }) => {
    const events: string[] = []
    const options: ClientOptions = {
      baseUrl: 'https://nowhere.example',
      retry: { retries: 3 },
      fetch: async () => new Response(String(events.push('fetch'))),
      onRetry: () => void events.push('retry'),
    }
    for (const send of [
      attempt({ ...options, headers: { [name]: value } }),
      attempt(options, { request: { header: { [name]: value } } }),
      attempt(options, { call: { headers: { [name]: value } } }),
      attempt({ ...options, onRequest: () => ({ [name]: value }) }),
    ]) {
      const error = await catchError(send, CloudError)
      expect(error).not.toBeInstanceOf(ConnectionError)
      expect(error.message).toBe(`GET /v2/things: header "${name}" cannot be sent.`)
    }
    expect(events).toEqual([])
  })

  test('accept the same values as `fetch`, except control characters', () => {
    for (let code = 0; code < 0x180; code += 1) {
      const value = `a${String.fromCharCode(code)}b`
      const isTaken = takes(() => new Headers({ 'x-a': value }))
      const isControl = (code < 32 && code !== 9) || code === 127
      expect([code, takes(() => addHeaders('GET /x', {}, { 'x-a': value }))]).toEqual([code, isTaken && !isControl])
      expect([code, takes(() => addHeaders('GET /x', {}, { [value]: 'a' }))]).toEqual([code, takes(() => new Headers({ [value]: 'a' }))])
    }
  })
})
