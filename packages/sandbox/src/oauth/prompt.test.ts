import { describe, expect } from 'vitest'
import { type Browser, it as plain, createOAuth, type OAuthSandbox, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

/** Opens a browser whose user has just signed in, and authorized the application on request. */
async function signedIn(sandbox: OAuthSandbox, authorized = false, scope = 'read'): Promise<Browser> {
  const browser = openBrowser(sandbox)
  const consent = await browser.signIn(sandbox.link({ scope }))
  if (authorized) await browser.submit(consent, { decision: 'allow' })
  return browser
}

const shows = (text: string) => (text.includes('<h1>Sign in</h1>') ? 'sign-in' : text.includes('<h1>Authorize ') ? 'consent' : 'nothing')

async function frozen() {
  const sandbox = createOAuth()
  await sandbox.freeze()
  return sandbox
}

const it = plain
  .extend('member', ({ sandbox }) => signedIn(sandbox))
  .extend('consenting', ({ sandbox }) => signedIn(sandbox, true))
  .extend('frozen', frozen)

describe('prompt=select_account', () => {
  // It is the default.
  const requests = [{ prompt: 'select_account' }, {}]

  it.for(requests)(
    '[prompt-select-account-signed-out] asks a user without a session to sign in: %j',
    async (request, { sandbox, browser }) => {
      expect(shows((await browser.go(sandbox.link(request))).text)).toBe('sign-in')
    },
  )

  it.for(requests)(
    '[prompt-select-account-signed-in] asks a user with a session for consent, even if it was given before: %j',
    async (request, { sandbox, member, consenting }) => {
      for (const browser of [member, consenting]) expect(shows((await browser.go(sandbox.link(request))).text)).toBe('consent')
    },
  )

  it('lets the user switch to another account', async ({ sandbox }) => {
    await sandbox.addUser()
    const browser = await signedIn(sandbox)
    const signIn = await browser.follow(await browser.submit(await browser.go(sandbox.link()), { decision: 'switch' }))
    expect(shows(signIn.text)).toBe('sign-in')
    const consent = await browser.follow(await browser.submit(signIn, { email: 'ana@harbour.example', password: 'harbour-1' }))
    expect(consent.text).toContain('(ana@harbour.example)')
  })
})

describe('prompt=none', () => {
  const ask = (sandbox: OAuthSandbox, browser: Browser, more: Record<string, string> = {}) =>
    browser.go(sandbox.link({ prompt: 'none', state: 's', ...more }))

  it('[prompt-none-authorized] redirects an authorized user with a new code at once', async ({ sandbox }) => {
    const { status, location } = await ask(sandbox, await signedIn(sandbox, true))
    expect([status, location.searchParams.get('state')]).toEqual([302, 's'])
    expect(location.searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('redirects an authorized user with a new token at once in the implicit flow', async ({ sandbox }) => {
    const { status, location } = await ask(sandbox, await signedIn(sandbox, true), { response_type: 'token' })
    expect([status, location.hash.startsWith('#access_token=doo_v1_')]).toEqual([302, true])
  })

  it('[prompt-none-consent-required] redirects with consent_required when the user gave no consent', async ({ sandbox }) => {
    const { status, location } = await ask(sandbox, await signedIn(sandbox))
    expect([status, location.searchParams.get('error'), location.searchParams.get('state')]).toEqual([302, 'consent_required', 's'])
  })

  it('[prompt-none-login-required] redirects with login_required when the user has no session', async ({ sandbox }) => {
    const { status, location } = await ask(sandbox, openBrowser(sandbox))
    expect([status, location.searchParams.get('error'), location.searchParams.get('state')]).toEqual([302, 'login_required', 's'])
  })

  it('returns errors in the fragment of the implicit flow', async ({ sandbox }) => {
    const { location } = await ask(sandbox, openBrowser(sandbox), { response_type: 'token' })
    expect(location.hash).toMatch(/^#error=login_required&error_description=[^&]+&state=s$/)
  })

  it('requires consent for writing after consent for reading', async ({ sandbox }) => {
    const { location } = await ask(sandbox, await signedIn(sandbox, true), { scope: 'read write' })
    expect(location.searchParams.get('error')).toBe('consent_required')
  })

  it('accepts consent for writing when reading is requested', async ({ sandbox }) => {
    const { location } = await ask(sandbox, await signedIn(sandbox, true, 'read write'), { scope: 'read' })
    expect(location.searchParams.has('code')).toBe(true)
  })

  it('requires consent for each application', async ({ sandbox }) => {
    const { client_id: id, redirect_uri: uri } = await sandbox.addApplication()
    const { location } = await ask(sandbox, await signedIn(sandbox, true), { client_id: id, redirect_uri: uri })
    expect(location.searchParams.get('error')).toBe('consent_required')
  })

  it('requires consent of each user', async ({ sandbox }) => {
    await sandbox.addUser()
    await signedIn(sandbox, true)
    const browser = openBrowser(sandbox)
    await browser.signIn(sandbox.link(), { email: 'ana@harbour.example', password: 'harbour-1' })
    expect((await ask(sandbox, browser)).location.searchParams.get('error')).toBe('consent_required')
  })

  it('requires consent again after the user has withdrawn it', async ({ sandbox, consenting: browser }) => {
    await sandbox.control('authorizations', { email: sandbox.user.email, client_id: sandbox.client.client_id }, 'DELETE')
    expect((await ask(sandbox, browser)).location.searchParams.get('error')).toBe('consent_required')
  })

  const hints = [
    { i: 'b6fc48', expected: 'code' },
    { i: 'B6FC48', expected: 'code' },
    { i: '000000', expected: 'login_required' },
    { i: 'b6fc49', expected: 'login_required' },
  ]
  it.for(hints)('[prompt-none-hint] answers $expected for the hint $i', async ({ i, expected }, { sandbox }) => {
    const { searchParams } = (await ask(sandbox, await signedIn(sandbox, true), { i })).location
    expect(searchParams.has('code') ? 'code' : searchParams.get('error')).toBe(expected)
  })

  it('is the only prompt that uses the hint', async ({ sandbox }) => {
    expect(shows((await (await signedIn(sandbox)).go(sandbox.link({ i: '000000' }))).text)).toBe('consent')
  })
})

describe('prompt=login', () => {
  it('[prompt-login] asks for a sign-in even if there is a session', async ({ sandbox, consenting: browser }) => {
    expect(shows((await browser.go(sandbox.link({ prompt: 'login' }))).text)).toBe('sign-in')
  })

  it('continues to consent after the sign-in', async ({ sandbox }) => {
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ prompt: 'login' }))
    expect(location.searchParams.has('code')).toBe(true)
  })

  it('asks for a sign-in together with select_account', async ({ sandbox, member: browser }) => {
    expect(shows((await browser.go(sandbox.link({ prompt: 'select_account login' }))).text)).toBe('sign-in')
  })

  it('cannot be bypassed with the address of the consent page', async ({ sandbox, member: browser }) => {
    const link = sandbox.link({ prompt: 'login' })
    const { status, location } = await browser.go(link.replace('authorize', 'consent'))
    expect([status, `${location.pathname}${location.search}`]).toEqual([303, link])
  })

  it('asks for a new sign-in after each decision', async ({ sandbox, browser }) => {
    const link = sandbox.link({ prompt: 'login' })
    const consent = await browser.signIn(link)
    await browser.submit(consent, { decision: 'deny' })
    expect((await browser.submit(consent, { decision: 'allow' })).location.pathname).toBe('/v1/oauth/authorize')
  })

  it('asks for a new sign-in for a later request', async ({ sandbox, browser }) => {
    await browser.signIn(sandbox.link({ prompt: 'login', state: 'one' }))
    expect(shows((await browser.go(sandbox.link({ prompt: 'login', state: 'two' }))).text)).toBe('sign-in')
  })

  it('asks for a new sign-in when the decision takes longer than ten minutes', async ({ frozen: sandbox }) => {
    const browser = openBrowser(sandbox)
    const consent = await browser.signIn(sandbox.link({ prompt: 'login' }))
    await sandbox.pass(600)
    expect((await browser.submit(consent, { decision: 'allow' })).location.pathname).toBe('/v1/oauth/authorize')
  })
})

describe('max_auth_age', () => {
  const ages = [
    { seconds: 0, max: '60', expected: 'consent' },
    { seconds: 59.999, max: '60', expected: 'consent' },
    { seconds: 60, max: '60', expected: 'consent' },
    { seconds: 60.001, max: '60', expected: 'sign-in' },
    { seconds: 3600, max: '60', expected: 'sign-in' },
    { seconds: 0, max: '0', expected: 'sign-in' },
    { seconds: 3600, max: '999999999999999', expected: 'consent' },
  ]
  it.for(ages)(
    '[authorize-max-auth-age] shows $expected for max_auth_age=$max $seconds s after the sign-in',
    async ({ seconds, max, expected }, { frozen: sandbox }) => {
      const browser = await signedIn(sandbox)
      await sandbox.pass(seconds)
      expect(shows((await browser.go(sandbox.link({ max_auth_age: max }))).text)).toBe(expected)
    },
  )

  it('returns login_required with prompt=none', async ({ frozen: sandbox }) => {
    const browser = await signedIn(sandbox, true)
    await sandbox.pass(61)
    const { location } = await browser.go(sandbox.link({ prompt: 'none', max_auth_age: '60' }))
    expect(location.searchParams.get('error')).toBe('login_required')
  })

  it('accepts a user who has just signed in for max_auth_age=0', async ({ frozen: sandbox }) => {
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ max_auth_age: '0' }))
    expect(location.searchParams.has('code')).toBe(true)
  })

  it('is checked again when the user decides', async ({ frozen: sandbox }) => {
    const browser = await signedIn(sandbox)
    const consent = await browser.go(sandbox.link({ max_auth_age: '60' }))
    await sandbox.pass(61)
    expect((await browser.submit(consent, { decision: 'allow' })).location.pathname).toBe('/v1/oauth/authorize')
  })
})

describe('sessions', () => {
  it('end after 14 days', async ({ frozen: sandbox }) => {
    const browser = await signedIn(sandbox)
    await sandbox.pass(14 * 24 * 3600 - 0.001)
    expect(shows((await browser.go(sandbox.link())).text)).toBe('consent')
    await sandbox.pass(0.001)
    expect(shows((await browser.go(sandbox.link())).text)).toBe('sign-in')
  })

  it('end with a reset', async ({ sandbox, member: browser }) => {
    await sandbox.control('reset', undefined)
    expect(shows((await browser.go(sandbox.link())).text)).toBe('sign-in')
  })
})
