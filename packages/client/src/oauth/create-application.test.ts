import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createOAuth } from '../../test/oauth-sandbox.ts'
import { sendJson, startServer } from '../../test/scripted-server.ts'
import { createApplication } from './create-application.ts'
import { AuthorizationError, ScopeError, StateMismatchError } from './oauth-error.ts'

describe('begin', () => {
  it('creates a URL with all parameters and a new state and challenge', async () => {
    const { application, registration } = await createOAuth()
    const { url, pending } = await application.begin({ scope: 'read write', prompt: 'login', maxAuthAge: 60, account: 'b6fc48' })
    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe('http://127.0.0.1:4020/v1/oauth/authorize')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: registration.clientId,
      redirect_uri: registration.redirectUri,
      response_type: 'code',
      scope: 'read write',
      state: pending.state,
      code_challenge_method: 'S256',
      prompt: 'login',
      max_auth_age: '60',
      i: 'b6fc48',
    })
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(url).not.toContain(pending.codeVerifier)
    expect(url).not.toContain(registration.clientSecret)
    const second = await application.begin()
    expect(second.pending.state).not.toBe(pending.state)
    expect(second.pending.codeVerifier).not.toBe(pending.codeVerifier)
    expect(second.pending.scope).toBe('read')
    expect(JSON.parse(JSON.stringify(pending))).toEqual(pending)
  })
})

it('begin requests the scope read with a code by default; the implicit grant has no challenge', async () => {
  const { application } = await createOAuth()
  const plain = new URL((await application.begin()).url).searchParams
  expect([...plain.keys()].toSorted()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ])
  expect([plain.get('response_type'), plain.get('scope')]).toEqual(['code', 'read'])
  const { url, pending } = await application.begin({ responseType: 'token' })
  expect([...new URL(url).searchParams.keys()].toSorted()).toEqual(['client_id', 'redirect_uri', 'response_type', 'scope', 'state'])
  expect(pending).not.toHaveProperty('codeVerifier')
})

describe('finish', () => {
  it('exchanges the code of the callback', async () => {
    const { application, signIn, cloud, count } = await createOAuth()
    const { url, pending } = await application.begin({ scope: 'read write' })
    const grant = await application.finish(await signIn(url), pending)
    expect(grant).toMatchObject({ scope: 'read write', token_type: 'bearer', info: { email: 'maya@tidewater.example' } })
    expect(count('POST /v1/oauth/token')).toBe(1)
    expect((await cloud.account.get()).account.email).toBe('maya@tidewater.example')
  })

  it('accepts a relative callback', async () => {
    const { application, signIn } = await createOAuth()
    const { url, pending } = await application.begin()
    const { pathname, search } = new URL(await signIn(url))
    expect((await application.finish(`${pathname}${search}`, pending)).scope).toBe('read')
  })

  it('rejects the callback of another authorization, and sends nothing', async () => {
    const { application, signIn, sent } = await createOAuth()
    const { url } = await application.begin()
    const callback = await signIn(url)
    const other = await application.begin()
    const error = await catchError(application.finish(callback, other.pending), StateMismatchError)
    expect(sent).toEqual([])
    for (const secret of [new URL(callback).searchParams.get('code'), new URL(callback).searchParams.get('state'), other.pending.state]) {
      expect(`${error.message}${error.stack}`).not.toContain(secret)
    }
  })

  it('rejects when the user denied access', async () => {
    const { application, signIn } = await createOAuth()
    const { url, pending } = await application.begin()
    const error = await catchError(application.finish(await signIn(url, { decision: 'deny' }), pending), AuthorizationError)
    expect(error).toMatchObject({ code: 'access_denied', name: 'AuthorizationError' })
  })

  it('revokes a token with less scope than requested', async () => {
    const { application, signIn, fetch, count, sent } = await createOAuth()
    const { url, pending } = await application.begin({ scope: 'read write' })
    const narrowed = url.replace('scope=read+write', 'scope=read')
    expect(narrowed).not.toBe(url)
    const callback = await signIn(narrowed)
    const error = await catchError(application.finish(callback, pending), ScopeError)
    expect(error).toMatchObject({ name: 'ScopeError', granted: 'read', required: 'read write' })
    expect(count('POST /v1/oauth/revoke')).toBe(1)
    const { headers } = sent.at(-1)!.init
    const response = await fetch('http://127.0.0.1:4020/v2/account', { method: 'GET', headers: headers! })
    expect(response.status).toBe(401)
  })

  it('accepts a token with enough scope', async () => {
    const { application, signIn } = await createOAuth()
    const { url, pending } = await application.begin({ scope: 'read write' })
    const callback = await signIn(url.replace('scope=read+write', 'scope=read'))
    expect((await application.finish(callback, pending, { requiredScope: 'read' })).scope).toBe('read')
  })

  it('sends the code verifier of its own authorization', async () => {
    const { application, signIn } = await createOAuth()
    const { url, pending } = await application.begin()
    const { pending: other } = await application.begin()
    const mixed = { ...pending, codeVerifier: other.codeVerifier! }
    expect(await catchError(application.finish(await signIn(url), mixed))).toMatchObject({ status: 400, id: 'invalid_grant' })
  })

  it.each([
    { what: 'a refused connection', status: 0 },
    { what: '429', status: 429 },
    { what: '500', status: 500 },
    { what: '503', status: 503 },
    { what: '408', status: 408 },
  ])('sends one request only: $what', async ({ status }) => {
    const server = await startServer((response, request) =>
      status === 0
        ? response.destroy()
        : sendJson(status, { error: 'server_error', error_description: 'x' }, { 'retry-after': '0' })(response, request),
    )
    const application = createApplication({
      baseUrl: server.url,
      clientId: 'c',
      clientSecret: 's3cret',
      redirectUri: 'http://localhost/back',
    })
    const { pending } = await application.begin()
    const exchange = application.finish(`/back?code=c0de&state=${pending.state}`, pending)
    const errors = [await catchError(exchange), await catchError(application.refresh('dor_v1_5ecret'))]
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/oauth/token', '/v1/oauth/refresh'])
    const output = errors
      .map((error) => `${error.stack}${JSON.stringify(error)}${String((error.cause as Error | undefined)?.stack)}`)
      .join()
    for (const secret of ['s3cret', 'c0de', '5ecret', pending.state, pending.codeVerifier]) expect(output).not.toContain(secret)
  })
})

