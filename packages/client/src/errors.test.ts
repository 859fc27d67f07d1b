import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findClosedUrl, sendJson, send, sendNothing, startServer, type Script } from '../test/scripted-server.ts'
import { catchError } from '../test/catch-error.ts'
import { CloudError, ConfigurationError, ConnectionError, TimeoutError } from './errors.ts'
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnprocessableEntityError,
} from './http-errors.ts'
import { createVolumes } from './generated/volumes.ts'
import * as client from './index.ts'
import { createTestCloud } from './testing/index.ts'

/** All type guards of the package by name. */
const questions = Object.fromEntries(
  Object.entries(client).filter((entry): entry is [string, (error: unknown) => boolean] => /^is[A-Z]/.test(entry[0])),
)

function listMatching(error: unknown): string[] {
  return Object.keys(questions).filter((name) => questions[name]!(error))
}

const headers = {
  'x-request-id': 'b4a5',
  'ratelimit-limit': '5000',
  'ratelimit-remaining': '12',
  'ratelimit-reset': '1444931833',
}

async function listVolumes(script: Script): Promise<HttpError> {
  const server = await startServer(script)
  const error = await catchError(createVolumes({ baseUrl: server.url, token: 't', retry: false }).list(), HttpError)
  return error as HttpError
}

describe('each status has its error class and its type guards', () => {
  test.each([
    { status: 400, id: 'bad_request', expected: BadRequestError, guards: ['isBadRequest'] },
    { status: 401, id: 'unauthorized', expected: UnauthorizedError, guards: ['isUnauthorized'] },
    { status: 402, id: 'payment_required', expected: HttpError, guards: [] },
    { status: 403, id: 'forbidden', expected: ForbiddenError, guards: ['isForbidden'] },
    { status: 404, id: 'not_found', expected: NotFoundError, guards: ['isNotFound'] },
    { status: 405, id: 'method_not_allowed', expected: HttpError, guards: [] },
    { status: 409, id: 'conflict', expected: ConflictError, guards: ['isConflict'] },
    { status: 412, id: 'precondition_failed', expected: PreconditionFailedError, guards: [] },
    { status: 418, id: 'teapot', expected: HttpError, guards: [] },
    { status: 422, id: 'unprocessable_entity', expected: UnprocessableEntityError, guards: ['isUnprocessable'] },
    { status: 429, id: 'too_many_requests', expected: RateLimitError, guards: ['isRateLimited', 'isRetryable'] },
    { status: 500, id: 'server_error', expected: ServerError, guards: ['isRetryable'] },
    { status: 501, id: 'not_implemented', expected: ServerError, guards: [] },
    { status: 503, id: 'service_unavailable', expected: ServerError, guards: ['isRetryable'] },
    { status: 599, id: 'odd', expected: ServerError, guards: ['isRetryable'] },
  ])('$status → $expected.name', async ({ status, id, expected, guards }) => {
    const error = await listVolumes(sendJson(status, { id, message: 'Why.' }, headers))
    expect(error.constructor).toBe(expected)
    expect(listMatching(error)).toEqual(guards)
    expect(error).toBeInstanceOf(CloudError)
    // The name of the class in unminified code.
    expect(error.name).toBe(expected.name)
    expect(error.message).toBe(`GET /v2/volumes: ${status} ${id}: Why. (request b4a5)`)
    expect(error).toMatchObject({ status, id, requestId: 'b4a5', body: { id, message: 'Why.' } })
    expect(error.rateLimit).toEqual({ limit: 5000, remaining: 12, resetAt: new Date(1_444_931_833_000) })
    expect(error.response.headers.get('x-request-id')).toBe('b4a5')
  })
})

test('uses the request id of the body without a header', async () => {
  const error = await listVolumes(sendJson(500, { id: 'server_error', message: 'Why.', request_id: 'in-body' }))
  expect(error.requestId).toBe('in-body')
  expect(error.rateLimit).toBeUndefined()
})

test('an HTML page of a proxy becomes the body, its status text the message', async () => {
  const error = await listVolumes(send(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }))
  expect(error).toBeInstanceOf(ServerError)
  expect(error.body).toBe('<html>Bad gateway</html>')
  expect(error.id).toBe('')
  expect(error.message).toBe('GET /v2/volumes: 502: Bad Gateway')
})

test.each([
  { what: 'no body', input: send(503) },
  { what: 'an empty body of JSON', input: send(503, '', { 'content-type': 'application/json' }) },
])('$what: the status text is the message', async ({ input }) => {
  const error = await listVolumes(input)
  expect(error.message).toBe('GET /v2/volumes: 503: Service Unavailable')
  expect(error.body).toBeUndefined()
})

test('malformed JSON of an error is kept as text', async () => {
  const error = await listVolumes(send(500, '{"id": "serv', { 'content-type': 'application/json' }))
  expect(error.body).toBe('{"id": "serv')
  expect(error.message).toBe('GET /v2/volumes: 500: Internal Server Error')
})

