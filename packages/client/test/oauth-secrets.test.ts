/** OAuth errors contain no code, verifier, token or client secret, and no secret is sent to another origin. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createApplication, createMemoryStore, createSession, SessionEndedError } from '../src/oauth/index.ts'
import { catchError } from './catch-error.ts'
import { cutBody, resetConnection, type Script, send, sendJson, sendNothing, stallBody, startServer } from './scripted-server.ts'

const clientSecret = 'client-5ecre7'
const code = 'c0de-of-the-user'
const refreshToken = 'dor_v1_refre5h'
const accessToken = 'doo_v1_acce55'

const repeat: Script = (response, request) =>
  sendJson(400, { error: 'invalid_request', error_description: `You sent ${request.body}` })(response, request)

const answers: readonly { readonly what: string; readonly script: Script; readonly timeoutMs?: number }[] = [
  ...[400, 401, 403, 404, 422, 429, 500].map((status) => ({ what: `${status}`, script: sendJson(status, { error: 'invalid_request' }) })),
  { what: 'an error that repeats what was sent', script: repeat },
  { what: 'an HTML page', script: send(200, '<h1>Sign in</h1>', { 'content-type': 'text/html' }) },
  { what: 'an empty object', script: sendJson(200, {}) },
  { what: 'a grant without a time', script: sendJson(200, { access_token: 'a', refresh_token: 'b', scope: 'read' }) },
  { what: 'nothing', script: send(204) },
  { what: 'malformed JSON', script: send(200, `{"access_token":"${accessToken}`, { 'content-type': 'application/json' }) },
  { what: 'a reset connection', script: resetConnection },
  { what: 'a body that is cut', script: cutBody() },
  { what: 'a timeout', script: sendNothing, timeoutMs: 40 },
  { what: 'a timeout in the body', script: stallBody, timeoutMs: 40 },
]

test.each(answers)('$what', async ({ script, timeoutMs = 5000 }) => {
  const server = await startServer(script)
  const options = { baseUrl: server.url, clientId: 'c', clientSecret, redirectUri: 'http://localhost/back', timeoutMs }
  const application = createApplication({ ...options, retry: { baseDelayMs: 1 } })
  const { pending } = await application.begin()
  const session = createSession({ application, store: createMemoryStore({ accessToken, refreshToken, expiresAt: 0 }) })
  const errors = [
    await catchError(application.finish(`/back?code=${code}&state=${pending.state}`, pending)),
    await catchError(application.refresh(refreshToken)),
    await catchError(session.token()),
  ]
  const output = errors.map((error) => `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}`).join('\n')
  for (const secret of [clientSecret, code, refreshToken, accessToken, pending.state, pending.codeVerifier])
    expect(output).not.toContain(secret)
  // The session ends only if the platform revoked it.
  expect(errors.map(({ name }) => name).filter((name) => name === SessionEndedError.name)).toEqual([])
  expect(server.requests).toHaveLength(3)
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) to another host is not followed', async (status) => {
  const other = await startServer()
  const server = await startServer((response, request) => send(status, '', { location: `${other.url}${request.url}` })(response, request))
  const application = createApplication({ baseUrl: server.url, clientId: 'c', clientSecret, redirectUri: 'http://localhost/back' })
  const { pending } = await application.begin()
  await catchError(application.finish(`/back?code=${code}&state=${pending.state}`, pending))
  await catchError(application.refresh(refreshToken))
  await catchError(application.revoke(accessToken))
  expect(other.requests).toEqual([])
})

test('detects a leaked secret', () => {
  expect(inspect(new Error('outer', { cause: new Error(`inner ${code}`) }), { depth: 9, showHidden: true })).toContain(code)
})
