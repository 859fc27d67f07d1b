/** Errors never contain the token. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type CallOptions, type ClientOptions, createCloud, UnprocessableEntityError } from '../src/index.ts'
import { createPathClient } from '../src/path-client.ts'
import { catchError } from './catch-error.ts'
import {
  cutBody,
  findClosedUrl,
  resetConnection,
  send,
  sendJson,
  sendNothing,
  stallBody,
  startServer,
  type Script,
} from './scripted-server.ts'

const token = 'dop_v1_5ecre7'
const error = { id: 'unauthorized', message: 'Unable to authenticate you.' }

interface Case {
  readonly what: string
  readonly script?: Script
  readonly options?: ClientOptions
  readonly call?: CallOptions
}

const cases: readonly Case[] = [
  ...[400, 401, 403, 404, 409, 412, 422, 429, 500].map((status) => ({ what: `${status}`, script: sendJson(status, error) })),
  { what: 'an HTML page', script: send(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }) },
  { what: 'malformed JSON', script: send(200, '{', { 'content-type': 'application/json' }) },
  { what: 'a reset connection', script: resetConnection },
  { what: 'a body that is cut', script: cutBody() },
  { what: 'a timeout', script: sendNothing, options: { timeoutMs: 40 } },
  { what: 'a timeout in the body', script: stallBody, options: { timeoutMs: 40 } },
  { what: 'an abort', call: { signal: AbortSignal.abort() } },
  { what: 'an endless redirect', script: send(307, '', { location: '/' }) },
  { what: 'a redirect to an unreachable host', script: send(307, '', { location: 'http://127.0.0.1:1/' }) },
  { what: 'an answer that is not HTTP', script: (response) => response.socket?.end('no\r\n') },
  { what: 'a header that cannot be sent', call: { headers: { 'x-a': 'a\nb' } } },
  { what: 'a token of two lines', options: { token: `${token}\n${token}` } },
  { what: 'a token that no header can carry', options: { token: `${token}…` } },
  { what: 'a token from a function, of two lines', options: { token: async () => `${token}\n${token}` } },
]

function show(thrown: Error): string {
  const output = [inspect(thrown, { depth: 9, showHidden: true }), JSON.stringify(thrown), String(thrown)]
  for (let each: unknown = thrown; each instanceof Error; each = each.cause)
    output.push(each.message, each.stack ?? '', JSON.stringify(each))
  return output.join('\n')
}

test.each(cases)('$what', async ({ script, options, call }) => {
  const server = await startServer(script)
  const all = { baseUrl: server.url, token, retry: false, ...options } as const
  const thrown = show(await catchError(createCloud(all).volumes.get({ path: { volume_id: 'x' } }, call)))
  expect(thrown).not.toContain(token)
  expect(thrown.toLowerCase()).not.toContain('bearer')
})

test('a reply does not contain the token', async () => {
  const server = await startServer(sendJson(401, error))
  const reply = await createPathClient({ baseUrl: server.url, token }).GET('/v2/volumes')
  expect(`${inspect(reply, { depth: 9, showHidden: true })}${JSON.stringify(reply)}`).not.toContain(token)
})

test('a connection error does not contain the token', async () => {
  const cloud = createCloud({ baseUrl: await findClosedUrl(), token, retry: false })
  const call = cloud.volumes.list()
  expect(show(await catchError(call))).not.toContain(token)
  expect(inspect(call, { depth: 9, showHidden: true })).not.toContain(token)
})

test('detects a leaked token', async () => {
  const thrown = await catchError(Promise.reject(new Error('outer', { cause: new Error(`inner ${token}`) })))
  expect(show(thrown)).toContain(token)
})

test('errors do not contain a token that the server repeats in body, header or message', async () => {
  const server = await startServer((response, request) =>
    sendJson(422, { id: 'unprocessable_entity', message: `You sent ${String(request.headers.authorization)} and ${request.body}` })(
      response,
      request,
    ),
  )
  const cloud = createCloud({ baseUrl: server.url, token, retry: false })
  const created = await catchError(
    cloud.databases.users.create({
      path: { database_cluster_uuid: 'a' },
      body: { name: 'app', password: 'pa55word-of-tests' } as { name: string },
    }),
  )
  expect(show(created)).not.toContain(token)
  expect(show(created)).not.toContain('pa55word-of-tests')
})

test('secrets are masked after parsing, in values and names at any depth', async () => {
  const escape = (text: string) => [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const password = 'pa55word-of-tests'
  const body = `{"id":"unprocessable_entity","message":"You sent ${escape(token)}","sent":[{"${escape(password)}":"${escape(password)}"}]}`
  const server = await startServer(send(422, body, { 'content-type': 'application/json' }))
  const cloud = createCloud({ baseUrl: server.url, token, retry: false })
  const users = [{ name: 'app', password }]
  const thrown = await catchError(cloud.databases.users.create('a', { users } as never), UnprocessableEntityError)
  expect(thrown.body).toEqual({ id: 'unprocessable_entity', message: 'You sent …', sent: [{ '…': '…' }] })
  expect(show(thrown)).not.toContain(token)
  expect(show(thrown)).not.toContain(password)
})

test('nothing is sent to another origin by a redirect, a next page or a retry', async () => {
  const other = await startServer()
  const server = await startServer((response, request) => {
    if (request.url.startsWith('/v2/tags')) {
      return sendJson(200, { tags: [{ name: 'a' }], links: { pages: { next: `${other.url}/v2/tags?page=2` } }, meta: { total: 2 } })(
        response,
        request,
      )
    }
    return send(request.method === 'GET' ? 302 : 308, '', { location: `${other.url}${request.url}` })(response, request)
  })
  const cloud = createCloud({ baseUrl: server.url, token, retry: { retries: 1, baseDelayMs: 1 } })
  await catchError(cloud.tags.list().toArray())
  await catchError(cloud.volumes.get('x'))
  await catchError(cloud.volumes.delete('x'))
  await catchError(cloud.volumes.create({ name: 'a', region: 'nyc3', size_gigabytes: 1 }))
  expect(other.requests).toEqual([])
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'POST'])
  expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true)
})
