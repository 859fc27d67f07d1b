import { afterEach, expect, test, vi } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { resetConnection, send, sendJson, startServer } from '../test/scripted-server.ts'
import { CloudError, ConfigurationError, ConnectionError } from './errors.ts'
import { createPathClient } from './path-client.ts'

afterEach(() => vi.unstubAllEnvs())

test('a reply has status, body and what is around it', async () => {
  const server = await startServer(sendJson(200, { volumes: [], meta: { total: 0 } }, { 'x-request-id': 'b4a5' }))
  const reply = await createPathClient({ baseUrl: server.url, token: 't' }).GET('/v2/volumes', { query: { name: 'covers-data' } })
  expect(reply).toMatchObject({ ok: true, status: 200, data: { volumes: [], meta: { total: 0 } }, requestId: 'b4a5' })
  expect(reply.rateLimit).toBeUndefined()
  expect(server.requests[0]!.url).toBe('/v2/volumes?name=covers-data')
})

test.each([400, 401, 404, 422, 429, 500])('%d is a reply, not an exception', async (status) => {
  const server = await startServer(sendJson(status, { id: 'x', message: 'Why.' }))
  const reply = await createPathClient({ baseUrl: server.url, token: 't' }).GET('/v2/volumes')
  expect(reply).toMatchObject({ ok: false, status, error: { id: 'x', message: 'Why.' } })
})

test('every method, with path, query, body and options', async () => {
  const server = await startServer(send(204))
  const api = createPathClient({ baseUrl: server.url, token: 't' })
  const path = { project_id: '4e1bfbc3' }
  await api.GET('/v2/projects/{project_id}', { path })
  await api.POST('/v2/domains', { body: { name: 'bramble.example' } }, { headers: { 'x-a': '1' } })
  await api.PUT('/v2/images/{image_id}', { path: { image_id: 7 }, body: { name: 'base' } })
  await api.PATCH('/v2/projects/{project_id}', { path, body: { name: 'shop' } })
  await api.DELETE('/v2/volumes', { query: { name: 'covers-data', region: 'nyc3' } })
  expect(server.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'GET /v2/projects/4e1bfbc3 ',
    'POST /v2/domains {"name":"bramble.example"}',
    'PUT /v2/images/7 {"name":"base"}',
    'PATCH /v2/projects/4e1bfbc3 {"name":"shop"}',
    'DELETE /v2/volumes?name=covers-data&region=nyc3 ',
  ])
  expect(server.requests[1]!.headers['x-a']).toBe('1')
})

test('no answer is an exception', async () => {
  const server = await startServer(resetConnection)
  expect(await catchError(createPathClient({ baseUrl: server.url, token: 't' }).GET('/v2/volumes'))).toBeInstanceOf(ConnectionError)
})

test('a missing base URL is said at once, a missing token at the call', async () => {
  vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
  vi.stubEnv('SPINDRIFT_TOKEN', undefined)
  expect(() => createPathClient()).toThrow('set SPINDRIFT_BASE_URL')
  const error = await catchError(createPathClient({ baseUrl: 'http://127.0.0.1:1' }).GET('/v2/volumes'), ConfigurationError)
  expect(error.message).toContain('set SPINDRIFT_TOKEN')
})

test('a path that would become a part of the host is refused, and nothing is sent', async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  // A program without types can be given any text.
  const api = createPathClient({ baseUrl: 'http://127.0.0.1:4020', token: 't', fetch }) as unknown as {
    readonly GET: (path: string) => Promise<unknown>
  }
  for (const path of ['@evil.example/v2/account', '.evil.example/v2/account', 'v2/account', '']) {
    const error = await catchError(api.GET(path), CloudError)
    expect(error.message).toContain('begins with a slash')
  }
  expect(fetch).not.toHaveBeenCalled()
})
