import { describe, expect, test } from 'vitest'
import { ask, attempt } from '../test/attempt.ts'
import { catchError } from '../test/catch-error.ts'
import { startServer } from '../test/scripted-server.ts'
import type { ClientOptions } from './configuration.ts'
import { CloudError, ConnectionError } from './errors.ts'
import { mergeHeaders } from './format-request.ts'

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
    { given: 'plain-id_1.2~3', want: 'plain-id_1.2~3' },
    { given: 412_800_101, want: '412800101' },
    { given: 0, want: '0' },
    { given: 'a/b', want: 'a%2Fb' },
    { given: 'two words', want: 'two%20words' },
    { given: 'ümlaut 🌊', want: '%C3%BCmlaut%20%F0%9F%8C%8A' },
    { given: '?x=1#top', want: '%3Fx%3D1%23top' },
    { given: '100%', want: '100%25' },
    { given: '../admin', want: '..%2Fadmin' },
    { given: '%2e%2e', want: '%252e%252e' },
    { given: '...', want: '...' },
    { given: '{tag}', want: '%7Btag%7D' },
    { given: "$&$'$1", want: "%24%26%24'%241" },
    { given: 'a;b=c', want: 'a%3Bb%3Dc' },
    { given: '12:ab', want: '12%3Aab' },
  ])('$given is sent as $want', async ({ given, want }) => {
    const { url } = await ask({ line: 'GET /v2/things/{id}/parts', request: { path: { id: given } } })
    expect(url).toBe(`/v2/things/${want}/parts`)
  })

  test('several, one twice', async () => {
    const { url } = await ask({ line: 'GET /v2/{a}/{b}', request: { path: { a: '{b}', b: 'x' } } })
    expect(url).toBe('/v2/%7Bb%7D/x')
  })

  test.each([
    { given: { path: { id: '' } }, want: '""' },
    { given: { path: { id: '.' } }, want: '"."' },
    { given: { path: { id: '..' } }, want: '".."' },
    { given: { path: { id: undefined } }, want: 'undefined' },
    { given: { path: { id: null } }, want: 'null' },
    { given: { path: {} }, want: 'undefined' },
    { given: {}, want: 'undefined' },
    { given: undefined, want: 'undefined' },
  ])('$given is refused and nothing is sent', async ({ given, want }) => {
    const server = await startServer()
    const error = await catchError(
      attempt({ baseUrl: server.url }, { line: 'DELETE /v2/things/{id}', ...(given && { request: given }) }),
      CloudError,
    )
    expect(error.message).toBe(`DELETE /v2/things/{id}: path parameter "id" = ${want} cannot be sent.`)
    expect(server.requests).toEqual([])
  })

  test('an object is named without what is in it: a body in the place of an id has secrets', async () => {
    const error = await catchError(ask({ line: 'GET /v2/things/{id}', request: { path: { id: { password: 's3cret' } } } }))
    expect(error.message).toBe('GET /v2/things/{id}: path parameter "id", an object, cannot be sent.')
  })

  test('all that are missing are named at once', async () => {
    const error = await catchError(
      attempt({ baseUrl: 'http://127.0.0.1:1' }, { line: 'GET /v2/{a}/{b}/{c}', request: { path: { b: 'x' } } }),
    )
    expect(error.message).toBe('GET /v2/{a}/{b}/{c}: path parameter "a" = undefined, "c" = undefined cannot be sent.')
  })
})

describe('query', () => {
  test.each<{ given: Readonly<Record<string, unknown>>; want: string }>([
    { given: {}, want: '' },
    { given: { page: 2, per_page: 50 }, want: '?page=2&per_page=50' },
    { given: { private: true, public: false }, want: '?private=true&public=false' },
    { given: { page: 0, name: '' }, want: '?page=0&name=' },
    { given: { a: undefined, b: null, c: 1 }, want: '?c=1' },
    { given: { tags: ['a', 'b c'] }, want: '?tags=a&tags=b%20c' },
    { given: { tags: [] }, want: '' },
    { given: { name: 'a&b=c+d e' }, want: '?name=a%26b%3Dc%2Bd%20e' },
    { given: { name: 'é🌊' }, want: '?name=%C3%A9%F0%9F%8C%8A' },
    { given: { since: new Date(Date.UTC(2026, 2, 6, 8, 30)) }, want: '?since=2026-03-06T08%3A30%3A00.000Z' },
  ])('$given → $want', async ({ given, want }) => {
    expect((await ask({ request: { query: given } })).url).toBe(`/v2/things${want}`)
  })

  test.each([
    { what: 'an object', given: { region: 'nyc3' } },
    { what: 'one in an array', given: ['a', { region: 'nyc3' }] },
    { what: 'a map', given: new Map([['region', 'nyc3']]) },
    { what: 'a function', given: () => 'nyc3' },
    { what: 'a date that is none', given: new Date('yesterday') },
  ])('$what is refused by its name, and nothing is sent', async ({ given }) => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url }, { request: { query: { filter: given } } }), CloudError)
    expect(error.message).toBe('GET /v2/things: parameter "filter", an object, cannot be sent.')
    expect(server.requests).toEqual([])
  })
})

