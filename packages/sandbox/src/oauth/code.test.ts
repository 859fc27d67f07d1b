import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { exchangeOf, getCode, it, createOAuth, type OAuthSandbox, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

const exchange = (sandbox: OAuthSandbox, code: string, more: Record<string, string> = {}) =>
  sandbox.form('/v1/oauth/token', { ...exchangeOf(sandbox, code), ...more })

async function expectRefused(response: ReturnType<typeof exchange>, status: number, error: string) {
  const { body, ...rest } = await response
  expect([rest.status, body.error, typeof body.error_description]).toEqual([status, error, 'string'])
  expect(rest.headers.get('cache-control')).toBe('no-store')
}

describe('exchanging a code', () => {
  it('[code-exchange-spends] returns an access token and a refresh token that work', async ({ sandbox }) => {
    const { body } = await exchange(sandbox, await getCode(sandbox))
    expect((await sandbox.get('/v2/account', body.access_token)).status).toBe(200)
    expect((await sandbox.form('/v1/oauth/refresh', { grant_type: 'refresh_token', refresh_token: body.refresh_token })).status).toBe(200)
  })

  it('revokes only the grant of the first exchange when a code is replayed, also after a refresh (RFC 6749, 4.1.2)', async ({
    sandbox,
    pair: others,
    code,
  }) => {
    const { body: first } = await exchange(sandbox, code)
    const { body: second } = await sandbox.form('/v1/oauth/refresh', refreshOf(first.refresh_token))
    await sandbox.pass(10)
    await expectRefused(exchange(sandbox, code), 400, 'invalid_grant')
    expect((await sandbox.get('/v2/account', second.access_token)).status).toBe(401)
    expect((await sandbox.form('/v1/oauth/refresh', refreshOf(second.refresh_token))).body.error).toBe('invalid_grant')
    expect((await sandbox.get('/v2/account', others.access_token)).status).toBe(200)
  })

  it('[code-exchange-once] [token-error-code-used] rejects a used code, and keeps its grant for 10 seconds', async ({ sandbox, code }) => {
    const { status, body } = await exchange(sandbox, code)
    expect(status).toBe(200)
    await expectRefused(exchange(sandbox, code), 400, 'invalid_grant')
    expect((await sandbox.get('/v2/account', body.access_token)).status).toBe(200)
  })

  it('revokes nothing when another application replays the code', async ({ sandbox, code }) => {
    const { body } = await exchange(sandbox, code)
    const other = (await sandbox.control('applications', { name: 'Other', redirect_uri: 'https://other.example/callback' })).body
    await sandbox.pass(10)
    const stolen = { ...exchangeOf(sandbox, code), client_id: other.client_id, client_secret: other.client_secret }
    expect((await sandbox.form('/v1/oauth/token', stolen)).body.error).toBe('invalid_grant')
    expect((await sandbox.get('/v2/account', body.access_token)).status).toBe(200)
  })

  it('[code-invalid-grant] returns invalid_grant for an unknown code', async ({ sandbox }) => {
    await expectRefused(exchange(sandbox, '0'.repeat(64)), 400, 'invalid_grant')
  })

  it('[token-error-code-revoked] returns invalid_grant for a code that the user revoked', async ({ sandbox, code }) => {
    await sandbox.control('authorizations', { email: sandbox.user.email, client_id: sandbox.client.client_id }, 'DELETE')
    await expectRefused(exchange(sandbox, code), 400, 'invalid_grant')
  })

  it('keeps the code of one user when another user withdraws an authorization', async ({ sandbox }) => {
    await sandbox.addUser()
    const code = await getCode(sandbox)
    await sandbox.control('authorizations', { email: 'ana@harbour.example', client_id: sandbox.client.client_id }, 'DELETE')
    expect((await exchange(sandbox, code)).status).toBe(200)
  })
})

describe('code lifetime', () => {
  async function wait(seconds: number) {
    const sandbox = createOAuth()
    await sandbox.freeze()
    const code = await getCode(sandbox)
    await sandbox.pass(seconds)
    return exchange(sandbox, code)
  }

  it.each([0, 1, 599, 599.999])('[code-exchange-ten-minutes] [limit-code-lifetime] exchanges a code that is %d s old', async (seconds) => {
    expect((await wait(seconds)).status).toBe(200)
  })

  it.each([600, 600.001, 601, 3600])('[token-error-code-expired] [limit-code-lifetime] rejects a code that is %d s old', (seconds) =>
    expectRefused(wait(seconds), 400, 'invalid_grant'),
  )
})

describe('the redirect URI of an exchange', () => {
  const wrong = [
    'http://127.0.0.1:4030/callback/',
    'http://localhost:4030/callback',
    'http://127.0.0.1:4030/callback?x',
    'HTTP://127.0.0.1:4030/callback',
  ]
  it.for(wrong)(
    '[token-error-redirect-mismatch] [code-exchange-redirect-matches] rejects the redirect URI %s, and keeps the code usable',
    async (uri, { sandbox, code }) => {
      await expectRefused(exchange(sandbox, code, { redirect_uri: uri }), 400, 'invalid_grant')
      expect((await exchange(sandbox, code)).status).toBe(200)
    },
  )

  it('requires the redirect URI of the authorization request, not another registered one', async ({ sandbox }) => {
    const uris = ['https://pier.example/a', 'https://pier.example/b']
    const { client_id: id, client_secret: secret } = (await sandbox.control('applications', { name: 'Pier', redirect_uris: uris })).body
    const code = await getCode(sandbox, { client_id: id, redirect_uri: 'https://pier.example/a' })
    const asPier = { client_id: id, client_secret: secret }
    await expectRefused(exchange(sandbox, code, { ...asPier, redirect_uri: 'https://pier.example/b' }), 400, 'invalid_grant')
    expect((await exchange(sandbox, code, { ...asPier, redirect_uri: 'https://pier.example/a' })).status).toBe(200)
  })
})

it('[token-error-other-client] returns invalid_grant to another client, and keeps the code usable', async ({ sandbox, code }) => {
  const { client_id: id, client_secret: secret } = await sandbox.addApplication()
  await expectRefused(exchange(sandbox, code, { client_id: id, client_secret: secret }), 400, 'invalid_grant')
  expect((await exchange(sandbox, code)).status).toBe(200)
})

describe('a code with a PKCE challenge (RFC 7636, 4.6)', () => {
  const verifier = 'tide-tables.of_the~harbour-0123456789-abcdefghij'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const ask = (sandbox: OAuthSandbox) => getCode(sandbox, { code_challenge: challenge, code_challenge_method: 'S256' })

  it('exchanges the code with its verifier', async ({ sandbox }) => {
    expect((await exchange(sandbox, await ask(sandbox), { code_verifier: verifier })).status).toBe(200)
  })

  it.for([undefined, 'x'.repeat(43), verifier.toUpperCase(), challenge])(
    'rejects the verifier %s and keeps the code usable',
    async (wrong, { sandbox }) => {
      const code = await ask(sandbox)
      await expectRefused(exchange(sandbox, code, wrong === undefined ? {} : { code_verifier: wrong }), 400, 'invalid_grant')
      expect((await exchange(sandbox, code, { code_verifier: verifier })).status).toBe(200)
    },
  )

  it.for(['short', 'x'.repeat(129), `${'x'.repeat(42)}!`, ''])('rejects the malformed verifier %j', async (malformed, { sandbox }) => {
    await expectRefused(exchange(sandbox, await ask(sandbox), { code_verifier: malformed }), 400, 'invalid_request')
  })

  it('rejects a verifier for a code without a challenge (RFC 9700, 4.8.2)', async ({ sandbox }) => {
    await expectRefused(exchange(sandbox, await getCode(sandbox), { code_verifier: verifier }), 400, 'invalid_grant')
  })
})
