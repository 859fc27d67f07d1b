import { describe, expect, test } from 'vitest'
import { sendJson, send, startServer, type Script } from '../test/scripted-server.ts'
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

describe('each status has its error class', () => {
  test.each([
    { status: 400, id: 'bad_request', expected: BadRequestError },
    { status: 401, id: 'unauthorized', expected: UnauthorizedError },
    { status: 402, id: 'payment_required', expected: HttpError },
    { status: 403, id: 'forbidden', expected: ForbiddenError },
    { status: 404, id: 'not_found', expected: NotFoundError },
    { status: 405, id: 'method_not_allowed', expected: HttpError },
    { status: 409, id: 'conflict', expected: ConflictError },
    { status: 412, id: 'precondition_failed', expected: PreconditionFailedError },
    { status: 418, id: 'teapot', expected: HttpError },
    { status: 422, id: 'unprocessable_entity', expected: UnprocessableEntityError },
    { status: 429, id: 'too_many_requests', expected: RateLimitError },
    { status: 500, id: 'server_error', expected: ServerError },
    { status: 501, id: 'not_implemented', expected: ServerError },
    { status: 503, id: 'service_unavailable', expected: ServerError },
    { status: 599, id: 'odd', expected: ServerError },
  ])('$status → $expected.name', async ({ status, id, expected }) => {
    const error = await listVolumes(sendJson(status, { id, message: 'Why.' }, headers))
    expect(error.constructor).toBe(expected)
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