test.each([
  { what: 'null', body: null },
  { what: 'an array', body: ['no'] },
  { what: 'a number', body: 7 },
  { what: 'an object of something else', body: { detail: 'no' } },
])('ignores an error body that is $what', async ({ body }) => {
  const error = await listVolumes(sendJson(500, body))
  expect(error.body).toEqual(body)
  expect(error.message).toBe('GET /v2/volumes: 500: Internal Server Error')
})

test('an OAuth error has `error` as id and `error_description` as message', async () => {
  const error = await listVolumes(sendJson(400, { error: 'invalid_grant', error_description: 'The code was used before.' }))
  expect(error).toMatchObject({ id: 'invalid_grant', message: 'GET /v2/volumes: 400 invalid_grant: The code was used before.' })
})

test('an error of a model server has an object under `error`', async () => {
  const error = await listVolumes(
    sendJson(401, { error: { message: 'No such key.', type: 'authentication_error', code: 'invalid_api_key' } }),
  )
  expect(error).toMatchObject({ id: 'authentication_error', message: 'GET /v2/volumes: 401 authentication_error: No such key.' })
})

test('a logged error does not contain the response', async () => {
  const error = await listVolumes(sendJson(404, { id: 'not_found', message: 'Why.' }, headers))
  expect(Object.keys(error).toSorted()).toEqual(['body', 'id', 'requestId', 'status'])
})

test.each([CloudError, ConfigurationError, ConnectionError, TimeoutError])('$name has its class name', (Class) => {
  const { name } = Class
  const error = new Class('Why.')
  expect(error.name).toBe(name)
  expect(error.stack).toMatch(new RegExp(`^${name}: Why\\.`))
  expect(error).toBeInstanceOf(CloudError)
})

test('a timeout is a ConnectionError', () => {
  expect(new TimeoutError()).toBeInstanceOf(ConnectionError)
})

describe('type guards', () => {
  test('match errors without a response', async () => {
    const refused = await catchError(client.createCloud({ baseUrl: await findClosedUrl(), token: 'token', retry: false }).volumes.list())
    expect(listMatching(refused)).toEqual(['isConnectionError', 'isRetryable'])
    const server = await startServer(sendNothing)
    const late = await catchError(client.createCloud({ baseUrl: server.url, token: 'token', retry: false, timeoutMs: 40 }).volumes.list())
    expect(listMatching(late)).toEqual(['isConnectionError', 'isRetryable', 'isTimeout'])
    expect(listMatching(await listVolumes(sendJson(422, { id: 'some', message: 'Droplet already has a pending event.' })))).toEqual([
      'isLocked',
      'isUnprocessable',
    ])
  })

  test.each([undefined, null, 'text', 404, new Error('no'), { status: 404 }])('match nothing for %s', (input) => {
    expect(listMatching(input)).toEqual([])
  })
})

test('the catalog matches the specification', () => {
  const text = readFileSync(new URL('../../../spec/shared/errors.yaml', import.meta.url), 'utf8')
  const ids = [...text.matchAll(/value:\s+(?:\{ )?id: ([a-z_]+)/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(8)
  expect(ids.filter((id) => !client.errorCatalog.some((entry) => entry.id === id))).toEqual([])
  expect(client.errorCatalog.map(({ status }) => status)).toEqual(client.errorCatalog.map(({ status }) => status).toSorted((a, b) => a - b))
})

test('the catalog matches the platform and the type guards', async () => {
  await using platform = await createTestCloud({ client: { retry: false } })
  for (const { status, id, isRetryable } of client.errorCatalog) {
    await platform.fail({ operation: 'volumes_list', status, times: 1 })
    const error = await catchError(platform.cloud.volumes.list())
    expect(error).toMatchObject({ status, id })
    expect(client.isRetryable(error)).toBe(isRetryable)
  }
})

describe('fields of a 422', () => {
  test('are listed with their messages', async () => {
    await using platform = await createTestCloud()
    // @ts-expect-error fields are missing or invalid
    const call = platform.cloud.volumes.create({ body: { region: 'mars', size_gigabytes: 'x' } })
    const error = await catchError(call, UnprocessableEntityError)
    expect(error.fields.map(({ name }) => name)).toEqual(['name', 'size_gigabytes', 'region'])
    expect(error.fields[1]?.message).toBe('must be integer')
  })
})

test('resetAt is undefined without headers', async () => {
  expect(((await listVolumes(send(429))) as RateLimitError).resetAt).toBeUndefined()
})

test('errors are readable wherever they are printed', async () => {
  await using platform = await createTestCloud()
  const error = await catchError(platform.cloud.volumes.get({ path: { volume_id: '506f78a4-e098-11e5-ad9f-000f53306ae1' } }))
  expect(String(error)).toMatch(
    /^NotFoundError: GET \/v2\/volumes\/506f78a4-e098-11e5-ad9f-000f53306ae1: 404 not_found: The resource you were accessing could not be found\. \(request [\w-]+\)$/,
  )
  expect(inspect(error).split('\n')[0]).toContain('NotFoundError: GET /v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1: 404')
  expect(inspect(error)).not.toContain('Headers')
})
