import { describe, expect } from 'vitest'
import { exchangeOf, getCode, it, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

describe('the code flow', () => {
  it('[flow-code-starts] starts on a page of the server with response_type=code', async ({ sandbox }) => {
    const page = await openBrowser(sandbox).go(sandbox.link())
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Tidewater Stock')
  })

  it('[flow-code-delivers] [code-in-redirect] [authorize-code-redirect] returns the code and the state in the query of the redirect', async ({
    sandbox,
  }) => {
    const { status, location } = await openBrowser(sandbox).authorize(sandbox.link({ state: 'tide-7' }))
    expect([status, `${location.origin}${location.pathname}`, location.hash]).toEqual([303, sandbox.client.redirect_uri, ''])
    expect(Object.fromEntries(location.searchParams)).toEqual({ code: expect.stringMatching(/^[0-9a-f]{64}$/), state: 'tide-7' })
  })

  it('appends to the query of the redirect URI', async ({ sandbox }) => {
    const uri = 'https://harbour.example/callback?shop=1'
    const { client_id: id } = await sandbox.addApplication('Harbour Books', uri)
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ client_id: id, redirect_uri: uri }))
    expect(location.href).toMatch(/^https:\/\/harbour\.example\/callback\?shop=1&code=[0-9a-f]{64}$/)
  })

  it('[code-issued-on-consent] issues a code only when the user consents', async ({ sandbox, browser }) => {
    const consent = await browser.signIn(sandbox.link())
    expect(consent.headers.get('location')).toBeNull()
    expect(consent.text).not.toContain('code=')
    expect((await browser.submit(consent, { decision: 'allow' })).location.searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('[code-exchange-grants] returns a grant for the code', async ({ sandbox }) => {
    const { status, headers, body } = await sandbox.form('/v1/oauth/token', exchangeOf(sandbox, await getCode(sandbox)))
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.stringMatching(/^doo_v1_[0-9a-f]{64}$/),
      token_type: 'bearer',
      expires_in: 2592000,
      refresh_token: expect.stringMatching(/^dor_v1_[0-9a-f]{64}$/),
      scope: 'read',
      info: {
        name: 'Maya Lindqvist',
        email: 'maya@tidewater.example',
        uuid: 'b6fc48da-9c1f-4a6c-8f2d-0c4de3a7d9b1',
        team_uuid: '5df3e3b4-1c1a-4b8e-9a57-2f6f0f7f3c11',
        team_name: 'Tidewater Books',
      },
    })
  })

  it('[flow-code-exchange] exchanges the code by POST with client credentials', async ({ sandbox, code }) => {
    expect((await sandbox.form('/v1/oauth/token', { grant_type: 'authorization_code', code })).body.error).toBe('invalid_client')
    expect((await sandbox.form('/v1/oauth/token', exchangeOf(sandbox, code))).status).toBe(200)
  })

  it('[grant-access-token] [flow-code-token-works] [auth-oauth-token-accepted] returns an access token that reads and creates', async ({
    sandbox,
    pair: { access_token: token },
  }) => {
    expect((await sandbox.get('/v2/account', token)).body.account.email).toBe('maya@tidewater.example')
    expect((await sandbox.post('/v2/tags', token, { name: 'tide' })).status).toBe(201)
    expect((await sandbox.get('/v2/tags', token)).body.meta.total).toBe(1)
  })

  it('[auth-registered-application] rejects applications that are not registered', async ({ sandbox }) => {
    expect((await openBrowser(sandbox).go(sandbox.link({ client_id: 'a'.repeat(64) }))).status).toBe(400)
    const exchange = { ...exchangeOf(sandbox, await getCode(sandbox)), client_id: 'a'.repeat(64) }
    expect((await sandbox.form('/v1/oauth/token', exchange)).body.error).toBe('invalid_client')
  })

  it('[auth-secret-stays-private] never shows the client secret on a page or in a redirect', async ({ sandbox, browser }) => {
    const first = await browser.go(sandbox.link())
    const consent = await browser.follow(await browser.submit(first, sandbox.user))
    const callback = await browser.submit(consent, { decision: 'allow' })
    for (const { text, headers } of [first, consent, callback])
      expect(`${text}${JSON.stringify([...headers])}`).not.toContain(sandbox.client.client_secret)
  })
})

describe('the implicit flow', () => {
  it('[authorize-token-redirect] [flow-implicit-fragment] [authorize-token-type-bearer] returns only the token, in the fragment', async ({
    sandbox,
  }) => {
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ response_type: 'token', state: 'tide-7' }))
    expect(location.search).toBe('')
    const fragment = new URLSearchParams(location.hash.slice(1))
    expect(Object.fromEntries(fragment)).toEqual({
      access_token: expect.stringMatching(/^doo_v1_[0-9a-f]{64}$/),
      token_type: 'bearer',
      expires_in: '2592000',
      state: 'tide-7',
    })
  })

  it('[flow-implicit-no-secret] needs no client secret and returns a token that works', async ({ sandbox }) => {
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ response_type: 'token' }))
    const token = new URLSearchParams(location.hash.slice(1)).get('access_token') ?? ''
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
  })

  it('returns errors in the fragment', async ({ sandbox, browser }) => {
    const consent = await browser.signIn(sandbox.link({ response_type: 'token', state: 's' }))
    const { location } = await browser.submit(consent, { decision: 'deny' })
    expect(location.search).toBe('')
    expect(location.hash).toMatch(/^#error=access_denied&error_description=[^&]+&state=s$/)
  })
})

describe('a denied authorization', () => {
  it('[authorize-error-denied] [authorize-error-description] redirects with access_denied and a description', async ({
    sandbox,
    browser,
  }) => {
    const { status, location } = await browser.submit(await browser.signIn(sandbox.link({ state: 's' })), { decision: 'deny' })
    expect([status, `${location.origin}${location.pathname}`]).toEqual([303, sandbox.client.redirect_uri])
    expect([location.searchParams.get('error'), location.searchParams.get('state')]).toEqual(['access_denied', 's'])
    expect(location.searchParams.has('code')).toBe(false)
    expect(location.searchParams.get('error_description')).toMatch(/denied/)
  })

  it('denies with every button except Authorize', async ({ sandbox, browser }) => {
    const { location } = await browser.submit(await browser.signIn(sandbox.link()), { decision: 'ALLOW' })
    expect(location.searchParams.get('error')).toBe('access_denied')
  })

  it('stores no consent', async ({ sandbox, browser }) => {
    await browser.submit(await browser.signIn(sandbox.link()), { decision: 'deny' })
    expect((await browser.go(sandbox.link({ prompt: 'none' }))).location.searchParams.get('error')).toBe('consent_required')
  })

  it('[events-redirect-registered-callback] redirects only to the registered redirect URI', async ({ sandbox, browser }) => {
    const consent = await browser.signIn(sandbox.link())
    const outcomes = [
      await browser.submit(consent, { decision: 'deny' }),
      await browser.submit(consent, { decision: 'allow' }),
      await browser.go(sandbox.link({ prompt: 'none' })),
      await openBrowser(sandbox).go(sandbox.link({ prompt: 'none' })),
    ]
    for (const { location } of outcomes) expect(location.href.startsWith(`${sandbox.client.redirect_uri}?`)).toBe(true)
  })
})
