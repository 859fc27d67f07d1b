import { describe, expect } from 'vitest'
import { operationRows } from '../generated/operations.ts'
import { getPair, it, createOAuth, openBrowser, refreshOf } from '../../test/oauth/oauth-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

const asks = (authorization: string) => createOAuth().send('GET', '/v2/account', { headers: { authorization } })

describe('access token lifetime', () => {
  async function wait(seconds: number) {
    const sandbox = createOAuth()
    await sandbox.freeze()
    const { access_token: token } = await getPair(sandbox)
    await sandbox.pass(seconds)
    return (await sandbox.get('/v2/account', token)).status
  }

  it.each([0, 2_591_999, 2_591_999.999])(
    '[auth-token-lifetime] [limit-token-lifetime] accepts an access token that is %d s old',
    async (seconds) => {
      expect(await wait(seconds)).toBe(200)
    },
  )

  it.each([2_592_000, 2_592_000.001, 3_000_000])(
    '[token-expires] [limit-token-lifetime] rejects an access token that is %d s old',
    async (seconds) => {
      expect(await wait(seconds)).toBe(401)
    },
  )

  it('expires an implicit token after 30 days', async ({ sandbox }) => {
    await sandbox.freeze()
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ response_type: 'token' }))
    const token = new URLSearchParams(location.hash.slice(1)).get('access_token') ?? ''
    await sandbox.pass(2_591_999)
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
    await sandbox.pass(1)
    expect((await sandbox.get('/v2/account', token)).status).toBe(401)
  })

  it('never expires a personal token', async ({ sandbox }) => {
    await sandbox.freeze()
    await sandbox.pass(100_000_000)
    expect((await sandbox.get('/v2/account', sandbox.tokens.full)).status).toBe(200)
  })
})

describe('the read scope', () => {
  const others = operationRows.filter(({ api, method }) => api === 'control' && method !== 'GET')
  const pathOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '1')

  it(
    '[scope-read-refuses-writes] rejects a token with the read scope on every operation that is not GET',
    { timeout: 60_000 },
    async () => {
      const sandbox = createOAuth({ rateLimits: 'off' })
      const { access_token: token } = await getPair(sandbox, 'read')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const let_through: string[] = []
      for (const { id, method, path } of others) {
        const { status } = await sandbox.send(method, pathOf(path), { headers, body: '{}' })
        if (status !== 403) let_through.push(`${id} ${status}`)
      }
      expect(let_through).toEqual([])
      expect(others.length).toBeGreaterThan(300)
    },
  )

  it('changes nothing when it rejects a token with the read scope', async ({ sandbox }) => {
    const { access_token: token } = await getPair(sandbox, 'read')
    const { status, body } = await sandbox.post('/v2/tags', token, { name: 'tide' })
    expect([status, body.id]).toEqual([403, 'forbidden'])
    expect((await sandbox.get('/v2/tags', token)).body.meta.total).toBe(0)
  })

  it('[scope-read-allows] accepts a token with the read scope for GET and HEAD', async ({ sandbox }) => {
    const { access_token: token } = await getPair(sandbox, 'read')
    const headers = { authorization: `Bearer ${token}` }
    for (const method of ['GET', 'HEAD']) expect((await sandbox.send(method, '/v2/sizes', { headers })).status).toBe(200)
  })

  it('[scope-write-allows] accepts a token with the write scope for POST, PUT and DELETE', async ({ sandbox }) => {
    const headers = { authorization: `Bearer ${(await getPair(sandbox)).access_token}`, 'content-type': 'application/json' }
    const created = await sandbox.send('POST', '/v2/domains', { headers, body: '{"name":"tidewater.example"}' })
    expect(created.status).toBe(201)
    const key = await sandbox.send('POST', '/v2/projects', { headers, body: '{"name":"a","purpose":"b"}' })
    const changed = { name: 'c', description: 'd', purpose: 'e', environment: 'Production', is_default: false }
    const put = await sandbox.send('PUT', `/v2/projects/${key.body.project.id}`, { headers, body: JSON.stringify(changed) })
    expect([put.status, put.body.project.name]).toEqual([200, 'c'])
    expect((await sandbox.send('DELETE', '/v2/domains/tidewater.example', { headers })).status).toBe(204)
  })
})

describe('the Authorization header', () => {
  it('[auth-bearer-header] [auth-personal-token-accepted] accepts a personal token after the scheme Bearer in any case', async ({
    sandbox,
  }) => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await sandbox.send('GET', '/v2/account', { headers: { authorization: `${scheme} ${sandbox.tokens.full}` } })).status).toBe(
        200,
      )
  })

  const { full } = createOAuth().tokens
  const wrong = [
    '',
    full,
    `Basic ${full}`,
    `Token ${full}`,
    `Bearer${full}`,
    `Bearer ${full} ${full}`,
    `Bearer ${full.slice(0, -1)}`,
    `Bearer ${full.toUpperCase()}`,
    `Bearer "${full}"`,
    'Bearer',
    `Bearer ${full}, Bearer ${full}`,
  ]
  it.each(wrong)('rejects the Authorization header "%s"', async (authorization) => {
    const { status, headers } = await asks(authorization)
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it.for(['access_token', 'token', 'authorization'])('ignores a token in the query parameter %s', async (name, { sandbox }) => {
    expect((await sandbox.send('GET', `/v2/account?${name}=${sandbox.tokens.full}`)).status).toBe(401)
  })

  it('ignores a token in the body and the session cookie of a browser', async ({ sandbox, browser }) => {
    await browser.signIn(sandbox.link())
    expect((await browser.go('/v2/account')).status).toBe(401)
    expect((await sandbox.form('/v2/tags', forbidden({ access_token: sandbox.tokens.full, name: 'x' }))).status).toBe(401)
  })

  it('rejects a refresh token, a code and a model access key as bearer', async ({ sandbox, pair: { refresh_token: token } }) => {
    for (const other of [token, sandbox.credentials().inference_key, sandbox.client.client_secret])
      expect((await sandbox.get('/v2/account', other)).status).toBe(401)
  })
})

describe('rate limits of tokens', () => {
  it('[auth-limits-per-token] counts requests for each token separately', async ({ sandbox }) => {
    const [one, two] = [await getPair(sandbox), await getPair(sandbox)]
    for (let n = 0; n < 251; n += 1) await sandbox.get('/v2/account', one.access_token)
    expect((await sandbox.get('/v2/account', one.access_token)).status).toBe(429)
    const other = await sandbox.get('/v2/account', two.access_token)
    expect([other.status, other.headers.get('ratelimit-remaining')]).toEqual([200, '4999'])
  })

  it('starts a new count for the access token of a refreshed pair', async ({
    sandbox,
    pair: { access_token: token, refresh_token: next },
  }) => {
    await sandbox.get('/v2/account', token)
    const { body } = await sandbox.form('/v1/oauth/refresh', refreshOf(next))
    expect((await sandbox.get('/v2/account', body.access_token)).headers.get('ratelimit-remaining')).toBe('4999')
  })
})
