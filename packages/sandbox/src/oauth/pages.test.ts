import { describe, expect } from 'vitest'
import { it, createOAuth, type OAuthSandbox, openBrowser, type Page } from '../../test/oauth/oauth-sandbox.ts'

/** One of each kind of page. */
async function openPages(sandbox: OAuthSandbox) {
  const browser = openBrowser(sandbox)
  const signIn = await browser.go(sandbox.link())
  const refused = await browser.submit(signIn, { email: sandbox.user.email, password: 'wrong' })
  const consent = await browser.follow(await browser.submit(signIn, sandbox.user))
  const wrong = await browser.go(sandbox.link({ scope: 'all' }))
  return { signIn, refused, consent, wrong }
}

const pages = await openPages(createOAuth())

describe.each(Object.entries(pages))('the page %s', (kind, { headers, text }) => {
  it('cannot be framed (RFC 9700, 4.16)', () => {
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('is not cached and sends no referrer (RFC 9700, 4.2.4)', () => {
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  it('runs no scripts and loads no resources', () => {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]+='; /)
    expect(text).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|src=|url\(/i)
  })

  it('has a language, a title, one main element and one heading', () => {
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(text).toMatch(/<title>[^<]+<\/title>/)
    expect([...text.matchAll(/<main>/g), ...text.matchAll(/<h1>/g)]).toHaveLength(2)
  })

  it('labels every field', () => {
    const ids = [...text.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
    for (const id of ids) expect(text).toContain(`<label for="${id}">`)
    expect(ids).toHaveLength(kind === 'signIn' || kind === 'refused' ? 2 : 0)
  })
})

describe('the pages', () => {
  it('allows no script of another origin to read them', async ({ sandbox, browser }) => {
    await browser.signIn(sandbox.link())
    const { headers } = await browser.go(sandbox.link(), { headers: { origin: 'http://127.0.0.1:4030' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('have the hash of their style sheet in the content security policy', async () => {
    const style = /<style>([^]*)<\/style>/.exec(pages.signIn.text)?.[1] ?? ''
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64')
    expect(pages.signIn.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })
})

describe('escaping on the pages', () => {
  const markup = `"><script>alert('1')</script>&amp;`

  it('escapes the name of an application', async ({ sandbox }) => {
    const { client_id: id, redirect_uri: uri } = await sandbox.addApplication(markup)
    const browser = openBrowser(sandbox)
    for (const page of [
      await browser.go(sandbox.link({ client_id: id, redirect_uri: uri })),
      await browser.signIn(sandbox.link({ client_id: id, redirect_uri: uri })),
    ]) {
      expect(page.text).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;')
      expect(page.text).not.toContain('<script')
    }
  })

  it('escapes the state parameter', async ({ sandbox }) => {
    const page = await openBrowser(sandbox).signIn(sandbox.link({ state: markup }))
    expect([page.status, page.text.includes('<script')]).toEqual([200, false])
  })

  it('escapes a mistyped email address', async ({ sandbox, browser }) => {
    const page = await browser.submit(await browser.go(sandbox.link()), { email: markup, password: 'x' })
    expect([page.status, page.text.includes('<script')]).toEqual([422, false])
  })

  it('escapes the name of a user', async ({ sandbox }) => {
    await sandbox.control('users', { email: 'ana@harbour.example', password: 'harbour-1', name: markup })
    const page = await openBrowser(sandbox).signIn(sandbox.link(), { email: 'ana@harbour.example', password: 'harbour-1' })
    expect([page.status, page.text.includes('<script')]).toEqual([200, false])
  })
})

describe('signing in', () => {
  it('redirects with 303 to the consent page (RFC 9700, 4.12)', async ({ sandbox, browser }) => {
    const { status, location } = await browser.submit(await browser.go(sandbox.link()), sandbox.user)
    expect([status, location.pathname]).toEqual([303, '/v1/oauth/consent'])
  })

  it('starts a session with a new id', async ({ sandbox, browser }) => {
    const page = await browser.go(sandbox.link())
    const before = browser.cookie()
    await browser.submit(page, sandbox.user)
    expect(browser.cookie()).not.toBe(before)
  })

  it('ends the previous session, also one planted by an attacker', async ({ sandbox, browser }) => {
    await browser.signIn(sandbox.link())
    const old = browser.cookie()
    await browser.signIn(sandbox.link({ prompt: 'login' }))
    const thief = openBrowser(sandbox)
    thief.setCookie(old)
    expect((await thief.go(sandbox.link())).text).toContain('<h1>Sign in</h1>')
  })

  it('sets an HttpOnly cookie with SameSite=Lax', async ({ sandbox }) => {
    const { headers } = await openBrowser(sandbox).go(sandbox.link())
    expect(headers.get('set-cookie')).toMatch(/^spindrift_session=[0-9a-f]{64}; Path=\/v1\/oauth; HttpOnly; SameSite=Lax$/)
  })

  it('sets a Secure cookie behind HTTPS', async ({ sandbox }) => {
    const { headers } = await openBrowser(sandbox).go(sandbox.link(), { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers.get('set-cookie')).toMatch(/; Secure$/)
  })

  const wrong = [
    { email: 'maya@tidewater.example', password: 'wrong' },
    { email: 'maya@tidewater.example', password: '' },
    { email: 'maya@tidewater.example', password: 'EXAMPLE-PASSWORD-1' },
    { email: 'nobody@tidewater.example', password: 'example-password-1' },
    { email: '', password: '' },
  ]
  it.for(wrong)('rejects $email with $password and always the same message', async (typed, { sandbox, browser }) => {
    const page = await browser.submit(await browser.go(sandbox.link()), typed)
    expect([page.status, page.text.includes('The email or the password is wrong.')]).toEqual([422, true])
    expect((await browser.go(sandbox.link())).text).toContain('<h1>Sign in</h1>')
  })

  it('accepts another attempt on the same page', async ({ sandbox, browser }) => {
    const refused = await browser.submit(await browser.go(sandbox.link()), { email: sandbox.user.email, password: 'wrong' })
    expect((await browser.submit(refused, sandbox.user)).status).toBe(303)
  })

  it('accepts the email address in any case', async ({ sandbox, browser }) => {
    const typed = { email: ' Maya@Tidewater.example ', password: sandbox.user.password }
    expect((await browser.submit(await browser.go(sandbox.link()), typed)).status).toBe(303)
  })
})

describe('cross-site request forgery (RFC 6749, 10.12)', () => {
  const forgeries: Record<string, (page: Page) => { page: Page; headers?: Record<string, string> }> = {
    'without its request': (page) => ({ page: { ...page, text: page.text.replace(/<input type="hidden" name="request"[^>]*>/, '') } }),
    'without its token': (page) => ({ page: { ...page, text: page.text.replace(/<input type="hidden" name="form_token"[^>]*>/, '') } }),
    'with a made-up token': (page) => ({
      page: { ...page, text: page.text.replace(/(name="form_token" value=")[^"]*/, `$1${'0'.repeat(64)}`) },
    }),
    'for another request': (page) => ({ page: { ...page, text: page.text.replace('response_type=code', 'response_type=token') } }),
    'sent from another site': (page) => ({ page, headers: { 'sec-fetch-site': 'cross-site' } }),
    'sent from another port': (page) => ({ page, headers: { 'sec-fetch-site': 'same-site' } }),
    'with the origin of another': (page) => ({ page, headers: { origin: 'http://127.0.0.1:4030' } }),
  }
  it.for(Object.keys(forgeries))('rejects a form %s', async (name, { sandbox, browser }) => {
    const signIn = forgeries[name]?.(await browser.go(sandbox.link()))
    const consent = forgeries[name]?.(await browser.signIn(sandbox.link()))
    for (const [forged, fields] of [
      [signIn, sandbox.user],
      [consent, { decision: 'allow' }],
    ] as const) {
      if (!forged) throw new Error('no form')
      const response = await browser.submit(forged.page, fields, forged.headers)
      expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([403, null, null])
    }
  })

  it('rejects the form token of another browser', async ({ sandbox }) => {
    const consent = await openBrowser(sandbox).signIn(sandbox.link())
    const victim = openBrowser(sandbox)
    await victim.signIn(sandbox.link())
    expect((await victim.submit(consent, { decision: 'allow' })).status).toBe(403)
  })

  it('rejects the sign-in token on the consent page', async ({ sandbox, browser }) => {
    const signIn = await browser.go(sandbox.link())
    const asConsent = { ...signIn, text: signIn.text.replace('/v1/oauth/sign-in', '/v1/oauth/consent') }
    expect((await browser.submit(asConsent, { decision: 'allow' })).status).toBe(403)
  })

  it('redirects to sign-in without a session', async ({ sandbox, browser }) => {
    const consent = await browser.signIn(sandbox.link())
    await browser.submit(consent, { decision: 'switch' })
    const { status, location } = await browser.submit(consent, { decision: 'allow' })
    expect([status, location.pathname]).toEqual([303, '/v1/oauth/authorize'])
  })
})

describe('the redirect to the application', () => {
  it('is not cached and sends no referrer', async ({ sandbox }) => {
    const { headers } = await openBrowser(sandbox).authorize(sandbox.link())
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  it('is allowed by the policy of the consent page for any origin', async ({ sandbox }) => {
    const { headers } = await openBrowser(sandbox).signIn(sandbox.link())
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http: https:;")
  })

  it('is not allowed by the policy of the sign-in page', async ({ sandbox }) => {
    const { headers } = await openBrowser(sandbox).go(sandbox.link())
    expect(headers.get('content-security-policy')).toContain("form-action 'self';")
  })
})

describe('methods of the pages', () => {
  const cases = [
    { input: ['POST', '/v1/oauth/authorize'], expected: 405, allow: 'GET, HEAD, OPTIONS' },
    { input: ['GET', '/v1/oauth/sign-in'], expected: 405, allow: 'POST' },
    { input: ['DELETE', '/v1/oauth/consent'], expected: 405, allow: 'GET, HEAD, POST' },
  ] as const
  it.each(cases)('answers $input with $expected and lists the allowed methods', async ({ input: [method, path], expected, allow }) => {
    const { status, headers, text } = await createOAuth().send(method, path)
    expect([status, headers.get('allow'), text.includes('<h1>')]).toEqual([expected, allow, true])
  })

  it('accepts only form bodies', async ({ sandbox }) => {
    const { status } = await sandbox.send('POST', '/v1/oauth/consent', { body: '{}', headers: { 'content-type': 'application/json' } })
    expect(status).toBe(415)
  })

  it('shows an injected fault as a page', async ({ sandbox }) => {
    await sandbox.control('faults', { operation: 'oauth_authorize', status: 503, times: 1 })
    const { status, headers } = await sandbox.send('GET', sandbox.link())
    expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  })
})
