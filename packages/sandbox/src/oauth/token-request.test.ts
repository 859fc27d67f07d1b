/** Tests of the parameters and the client authentication of the token endpoint. */
import { describe, expect } from 'vitest'
import { exchangeOf, getCode, getPair, it, createOAuth, type OAuthSandbox, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })

function without(fields: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

describe('parameters of a token request', () => {
  it('[oauth-parameters-in-query] accepts the parameters in the query', async ({ sandbox }) => {
    const query = new URLSearchParams(exchangeOf(sandbox, await getCode(sandbox)))
    expect((await sandbox.send('POST', `/v1/oauth/token?${query}`)).status).toBe(200)
  })

  it('accepts the parameters in the query when an empty body is declared as JSON', async ({ sandbox }) => {
    const query = new URLSearchParams(exchangeOf(sandbox, await getCode(sandbox)))
    const headers = { 'content-type': 'application/json' }
    expect((await sandbox.send('POST', `/v1/oauth/token?${query}`, { headers })).status).toBe(200)
  })

  it('accepts the parameters as JSON', async ({ sandbox }) => {
    expect((await sandbox.send('POST', '/v1/oauth/token', json(exchangeOf(sandbox, await getCode(sandbox))))).status).toBe(200)
  })

  it('accepts the parameters in the body with the credentials in the query', async ({ sandbox }) => {
    const { client_id: id, client_secret: secret } = sandbox.client
    const body = new URLSearchParams(without(exchangeOf(sandbox, await getCode(sandbox)), 'client_id', 'client_secret'))
    expect((await sandbox.send('POST', `/v1/oauth/token?client_id=${id}&client_secret=${secret}`, { body })).status).toBe(200)
  })

  it('ignores unknown parameters (RFC 6749, 3.2)', async ({ sandbox }) => {
    const fields = { ...exchangeOf(sandbox, await getCode(sandbox)), scope: 'read write', audience: 'x' }
    const { status, body } = await sandbox.form(`/v1/oauth/token?${new URLSearchParams({ utm: '1' })}`, fields)
    expect([status, body.scope]).toEqual([200, 'read'])
  })

  it.for(['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'] as const)(
    'rejects %s in two places without consuming the code',
    async (name, { sandbox }) => {
      const fields = exchangeOf(sandbox, await getCode(sandbox))
      const query = new URLSearchParams({ [name]: fields[name] })
      const { status, body } = await sandbox.form(`/v1/oauth/token?${query}`, fields)
      expect([status, body.error]).toEqual([400, 'invalid_request'])
      expect(body.error_description).toContain(`${name}: `)
      expect((await sandbox.form('/v1/oauth/token', fields)).status).toBe(200)
    },
  )

  it.for(['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'])(
    'rejects a repeated %s in a form (RFC 6749, 3.2)',
    async (name, { sandbox }) => {
      const fields = new URLSearchParams(exchangeOf(sandbox, await getCode(sandbox)))
      fields.append(name, fields.get(name) ?? '')
      const { status, body } = await sandbox.send('POST', '/v1/oauth/token', { body: fields })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    },
  )

  it('rejects a repeated parameter in the query (RFC 6749, 3.2)', async ({ sandbox }) => {
    const query = new URLSearchParams(exchangeOf(sandbox, await getCode(sandbox)))
    const { status, body } = await sandbox.send('POST', `/v1/oauth/token?${query}&code=x`)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('rejects parameters of one exchange split between query and body', async ({ sandbox }) => {
    const fields = exchangeOf(sandbox, await getCode(sandbox))
    const { status, body } = await sandbox.form(`/v1/oauth/token?code=${fields.code}`, without(fields, 'code'))
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it.for(['grant_type', 'code', 'redirect_uri'])('names the missing parameter %s', async (name, { sandbox }) => {
    const { status, body } = await sandbox.form('/v1/oauth/token', without(exchangeOf(sandbox, await getCode(sandbox)), name))
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: `${name}: must be given` }])
  })

  it.for(['', 'password', 'client_credentials', 'AUTHORIZATION_CODE'])('rejects the grant type %j', async (type, { sandbox }) => {
    const { status, body } = await sandbox.form('/v1/oauth/token', { ...exchangeOf(sandbox, await getCode(sandbox)), grant_type: type })
    expect([status, body.error]).toEqual([400, type === '' ? 'invalid_request' : 'unsupported_grant_type'])
  })

  const bodies = [
    { input: '{', status: 400 },
    { input: '[]', status: 400 },
    { input: '"code"', status: 400 },
    { input: '{"grant_type":1}', status: 400 },
    { input: '{"grant_type":"refresh_token","refresh_token":["x"]}', status: 400 },
    { input: '{"grant_type":"refresh_token","refresh_token":null}', status: 400 },
    { input: '{"__proto__":{"grant_type":"refresh_token"}}', status: 400 },
    { input: `${'['.repeat(5000)}${']'.repeat(5000)}`, status: 400 },
  ]
  it.each(bodies)('rejects the JSON body $input', async ({ input, status }) => {
    const response = await createOAuth().send('POST', '/v1/oauth/token', { body: input, headers: { 'content-type': 'application/json' } })
    expect([response.status, response.body.error]).toEqual([status, 'invalid_request'])
  })

  it('rejects an unsupported media type', async () => {
    const { status, body } = await createOAuth().send('POST', '/v1/oauth/token', { body: 'x', headers: { 'content-type': 'text/plain' } })
    expect([status, body.error]).toEqual([415, 'invalid_request'])
  })

  it('rejects GET', async () => {
    const { status, headers, body } = await createOAuth().send('GET', '/v1/oauth/token')
    expect([status, headers.get('allow'), body.error]).toEqual([405, 'POST, OPTIONS', 'invalid_request'])
  })
})

describe('client authentication', () => {
  const send = async (sandbox: OAuthSandbox, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status, body, headers: sent } = await sandbox.form('/v1/oauth/token', fields, headers)
    return { status, error: body.error, challenge: sent.get('www-authenticate') }
  }
  const refused = { status: 401, error: 'invalid_client', challenge: 'Basic realm="oauth"' }

  it('[code-exchange-credentials] requires id and secret, and keeps the code usable after a wrong secret', async ({ sandbox }) => {
    const fields = exchangeOf(sandbox, await getCode(sandbox))
    expect(await send(sandbox, { ...fields, client_secret: 'wrong' })).toEqual(refused)
    expect((await send(sandbox, fields)).status).toBe(200)
  })

  it.for(['wrong', '0'.repeat(64), ' ', 'é'])(
    '[token-error-wrong-client] returns invalid_client for the secret %j',
    async (secret, { sandbox }) => {
      expect(await send(sandbox, { ...exchangeOf(sandbox, await getCode(sandbox)), client_secret: secret })).toEqual(refused)
    },
  )

  it.for(['nobody', '0'.repeat(64), '__proto__'])('returns invalid_client for the id %j', async (id, { sandbox }) => {
    expect(await send(sandbox, { ...exchangeOf(sandbox, await getCode(sandbox)), client_id: id })).toEqual(refused)
  })

  it.each([['client_id'], ['client_secret'], ['client_id', 'client_secret']])(
    '[token-error-missing-client] [exchange-requires-client] returns invalid_client without %s',
    async (...names) => {
      const sandbox = createOAuth()
      expect(await send(sandbox, without(exchangeOf(sandbox, await getCode(sandbox)), ...names))).toEqual(refused)
    },
  )

  it('returns invalid_client for the secret of another application', async ({ sandbox }) => {
    const { client_secret: secret } = await sandbox.addApplication()
    expect(await send(sandbox, { ...exchangeOf(sandbox, await getCode(sandbox)), client_secret: secret })).toEqual(refused)
  })

  const unsupported = ['Bearer x', 'Digest username="x"', 'Negotiate x', 'Basic', 'Basic !', 'Basic bm9jb2xvbg==', 'x']
  it.for(unsupported)(
    '[token-error-client-method] returns invalid_client for the header Authorization: %s',
    async (authorization, { sandbox }) => {
      const fields = without(exchangeOf(sandbox, await getCode(sandbox)), 'client_id', 'client_secret')
      expect(await send(sandbox, fields, { authorization })).toEqual(refused)
    },
  )

  it('accepts HTTP Basic (RFC 6749, 2.3.1)', async ({ sandbox }) => {
    const fields = without(exchangeOf(sandbox, await getCode(sandbox)), 'client_id', 'client_secret')
    expect((await send(sandbox, fields, basic(sandbox.client.client_id, sandbox.client.client_secret))).status).toBe(200)
  })

  it('accepts HTTP Basic with the client id also in the body', async ({ sandbox }) => {
    const fields = without(exchangeOf(sandbox, await getCode(sandbox)), 'client_secret')
    expect((await send(sandbox, fields, basic(sandbox.client.client_id, sandbox.client.client_secret))).status).toBe(200)
  })

  it('rejects credentials in both the header and the body (RFC 6749, 2.3)', async ({ sandbox }) => {
    const fields = exchangeOf(sandbox, await getCode(sandbox))
    expect(await send(sandbox, fields, basic(sandbox.client.client_id, sandbox.client.client_secret))).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
  })

  it('returns invalid_client for a wrong secret in HTTP Basic', async ({ sandbox }) => {
    const fields = without(exchangeOf(sandbox, await getCode(sandbox)), 'client_id', 'client_secret')
    expect(await send(sandbox, fields, basic(sandbox.client.client_id, 'wrong'))).toEqual(refused)
  })

  it('is optional for a refresh', async ({ sandbox }) => {
    expect((await send(sandbox, refreshOf((await getPair(sandbox)).refresh_token))).status).toBe(200)
  })

  it.for([{ client_secret: 'wrong' }, { client_id: 'nobody' }, { client_secret: '' }])(
    'rejects wrong credentials for a refresh: %j',
    async (wrong, { sandbox }) => {
      const fields = refreshOf((await getPair(sandbox)).refresh_token)
      const { client_id: id, client_secret: secret } = sandbox.client
      expect(await send(sandbox, { ...fields, client_id: id, client_secret: secret, ...wrong })).toEqual(refused)
      expect((await send(sandbox, fields)).status).toBe(200)
    },
  )

  it('rejects the credentials of another application for a refresh', async ({ sandbox }) => {
    const { client_id: id, client_secret: secret } = await sandbox.addApplication()
    const fields = refreshOf((await getPair(sandbox)).refresh_token)
    expect(await send(sandbox, { ...fields, client_id: id, client_secret: secret })).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await send(sandbox, fields)).status).toBe(200)
  })

  it('ignores an old bearer token sent with a refresh', async ({ sandbox, pair: { access_token: token, refresh_token: next } }) => {
    expect((await send(sandbox, refreshOf(next), { authorization: `Bearer ${token}` })).status).toBe(200)
  })
})