describe('a response with status 200', () => {
  const whole = { access_token: 'a', refresh_token: 'r', expires_in: 100, scope: 'read', token_type: 'bearer' }
  it.each([
    { what: 'no access token', input: { ...whole, access_token: '' } },
    { what: 'no refresh token', input: { ...whole, refresh_token: undefined } },
    { what: 'a number for a scope', input: { ...whole, scope: 7 } },
    { what: 'no time', input: { ...whole, expires_in: 0 } },
    { what: 'a string', input: 'signed in' },
    { what: 'nothing', input: null },
  ])('is rejected without tokens: $what', async ({ input }) => {
    const server = await startServer(sendJson(200, input))
    const application = createApplication({ baseUrl: server.url, clientId: 'c', redirectUri: 'http://localhost/back' })
    const expected = 'The response contains no tokens. Check the base URL of the OAuth API.'
    expect((await catchError(application.refresh('r'))).message).toBe(expected)
    const { pending } = await application.begin()
    expect((await catchError(application.finish(`/back?code=c&state=${pending.state}`, pending))).message).toBe(expected)
  })

  it('is requested with the client secret only if there is one', async () => {
    const server = await startServer(sendJson(200, whole))
    const at = { baseUrl: server.url, clientId: 'c', redirectUri: 'http://localhost/back' }
    expect(await createApplication(at).refresh('r')).toMatchObject({ access_token: 'a' })
    await createApplication({ ...at, clientSecret: 's3cret' }).refresh('r')
    const plain = { grant_type: 'refresh_token', refresh_token: 'r' }
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      plain,
      { ...plain, client_id: 'c', client_secret: 's3cret' },
    ])
  })

  it('does not follow a redirect to another host', async () => {
    const elsewhere = await startServer(sendJson(200, whole))
    const server = await startServer((response) => void response.writeHead(307, { location: elsewhere.url }).end())
    const application = createApplication({ baseUrl: server.url, clientId: 'c', redirectUri: 'http://localhost/back', retry: false })
    const { message } = await catchError(application.refresh('r'))
    expect(message).toContain(`redirect to ${new URL(elsewhere.url).host}`)
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
  })
})

describe('revoke', () => {
  it('revokes a pair of tokens, and succeeds for a revoked one', async () => {
    const { application, openSession } = await createOAuth()
    const { grant } = await openSession()
    await application.revoke(grant.access_token)
    await application.revoke(grant.access_token)
    expect(await catchError(application.refresh(grant.refresh_token))).toMatchObject({ status: 400, id: 'invalid_grant' })
  })

  it('rejects on a failure', async () => {
    const server = await startServer(sendJson(500, {}))
    const application = createApplication({ baseUrl: server.url, clientId: 'c', redirectUri: 'http://localhost/back', retry: false })
    expect(await catchError(application.revoke('dot'))).toMatchObject({ status: 500 })
  })
})