test('a base URL with a path keeps it', async () => {
  const server = await startServer()
  await attempt({ baseUrl: `${server.url}/cloud/` })
  expect(server.requests[0]!.url).toBe('/cloud/v2/things')
})

describe('body', () => {
  test('JSON, with its media type', async () => {
    const { headers, body, method } = await ask({ line: 'POST /v2/things', request: { body: { name: 'é', size: 1, none: null } } })
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual({ name: 'é', size: 1, none: null })
  })

  test('none: no media type either', async () => {
    const { headers, body } = await ask({ line: 'POST /v2/things' })
    expect(headers['content-type']).toBeUndefined()
    expect(body).toBe('')
  })

  test.each([
    { what: 'an ArrayBuffer', given: new TextEncoder().encode('{"a":1}\n').buffer },
    { what: 'a Uint8Array', given: new TextEncoder().encode('{"a":1}\n') },
  ])('$what is sent byte for byte', async ({ given }) => {
    const { headers, body } = await ask({ line: 'PUT /v2/things', request: { body: given } })
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(body).toBe('{"a":1}\n')
  })

  test('a GET with one is refused at once: no `fetch` sends it', async () => {
    const server = await startServer()
    const error = await catchError(attempt({ baseUrl: server.url, retry: { retries: 3 } }, { request: { body: { a: 1 } } }), CloudError)
    expect(error.message).toBe('GET /v2/things: it takes no body, only { query: { … } }.')
    expect(server.requests).toEqual([])
  })

  test('a form leaves out what is undefined', async () => {
    const { headers, body } = await ask({
      line: 'POST /v1/oauth/token',
      facts: { form: true },
      request: { body: { grant_type: 'code', redirect_uri: 'http://a/b c?d=é&e+f', state: undefined } },
    })
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ grant_type: 'code', redirect_uri: 'http://a/b c?d=é&e+f' })
  })
})

describe('headers', () => {
  test('the token is a bearer token', async () => {
    expect((await ask()).headers.authorization).toBe('Bearer t0ken')
  })

  test('those of the client, of the request and of the call, later ones winning in any case', async () => {
    const { headers } = await ask(
      { request: { header: { 'X-B': 'request', 'x-c': 'request' } }, call: { headers: { 'X-C': 'call' } } },
      { headers: { 'x-a': 'client', 'x-b': 'client', 'x-c': 'client' } },
    )
    expect(headers).toMatchObject({ 'x-a': 'client', 'x-b': 'request', 'x-c': 'call' })
  })

  test('undefined takes one away, the token too', async () => {
    const { headers } = await ask({ call: { headers: { 'X-A': undefined, Authorization: undefined } } }, { headers: { 'x-a': 'client' } })
    expect(headers['x-a']).toBeUndefined()
    expect(headers.authorization).toBeUndefined()
  })

  test('a number in a header parameter is sent as text', async () => {
    expect((await ask({ request: { header: { 'x-size': 7 } } })).headers['x-size']).toBe('7')
  })

  test('a line break at the end of one is left out; tabs and Latin-1 are sent', async () => {
    const { headers } = await ask({ call: { headers: { 'x-a': ' a\tb\n', 'x-b': 'café' } } })
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
  ])('$name: $value cannot be sent: refused at once, by its name alone, whoever would send it', async ({ name, value }) => {
    const events: string[] = []
    const options: ClientOptions = {
      baseUrl: 'https://nowhere.example',
      retry: { retries: 3 },
      fetch: async () => new Response(String(events.push('fetch'))),
      onRetry: () => void events.push('retry'),
    }
    for (const given of [
      attempt({ ...options, headers: { [name]: value } }),
      attempt(options, { request: { header: { [name]: value } } }),
      attempt(options, { call: { headers: { [name]: value } } }),
      attempt({ ...options, onRequest: () => ({ [name]: value }) }),
    ]) {
      const error = await catchError(given, CloudError)
      expect(error).not.toBeInstanceOf(ConnectionError)
      expect(error.message).toBe(`GET /v2/things: header "${name}" cannot be sent.`)
    }
    expect(events).toEqual([])
  })

  test('every header that is let through is one that `fetch` takes, and the other way round but for control characters', () => {
    for (let code = 0; code < 0x180; code += 1) {
      const value = `a${String.fromCharCode(code)}b`
      const isTaken = takes(() => new Headers({ 'x-a': value }))
      const isControl = (code < 32 && code !== 9) || code === 127
      expect([code, takes(() => mergeHeaders('GET /x', { 'x-a': value }))]).toEqual([code, isTaken && !isControl])
      expect([code, takes(() => mergeHeaders('GET /x', { [value]: 'a' }))]).toEqual([code, takes(() => new Headers({ [value]: 'a' }))])
    }
  })
})
