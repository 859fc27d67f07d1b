import { describe, expect } from 'vitest'
import { exchangeOf, getCode, getPair, it, createOAuth, type OAuthSandbox, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

const addresses = ['/v1/oauth/refresh', '/v1/oauth/token'] as const
const works = async (sandbox: OAuthSandbox, token: string) => (await sandbox.get('/v2/account', token)).status === 200

describe.each(addresses)('refreshing at %s', (address) => {
  const refresh = (sandbox: OAuthSandbox, token: string, more: Record<string, string> = {}) =>
    sandbox.form(address, { ...refreshOf(token), ...more })

  it('[refresh-new-pair] [refresh-same-shape] [grant-refresh-token] returns a new pair that works', async ({ sandbox, pair: old }) => {
    const { status, body, headers } = await refresh(sandbox, old.refresh_token)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect({ ...body, access_token: '', refresh_token: '' }).toEqual({ ...old, access_token: '', refresh_token: '' })
    expect([body.access_token === old.access_token, body.refresh_token === old.refresh_token]).toEqual([false, false])
    expect(await works(sandbox, body.access_token)).toBe(true)
    expect((await refresh(sandbox, body.refresh_token)).status).toBe(200)
  })

  it('[refresh-invalidates-access] [refresh-spends] [limit-refresh-uses] invalidates both tokens of the old pair', async ({
    sandbox,
    pair: old,
  }) => {
    expect(await works(sandbox, old.access_token)).toBe(true)
    await refresh(sandbox, old.refresh_token)
    expect(await works(sandbox, old.access_token)).toBe(false)
    const { status, body } = await refresh(sandbox, old.refresh_token)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('revokes all later pairs when a used token is replayed, and no other sign-in (RFC 9700, 4.14.2)', async ({
    sandbox,
    pair: others,
  }) => {
    const first = await getPair(sandbox)
    const { body: second } = await refresh(sandbox, first.refresh_token)
    const { body: third } = await refresh(sandbox, second.refresh_token)
    await sandbox.pass(10)
    expect((await refresh(sandbox, first.refresh_token)).body.error).toBe('invalid_grant')
    expect(await works(sandbox, third.access_token)).toBe(false)
    expect((await refresh(sandbox, third.refresh_token)).body.error).toBe('invalid_grant')
    expect(await works(sandbox, others.access_token)).toBe(true)
    expect((await refresh(sandbox, others.refresh_token)).status).toBe(200)
  })

  it('keeps the new pair when the used token is replayed within 10 seconds', async ({ sandbox, pair: old }) => {
    await sandbox.freeze()
    const { body: next } = await refresh(sandbox, old.refresh_token)
    await sandbox.pass(9)
    expect((await refresh(sandbox, old.refresh_token)).body.error).toBe('invalid_grant')
    expect(await works(sandbox, next.access_token)).toBe(true)
    expect((await refresh(sandbox, next.refresh_token)).status).toBe(200)
  })

  it('never widens the scope, even when a wider one is requested (RFC 6749, 6)', async ({ sandbox }) => {
    const { body } = await refresh(sandbox, (await getPair(sandbox, 'read')).refresh_token, { scope: 'read write' })
    expect(body.scope).toBe('read')
    expect((await sandbox.post('/v2/tags', body.access_token, { name: 'x' })).status).toBe(403)
  })

  it('[refresh-grant-type] requires the grant type', async ({ sandbox, pair: { refresh_token: token } }) => {
    const { status, body } = await sandbox.form(address, { refresh_token: token })
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: 'grant_type: must be given' }])
  })

  it('[refresh-requires-token] requires the refresh token', async () => {
    const { status, body } = await createOAuth().form(address, { grant_type: 'refresh_token' })
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: 'refresh_token: must be given' }])
  })

  it('accepts the parameters in the query', async ({ sandbox }) => {
    const query = new URLSearchParams(refreshOf((await getPair(sandbox)).refresh_token))
    expect((await sandbox.send('POST', `${address}?${query}`)).status).toBe(200)
  })

  it('accepts the parameters as JSON', async ({ sandbox }) => {
    const body = JSON.stringify(refreshOf((await getPair(sandbox)).refresh_token))
    expect((await sandbox.send('POST', address, { body, headers: { 'content-type': 'application/json' } })).status).toBe(200)
  })

  it.each(['dor_v1_', 'x', `dor_v1_${'0'.repeat(64)}`])('rejects the unknown token %s', async (token) => {
    const { status, body } = await refresh(createOAuth(), token)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('rejects an access token', async ({ sandbox }) => {
    expect((await refresh(sandbox, (await getPair(sandbox)).access_token)).body.error).toBe('invalid_grant')
  })

  it('rejects the refresh token of a revoked pair', async ({ sandbox, pair: { access_token: token, refresh_token: next } }) => {
    await sandbox.form('/v1/oauth/revoke', { token }, { authorization: `Bearer ${token}` })
    expect((await refresh(sandbox, next)).body.error).toBe('invalid_grant')
  })

  it('starts another 30 days', async ({ sandbox }) => {
    await sandbox.freeze()
    const { refresh_token: token } = await getPair(sandbox)
    await sandbox.pass(2_591_999)
    const { body } = await refresh(sandbox, token)
    await sandbox.pass(2_591_999)
    expect(await works(sandbox, body.access_token)).toBe(true)
  })

  it('works after the access token has expired', async ({ sandbox }) => {
    await sandbox.freeze()
    const { refresh_token: token } = await getPair(sandbox)
    await sandbox.pass(3_000_000)
    expect((await refresh(sandbox, token)).status).toBe(200)
  })
})

describe('refresh tokens', () => {
  it('[refresh-two-addresses] are consumed at both endpoints by a refresh at either', async ({
    sandbox,
    pair: { refresh_token: token },
  }) => {
    expect((await sandbox.form('/v1/oauth/refresh', refreshOf(token))).status).toBe(200)
    expect((await sandbox.form('/v1/oauth/token', refreshOf(token))).status).toBe(400)
  })

  it('[auth-refresh-pairs] invalidate only the access token of their pair', async ({ sandbox }) => {
    const [one, two] = [await getPair(sandbox), await getPair(sandbox)]
    await sandbox.form('/v1/oauth/refresh', refreshOf(one.refresh_token))
    expect([await works(sandbox, one.access_token), await works(sandbox, two.access_token)]).toEqual([false, true])
  })

  it('leave no valid access token when a refresh races with a revocation', async ({
    sandbox,
    pair: { access_token: token, refresh_token: next },
  }) => {
    const [refreshed, revoked] = await Promise.all([
      sandbox.form('/v1/oauth/refresh', refreshOf(next)),
      sandbox.form('/v1/oauth/revoke', { token }, { authorization: `Bearer ${token}` }),
    ])
    expect([refreshed.status, revoked.status]).toSatisfy(([one, other]) => (one === 200) !== (other === 200))
    expect(await works(sandbox, token)).toBe(false)
  })

  it('are the only grant type of the refresh endpoint', async ({ sandbox }) => {
    const { status, body } = await sandbox.form('/v1/oauth/refresh', exchangeOf(sandbox, await getCode(sandbox)))
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
  })
})
