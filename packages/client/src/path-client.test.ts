import { QueryClient } from '@tanstack/react-query'
import type { paths as InferencePaths } from '@spindrift/types/models/paths'
import type { paths } from '@spindrift/types/volumes/paths'
import { getResponse } from 'msw'
import { createOpenApiHttp } from 'openapi-msw'
import createQueries from 'openapi-react-query'
import { expect, test, vi } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { respondInTurn, send, sendJson, startServer } from '../test/scripted-server.ts'
import { CloudError, ConfigurationError } from './errors.ts'
import { createPathClient } from './path-client.ts'
import { createTestCloud } from './testing/index.ts'

const volume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const

test('creates, reads and misses resources of the platform', async () => {
  await using platform = await createTestCloud()
  const api = createPathClient<paths>(platform.options)
  const created = await api.POST('/v2/volumes', { body: volume })
  expect(created.response.status).toBe(201)
  const volume_id = created.data!.volume.id
  const { data } = await api.GET('/v2/volumes', { params: { query: { region: 'nyc3', per_page: 5 } } })
  expect(data!.volumes).toMatchObject([{ id: volume_id, size_gigabytes: 100 }])
  expect((await api.DELETE('/v2/volumes/{volume_id}', { params: { path: { volume_id } } })).response.status).toBe(204)
  const { error } = await api.GET('/v2/volumes/{volume_id}', { params: { path: { volume_id } } })
  expect(error!.id).toBe('not_found')
})

test('sends query, body and headers as openapi-fetch serializes them, with the token and the path of the base URL', async () => {
  const server = await startServer(sendJson(200, {}))
  const api = createPathClient<paths>({ baseUrl: `${server.url}/proxy/`, token: 't', headers: { 'x-team': 'storefront' } })
  await api.GET('/v2/volumes', { params: { query: { name: 'a&b=c d', page: 2 } }, headers: { 'x-trace': '7' } })
  await api.POST('/v2/volumes', { body: volume })
  const [list, create] = server.requests
  expect(list!.url).toBe('/proxy/v2/volumes?name=a%26b%3Dc%20d&page=2')
  expect(list!.headers).toMatchObject({ authorization: 'Bearer t', 'x-team': 'storefront', 'x-trace': '7' })
  expect(create!.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(JSON.parse(create!.body)).toEqual(volume)
})

test('retries safe requests with their body until an abort', async () => {
  const server = await startServer(respondInTurn(send(503), sendJson(429, {}, { 'retry-after': '0' }), sendJson(200, { volumes: [] })))
  const api = createPathClient<paths>({ baseUrl: server.url, token: 't', retry: { baseDelayMs: 1 } })
  expect((await api.GET('/v2/volumes')).data).toEqual({ volumes: [] })
  expect(server.requests).toHaveLength(3)

  const limited = await startServer(respondInTurn(sendJson(429, {}, { 'retry-after': '0' }), sendJson(201, {})))
  await createPathClient<paths>({ baseUrl: limited.url, token: 't' }).POST('/v2/volumes', { body: volume })
  expect(limited.requests.map(({ body }) => JSON.parse(body))).toEqual([volume, volume])

  const signal = AbortSignal.abort(new Error('Enough.'))
  expect(await catchError(api.GET('/v2/volumes', { signal }))).toBe(signal.reason)
})

test('sends a request to the API of its path, with the credential of that API', async () => {
  const [control, inference] = [await startServer(sendJson(200, {})), await startServer(sendJson(200, { data: [] }))]
  const options = { baseUrl: control.url, token: 't', apis: { inference: { baseUrl: inference.url, token: 'key' } } }
  await createPathClient<InferencePaths>(options).GET('/v1/models')
  await createPathClient<paths>(options).GET('/v2/volumes')
  expect(inference.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/models', 'Bearer key']])
  expect(control.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v2/volumes', 'Bearer t']])
})

test('sends nothing to other hosts, and no path parameter reaches another operation', async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  const api = createPathClient<paths>({ baseUrl: 'http://127.0.0.1:4020/a', token: 't', fetch })
  for (const volume_id of ['..', '.', '']) {
    const error = await catchError(api.DELETE('/v2/volumes/{volume_id}', { params: { path: { volume_id } } }))
    expect(error.message).toContain(`path parameter "volume_id" = "${volume_id}" cannot be sent.`)
  }
  for (const baseUrl of ['https://other.example/a', 'http://127.0.0.1:4020', 'http://127.0.0.1:4020/ab']) {
    const error = await catchError(api.GET('/v2/volumes', { baseUrl }), CloudError)
    expect(error.message).toContain('this client only sends to http://127.0.0.1:4020/a')
  }
  const untyped = createPathClient({ baseUrl: 'https://platform.example', token: 't', fetch }) as unknown as {
    GET(path: string): Promise<unknown>
  }
  expect((await catchError(untyped.GET('.evil.example/v2/account'), CloudError)).message).toContain(
    'only sends to https://platform.example/',
  )
  expect(fetch).not.toHaveBeenCalled()
})

test('sends no token to an operation without authentication', async () => {
  const server = await startServer(send(200))
  const api = createPathClient<{ '/v1/batches/files/{file_id}/content': { put: { parameters: object; responses: object } } }>({
    apis: { inference: { baseUrl: server.url, token: 'key' } },
  })
  await api.PUT('/v1/batches/files/{file_id}/content', { params: { path: { file_id: 'f-1' } } })
  expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/batches/files/f-1/content', undefined]])
})

test('throws at once without a base URL', () => {
  vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
  expect(() => createPathClient<paths>()).toThrow(ConfigurationError)
  vi.unstubAllEnvs()
})

test('works with openapi-react-query', async () => {
  await using platform = await createTestCloud()
  await platform.cloud.volumes.create({ body: volume })
  const queries = createQueries(createPathClient<paths>(platform.options))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = queries.queryOptions('get', '/v2/volumes', { params: { query: { region: 'nyc3' } } })
  const { volumes } = await client.fetchQuery(options)
  expect(volumes.map(({ name }) => name)).toEqual(['covers-data'])
  expect(options.queryKey).toEqual(['get', '/v2/volumes', { params: { query: { region: 'nyc3' } } }])
  const path = { volume_id: '506f78a4-e098-11e5-ad9f-000f53306ae1' }
  const missing = client.fetchQuery(queries.queryOptions('get', '/v2/volumes/{volume_id}', { params: { path } }))
  await expect(missing).rejects.toMatchObject({ id: 'not_found' })
})

test('works with openapi-msw', async () => {
  const http = createOpenApiHttp<paths>({ baseUrl: 'http://127.0.0.1:4020' })
  const handlers = [
    http.get('/v2/volumes/{volume_id}', ({ params, response }) =>
      response(404).json({ id: 'not_found', message: `No ${params.volume_id}.`, request_id: 'b4a5' }),
    ),
    http.post('/v2/volumes', async ({ request, response }) => response(422).json({ id: 'no', message: (await request.json()).name })),
  ]
  const fetch = async (url: string, init: RequestInit) => (await getResponse(handlers, new Request(url, init))) ?? Response.error()
  const api = createPathClient<paths>({ baseUrl: 'http://127.0.0.1:4020', token: 't', fetch })
  expect((await api.GET('/v2/volumes/{volume_id}', { params: { path: { volume_id: 'v' } } })).error?.message).toBe('No v.')
  expect((await api.POST('/v2/volumes', { body: volume })).error?.message).toBe('covers-data')
})
