import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from './serve.ts'
import { startMock } from './start-mock.ts'
import { json, tinyDocument, token } from './testing.ts'

let mock: RunningServer
const messages: string[] = []

beforeAll(async () => {
  mock = await startMock({ port: 0, document: tinyDocument, onMessage: (message) => messages.push(message) })
}, 30_000)
afterAll(() => mock.close())

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(mock.url + path, { headers: token, redirect: 'manual', ...init })
const post = (path: string, body: string, headers: Record<string, string> = json): Promise<Response> =>
  send(path, { method: 'POST', headers, body })

describe('startMock', () => {
  it('listens on loopback on a free port', () => {
    expect(mock.url).toBe(`http://127.0.0.1:${mock.port}`)
    expect(mock.port).toBeGreaterThan(0)
  })

  it('keeps idle connections open longer than clients', async () => {
    await send('/v2/volumes')
    expect((await send('/v2/volumes')).headers.get('keep-alive')).toBe('timeout=72')
  })

  it('responds with the first example of the lowest 2xx status and its headers', async () => {
    const response = await send('/v2/volumes')
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toBe('7f1c')
    expect(await response.json()).toMatchObject({ volumes: [{ name: 'covers-data' }], meta: { total: 2 } })
  })

  it.each([
    { prefer: 'code=404, example=not_found', path: '/v2/volumes/12', status: 404, body: { id: 'not_found', message: 'Not there.' } },
    { prefer: 'code=404', path: '/v2/volumes/12', status: 404, body: { id: 'not_found', message: 'Not there.' } },
    { prefer: 'example=none', path: '/v2/volumes', status: 200, body: { volumes: [], meta: { total: 0 } } },
    { prefer: 'code=401, example=unauthorized', path: '/v2/volumes', status: 401, body: { id: 'unauthorized', message: 'Who are you?' } },
    { prefer: 'code=503', path: '/v2/volumes', status: 503, body: { id: 'some_error', message: 'Something went wrong.' } },
  ])('responds to "Prefer: $prefer"', async ({ prefer, path, status, body }) => {
    const response = await send(path, { headers: { ...token, prefer } })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(body)
  })

  it('responds with 401 without a token, unless it is optional', async () => {
    expect((await send('/v2/volumes', { headers: {} })).status).toBe(401)
    for (const headers of [{}, token]) {
      const response = await send('/v1/oauth/authorize', { headers })
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('https://tidewater.example/callback?code=1')
    }
  })

  it.each([
    { input: '{"name":"covers-data","size":100}', expected: 201 },
    { input: '{"name":"covers-data","size":100,"description":null}', expected: 201 },
    { input: '{"name":"covers-data","size":100,"source":{"kind":"volume"}}', expected: 201 },
    { input: '{"name":"covers-data","size":2000,"source":{"kind":"volume"}}', expected: 201 },
    { input: '{"name":"covers-data"}', expected: 422 },
    { input: '{"name":"covers-data","size":"large"}', expected: 422 },
    { input: '{"name":"covers-data","size":100,"surprise":1}', expected: 422 },
    { input: '{"name":"covers-data","size":100,"kind":"tape"}', expected: 422 },
    { input: '{"name":"covers-data","size":100,"region":"mars"}', expected: 422 },
    { input: '{"name":"covers-data","size":100,"region":"ams3"}', expected: 422 },
    { input: '{"name":"covers-data","size":100,"source":{"kind":"tape"}}', expected: 422 },
    { input: '{"name":"covers-data","size":2000}', expected: 422 },
  ])('responds to the body $input with $expected', async ({ input, expected }) => {
    expect((await post('/v2/volumes', input)).status).toBe(expected)
  })

  it('names the first violation in the message', async () => {
    const [missing, wrong] = [
      await post('/v2/volumes', '{"name":"covers-data"}'),
      await post('/v2/volumes', '{"name":"covers-data","size":"large"}'),
    ]
    expect(await missing.json()).toHaveProperty('message', "body: must have required property 'size'")
    expect(await wrong.json()).toHaveProperty('message', expect.stringMatching(/^size: must /))
  })

  it('says at its root what it is', async () => {
    const response = await send('/', { headers: {} })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('<h1>Spindrift mock</h1>')
    expect((await send('/', { method: 'POST' })).status).toBe(404)
  })

  it('reports violations of a request', async () => {
    messages.length = 0
    const response = await post('/v2/volumes', '{"name":"covers-data"}')
    expect(response.headers.get('sl-violations')).toContain("must have required property 'size'")
    expect(messages).toEqual(["Violation: request.body Request body must have required property 'size'"])
  })

  it('responds with 400 to a body that is not JSON', async () => {
    const response = await post('/v2/volumes', '{"name":')
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('message')
  })

  it.each([
    { input: '/v2/volumes?page=2&tags=a', expected: 200 },
    { input: '/v2/volumes?tags=a&tags=b', expected: 200 },
    { input: '/v2/volumes?page=zero', expected: 422 },
    { input: '/v2/volumes/12', expected: 200 },
    { input: '/v2/volumes/covers-data', expected: 200 },
    { input: '/v2/volumes/COVERS', expected: 422 },
    { input: '/v2/nothing', expected: 404 },
  ])('responds to GET $input with $expected', async ({ input, expected }) => {
    const response = await send(input)
    // The document lists no 422 for these operations; Prism then uses `default` or its own response.
    expect(response.status).toBe(expected)
  })

  it('prefers a literal path over a path with a parameter', async () => {
    expect(await (await send('/v2/volumes/actions')).json()).toEqual({ literal: true })
  })

  it('responds to HEAD with the headers of GET and no body', async () => {
    const [got, head] = [await send('/v2/volumes'), await send('/v2/volumes', { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'))
    expect(head.headers.get('x-total-count')).toBe('2')
    expect(head.headers.get('link')).toContain('rel="next"')
  })

  it('responds to DELETE without a body, even if the request has one', async () => {
    expect((await send('/v2/volumes/12', { method: 'DELETE' })).status).toBe(204)
    expect((await send('/v2/volumes/12', { method: 'DELETE', headers: json, body: '{}' })).status).toBe(204)
  })

  it('responds with 405 to a method that the path does not have', async () => {
    expect((await send('/v2/volumes', { method: 'PATCH' })).status).toBe(405)
  })

  it('sends a complete stream on request, and JSON otherwise', async () => {
    const stream = await post('/v1/chat/completions', '{"model":"tiny"}', { ...json, accept: 'text/event-stream' })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(await stream.text()).toBe('data: {"delta":"A"}\n\ndata: {"delta":"hoy"}\n\ndata: [DONE]\n\n')
    expect(await (await post('/v1/chat/completions', '{"model":"tiny"}')).json()).toEqual({ text: 'Ahoy' })
  })

  it('responds to a CORS preflight request', async () => {
    const response = await send('/v2/volumes', {
      method: 'OPTIONS',
      headers: { origin: 'http://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('POST')
  })

  it('generates values with `dynamic`', async () => {
    await using dynamic = await startMock({ port: 0, document: tinyDocument, dynamic: true })
    const response = await fetch(`${dynamic.url}/v2/volumes/12`, { headers: token })
    expect(await response.json()).toMatchObject({ name: expect.any(String), region: expect.stringMatching(/nyc3|ams3/) })
  })

  it('reports a port in use', async () => {
    await expect(startMock({ port: mock.port, document: tinyDocument })).rejects.toThrow(`Port ${mock.port} is in use.`)
  })

  it('releases the port, and can be closed twice', async () => {
    const { port, close } = await startMock({ port: 0, document: tinyDocument })
    await close()
    await close()
    const next = createServer()
    await expect(
      new Promise<void>((resolve, reject) => next.once('error', reject).listen(port, '127.0.0.1', resolve)),
    ).resolves.toBeUndefined()
    await new Promise((resolve) => next.close(resolve))
  })

  it.each([
    { input: new URL('nowhere.json', import.meta.url), expected: /There is no document at .*nowhere\.json.* pnpm generate/ },
    { input: new URL(import.meta.url), expected: /start-mock\.test\.ts is not an OpenAPI document in JSON/ },
  ])('names the document it cannot read', async ({ input, expected }) => {
    await expect(startMock({ port: 0, document: input })).rejects.toThrow(expected)
  })
})
