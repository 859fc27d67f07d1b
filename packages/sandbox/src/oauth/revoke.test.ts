import { describe, expect } from 'vitest'
import { exchangeOf, getCode, getPair, it, type OAuthSandbox, refreshOf } from '../../test/oauth/oauth-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('revoking a token', () => {
  it('[token-revoked] [revoke-token-field] invalidates the token in the form field `token`', async ({
    sandbox,
    pair: { access_token: token },
  }) => {
    expect((await sandbox.form('/v1/oauth/revoke', { token }, bearer(sandbox.tokens.full))).status).toBe(200)
    const { status, body } = await sandbox.get('/v2/account', token)
    expect([status, body.id]).toEqual([401, 'unauthorized'])
  })

  it('[auth-revocation] [revoke-own-bearer] [token-revoke-empty-object] accepts the token itself as bearer', async ({
    sandbox,
    pair: { access_token: token },
  }) => {
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
    const { status, text } = await sandbox.form('/v1/oauth/revoke', { token }, bearer(token))
    expect([status, text]).toEqual([200, '{}'])
    expect((await sandbox.get('/v2/account', token)).status).toBe(401)
  })

  it('[revoke-bearer-required] requires a bearer token', async ({ sandbox, pair: { access_token: token } }) => {
    const { status, headers, body } = await sandbox.form('/v1/oauth/revoke', { token })
    expect([status, headers.get('www-authenticate'), body.error]).toEqual([401, 'Bearer', 'invalid_token'])
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
  })

  it('rejects a revoked bearer token', async ({ sandbox, pair: { access_token: token } }) => {
    await sandbox.form('/v1/oauth/revoke', { token }, bearer(token))
    expect((await sandbox.form('/v1/oauth/revoke', { token }, bearer(token))).status).toBe(401)
  })

  it('rejects a model access key as bearer', async ({ sandbox, pair: { access_token: token } }) => {
    expect((await sandbox.form('/v1/oauth/revoke', { token }, bearer(sandbox.credentials().inference_key))).status).toBe(401)
  })

  it('rejects client credentials instead of a bearer token', async ({ sandbox, pair: { access_token: token } }) => {
    const { client_id: id, client_secret: secret } = sandbox.client
    expect((await sandbox.form('/v1/oauth/revoke', forbidden({ token, client_id: id, client_secret: secret }))).status).toBe(401)
  })

  it('needs no write scope', async ({ sandbox }) => {
    const { access_token: token } = await getPair(sandbox, 'read')
    expect((await sandbox.form('/v1/oauth/revoke', { token }, bearer(token))).status).toBe(200)
  })

  it('requires the token field', async ({ sandbox }) => {
    const { status, body } = await sandbox.form('/v1/oauth/revoke', forbidden({ other: 'x' }), bearer(sandbox.tokens.full))
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: 'token: must be given' }])
  })

  it('requires a body', async ({ sandbox }) => {
    const { status, body } = await sandbox.send('POST', '/v1/oauth/revoke', { headers: bearer(sandbox.tokens.full) })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('ignores a token in the query', async ({ sandbox, pair: { access_token: token } }) => {
    expect((await sandbox.send('POST', `/v1/oauth/revoke?token=${token}`, { headers: bearer(token) })).status).toBe(400)
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
  })

  it('rejects a repeated token field', async ({ sandbox }) => {
    const body = new URLSearchParams([
      ['token', 'a'],
      ['token', 'b'],
    ])
    expect((await sandbox.send('POST', '/v1/oauth/revoke', { body, headers: bearer(sandbox.tokens.full) })).status).toBe(400)
  })

  it('accepts the token as JSON', async ({ sandbox, pair: { access_token: token } }) => {
    await sandbox.send('POST', '/v1/oauth/revoke', {
      body: JSON.stringify({ token }),
      headers: { ...bearer(token), 'content-type': 'application/json' },
    })
    expect((await sandbox.get('/v2/account', token)).status).toBe(401)
  })

  it('revokes the refresh token of the pair (RFC 7009, 2.1)', async ({ sandbox, pair: { access_token: token, refresh_token: next } }) => {
    await sandbox.form('/v1/oauth/revoke', { token }, bearer(token))
    expect((await sandbox.form('/v1/oauth/refresh', refreshOf(next))).body.error).toBe('invalid_grant')
  })

  it('keeps all other pairs', async ({ sandbox }) => {
    const [one, two] = [await getPair(sandbox), await getPair(sandbox)]
    await sandbox.form('/v1/oauth/revoke', { token: one.access_token }, bearer(two.access_token))
    expect((await sandbox.get('/v2/account', two.access_token)).status).toBe(200)
    expect((await sandbox.form('/v1/oauth/refresh', refreshOf(two.refresh_token))).status).toBe(200)
  })

  it('answers for an unknown token as for a revoked one (RFC 7009, 2.2)', async ({ sandbox }) => {
    const { status, text } = await sandbox.form('/v1/oauth/revoke', { token: `doo_v1_${'0'.repeat(64)}` }, bearer(sandbox.tokens.full))
    expect([status, text]).toEqual([200, '{}'])
  })

  it('answers for an expired token as for a revoked one (RFC 7009, 2.2)', async ({ sandbox, pair: { access_token: token } }) => {
    await sandbox.pass(2_592_001)
    expect((await sandbox.form('/v1/oauth/revoke', { token }, bearer(sandbox.tokens.full))).text).toBe('{}')
  })

  it('rejects the token of another user, which stays valid', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    const { status, body } = await sandbox.form('/v1/oauth/revoke', { token: sandbox.tokens.full }, bearer(tokens.full))
    expect([status, body.error]).toEqual([403, 'access_denied'])
    expect((await sandbox.get('/v2/account', sandbox.tokens.full)).status).toBe(200)
  })

  it('revokes a personal token of the user', async ({ sandbox }) => {
    await sandbox.form('/v1/oauth/revoke', { token: sandbox.tokens.read }, bearer(sandbox.tokens.full))
    expect((await sandbox.get('/v2/account', sandbox.tokens.read)).status).toBe(401)
  })
})

