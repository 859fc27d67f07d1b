import { describe, expect, test } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { cutBody, send, sendJson, stallBody, startServer, type Script } from '../test/scripted-server.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import { createVolumes } from './generated/volumes.ts'

async function read(script: Script): Promise<unknown> {
  const server = await startServer(script)
  return createVolumes({ baseUrl: server.url, token: 't' }).list()
}

const bytes = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x00, 0xff)

describe('the media type determines the type of the body', () => {
  test.each<{ what: string; input: Script; expected: unknown }>([
    { what: 'JSON', input: sendJson(200, { volumes: [] }), expected: { volumes: [] } },
    { what: 'JSON with a charset', input: send(200, '{"é":1}', { 'content-type': 'application/json; charset=utf-8' }), expected: { é: 1 } },
    { what: 'JSON in capitals', input: send(200, '{}', { 'content-type': 'Application/JSON' }), expected: {} },
    { what: 'a kind of JSON', input: send(200, '{}', { 'content-type': 'application/problem+json' }), expected: {} },
    { what: 'JSON of nothing', input: send(200, '', { 'content-type': 'application/json' }), expected: undefined },
    { what: 'lines of JSON', input: send(200, bytes, { 'content-type': 'application/x-ndjson' }), expected: bytes.buffer },
    { what: 'text', input: send(200, 'é', { 'content-type': 'text/plain; charset=utf-8' }), expected: 'é' },
    { what: 'YAML', input: send(200, 'kind: Config', { 'content-type': 'application/yaml' }), expected: 'kind: Config' },
    { what: 'CSV', input: send(200, 'a,b\n1,2', { 'content-type': 'text/csv' }), expected: 'a,b\n1,2' },
    { what: 'text of nothing', input: send(200, '', { 'content-type': 'text/plain' }), expected: '' },
    { what: 'a PDF', input: send(200, bytes, { 'content-type': 'application/pdf' }), expected: bytes.buffer },
    { what: 'bytes of no type', input: send(200, bytes), expected: bytes.buffer },
    { what: 'nothing of no type', input: send(200), expected: undefined },
    { what: '204', input: send(204), expected: undefined },
    { what: '204 with a type', input: send(204, '', { 'content-type': 'text/plain' }), expected: undefined },
    { what: '202', input: sendJson(202, { id: 1 }), expected: { id: 1 } },
  ])('$what', async ({ input, expected }) => {
    expect(await read(input)).toEqual(expected)
  })
})

test('malformed JSON with a success status is an error that names the operation', async () => {
  const error = await catchError(read(send(200, '{"volumes": [', { 'content-type': 'application/json' })) as Promise<unknown>, CloudError)
  expect(error.message).toContain('GET /v2/volumes: 200')
  expect(error.message).toContain('not valid JSON')
  expect(error.cause).toBeInstanceOf(SyntaxError)
})

describe('an incomplete body', () => {
  const list = (baseUrl: string, timeoutMs = 0) => createVolumes({ baseUrl, token: 't', timeoutMs }).list()

  test('rejects with ConnectionError when it is cut', async () => {
    const server = await startServer(cutBody())
    const error = await catchError(list(server.url), ConnectionError)
    expect(error).not.toBeInstanceOf(TimeoutError)
    expect(error.message).toContain('GET /v2/volumes')
    expect(error.message).toContain('200')
    expect(error.message).toContain(new URL(server.url).host)
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('rejects with ConnectionError and the status when it is cut in an error response', async () => {
    const server = await startServer(cutBody(503))
    const error = await catchError(list(server.url), ConnectionError)
    expect(error.message).toContain('503')
  })

  test('rejects with TimeoutError when it stalls', async () => {
    const server = await startServer(stallBody)
    const error = await catchError(list(server.url, 80), TimeoutError)
    expect(error.message).toBe('GET /v2/volumes: no complete response within 80 ms.')
    expect(error.cause).toMatchObject({ name: 'TimeoutError' })
  })

  test('rejects with the reason of the signal when it is aborted', async () => {
    const server = await startServer(stallBody)
    const controller = new AbortController()
    const volumes = createVolumes({ baseUrl: server.url, token: 't' })
    const reason = new Error('The user left.')
    const call = volumes.list({}, { signal: controller.signal })
    await call.asResponse()
    const failed = catchError(call)
    controller.abort(reason)
    expect(await failed).toBe(reason)
  })
})

test('a body that was read with asResponse() cannot be read again', async () => {
  const server = await startServer(sendJson(200, { volumes: [] }))
  const call = createVolumes({ baseUrl: server.url, token: 't' }).list()
  await (await call.asResponse()).json()
  const error = await catchError(call, CloudError)
  expect(error).not.toBeInstanceOf(ConnectionError)
  expect(error.message).toContain('GET /v2/volumes')
  expect(error.message).toContain('already read')
})

test('a redirect that fetch does not follow is not an error', async () => {
  const server = await startServer(send(304))
  const reply = await createVolumes({ baseUrl: server.url, token: 't' }).list().withResponse()
  expect(reply).toMatchObject({ ok: true, status: 304, data: undefined })
})