describe('revoking the token of another client (RFC 7009, 2.1)', () => {
  const registered = async (sandbox: OAuthSandbox) => {
    const { body } = await sandbox.control('applications', { name: 'Other', redirect_uri: sandbox.client.redirect_uri })
    const { client_id, client_secret } = body
    const code = await getCode(sandbox, { client_id })
    return (await sandbox.form('/v1/oauth/token', { ...exchangeOf(sandbox, code), client_id, client_secret })).body
  }

  it('lets an application of the same user revoke only its own tokens', async ({ sandbox, pair: own }) => {
    const other = await registered(sandbox)
    const { status, body } = await sandbox.form('/v1/oauth/revoke', { token: own.access_token }, bearer(other.access_token))
    expect([status, body.error]).toEqual([403, 'access_denied'])
    expect((await sandbox.get('/v2/account', own.access_token)).status).toBe(200)
    expect((await sandbox.form('/v1/oauth/revoke', { token: own.refresh_token }, bearer(other.access_token))).status).toBe(403)
    expect((await sandbox.form('/v1/oauth/revoke', { token: other.access_token }, bearer(other.access_token))).status).toBe(200)
  })

  it('keeps an application from revoking a personal token', async ({ sandbox, pair: { access_token: token } }) => {
    expect((await sandbox.form('/v1/oauth/revoke', { token: sandbox.tokens.full }, bearer(token))).status).toBe(403)
    expect((await sandbox.get('/v2/account', sandbox.tokens.full)).status).toBe(200)
  })

  it('revokes the whole pair when the refresh token is sent', async ({ sandbox, pair }) => {
    expect((await sandbox.form('/v1/oauth/revoke', { token: pair.refresh_token }, bearer(sandbox.tokens.full))).status).toBe(200)
    expect((await sandbox.get('/v2/account', pair.access_token)).status).toBe(401)
    expect((await sandbox.form('/v1/oauth/refresh', refreshOf(pair.refresh_token))).body.error).toBe('invalid_grant')
  })
})
