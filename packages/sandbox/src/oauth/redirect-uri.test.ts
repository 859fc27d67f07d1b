/** Redirect URIs are compared byte for byte with the registered one. */
import { describe, expect, it } from 'vitest'
import { exchangeOf, createOAuth, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

const sandbox = createOAuth({ rateLimits: 'off' })
const registered = 'https://harbour.example/oauth/callback?shop=1&lang=en'
const application = sandbox.addApplication('Harbour Books', registered)
const other = sandbox.addApplication('Lighthouse', 'https://lighthouse.example/callback')

async function ask(redirectUri: string, responseType = 'code') {
  const { client_id: id } = await application
  return openBrowser(sandbox).go(sandbox.link({ client_id: id, redirect_uri: redirectUri, response_type: responseType }))
}

const hostile = [
  ['another case of the host', 'https://Harbour.example/oauth/callback?shop=1&lang=en'],
  ['another case of the scheme', 'HTTPS://harbour.example/oauth/callback?shop=1&lang=en'],
  ['another case of the path', 'https://harbour.example/OAuth/callback?shop=1&lang=en'],
  ['another scheme', 'http://harbour.example/oauth/callback?shop=1&lang=en'],
  ['the default port spelled out', 'https://harbour.example:443/oauth/callback?shop=1&lang=en'],
  ['another port', 'https://harbour.example:8443/oauth/callback?shop=1&lang=en'],
  ['another host', 'https://evil.example/oauth/callback?shop=1&lang=en'],
  ['a host under another', 'https://harbour.example.evil.example/oauth/callback?shop=1&lang=en'],
  ['a host below', 'https://www.harbour.example/oauth/callback?shop=1&lang=en'],
  ['a final dot', 'https://harbour.example./oauth/callback?shop=1&lang=en'],
  ['a longer path', 'https://harbour.example/oauth/callback/more?shop=1&lang=en'],
  ['a shorter path', 'https://harbour.example/oauth?shop=1&lang=en'],
  ['a trailing slash', 'https://harbour.example/oauth/callback/?shop=1&lang=en'],
  ['no query', 'https://harbour.example/oauth/callback'],
  ['a query in another order', 'https://harbour.example/oauth/callback?lang=en&shop=1'],
  ['a longer query', 'https://harbour.example/oauth/callback?shop=1&lang=en&next=https://evil.example'],
  ['a fragment', 'https://harbour.example/oauth/callback?shop=1&lang=en#x'],
  ['an empty fragment', 'https://harbour.example/oauth/callback?shop=1&lang=en#'],
  ['a user', 'https://harbour.example@evil.example/oauth/callback?shop=1&lang=en'],
  ['a user before the host', 'https://x@harbour.example/oauth/callback?shop=1&lang=en'],
  ['no scheme', '//harbour.example/oauth/callback?shop=1&lang=en'],
  ['a path alone', '/oauth/callback?shop=1&lang=en'],
  ['double slashes', 'https://harbour.example//oauth/callback?shop=1&lang=en'],
  ['a dot segment', 'https://harbour.example/oauth/./callback?shop=1&lang=en'],
  ['two dots', 'https://harbour.example/oauth/x/../callback?shop=1&lang=en'],
  ['encoded dots', 'https://harbour.example/oauth/x/%2e%2e/callback?shop=1&lang=en'],
  ['an encoded slash', 'https://harbour.example/oauth%2Fcallback?shop=1&lang=en'],
  ['an encoded letter', 'https://harbour.example/oauth/c%61llback?shop=1&lang=en'],
  ['backslashes', 'https:\\\\harbour.example\\oauth\\callback?shop=1&lang=en'],
  ['a backslash before another host', 'https://evil.example\\@harbour.example/oauth/callback?shop=1&lang=en'],
  ['a Cyrillic letter', 'https://h\u0430rbour.example/oauth/callback?shop=1&lang=en'],
  ['full-width letters', 'https://harbour\uFF0Eexample/oauth/callback?shop=1&lang=en'],
  ['a space before', ' https://harbour.example/oauth/callback?shop=1&lang=en'],
  ['a space after', 'https://harbour.example/oauth/callback?shop=1&lang=en '],
  ['a line break', 'https://harbour.example/oauth/callback?shop=1&lang=en\r\nset-cookie: x=1'],
  ['a tab inside', 'https://harbour.example/oauth/\tcallback?shop=1&lang=en'],
  ['a null', 'https://harbour.example/oauth/callback?shop=1&lang=en\0'],
  ['a wildcard', 'https://harbour.example/oauth/*'],
  ['a script', 'javascript:alert(1)//https://harbour.example/oauth/callback?shop=1&lang=en'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['markup', 'https://harbour.example/"><script>alert(1)</script>'],
  ["another application's", 'https://lighthouse.example/callback'],
  ["the first application's", 'http://127.0.0.1:4030/callback'],
  ['two at once', 'https://harbour.example/oauth/callback?shop=1&lang=en https://evil.example'],
  ['64 KiB', `https://harbour.example/oauth/callback?shop=1&lang=en${'x'.repeat(65_536)}`],
] as const

describe('an unregistered redirect URI', () => {
  it.each(hostile)('[authorize-error-redirect-page] [authorize-error-no-redirect] shows an error page for %s', async (_name, uri) => {
    for (const responseType of ['code', 'token']) {
      const page = await ask(uri, responseType)
      expect([page.status, page.headers.get('location')]).toEqual([400, null])
      expect(page.text).toContain('The redirect URI is not valid')
      expect(page.text).not.toContain('<script')
    }
  })
})

describe('a registered redirect URI', () => {
  it('[code-needs-registered-redirect] is the only one that receives a code', async () => {
    const { client_id: id, client_secret: secret } = await application
    const { location } = await openBrowser(sandbox).authorize(sandbox.link({ client_id: id, redirect_uri: registered }))
    const code = location.searchParams.get('code') ?? ''
    const exchange = { ...exchangeOf(sandbox, code), client_id: id, client_secret: secret, redirect_uri: registered }
    expect((await sandbox.form('/v1/oauth/token', exchange)).status).toBe(200)
    expect((await ask(`${registered}/`)).text).not.toContain('code=')
  })

  it('may be one of several', async () => {
    const uris = ['https://pier.example/a', 'https://pier.example/b']
    const { client_id: id } = (await sandbox.control('applications', { name: 'Pier', redirect_uris: uris })).body
    for (const uri of uris) {
      const { location } = await openBrowser(sandbox).authorize(sandbox.link({ client_id: id, redirect_uri: uri }))
      expect(location.href.startsWith(`${uri}?code=`)).toBe(true)
    }
  })

  it('may have a custom scheme', async () => {
    const uri = 'example.harbour.app:/callback'
    const { client_id: id } = await sandbox.addApplication('Harbour for phones', uri)
    const consent = await openBrowser(sandbox).signIn(sandbox.link({ client_id: id, redirect_uri: uri }))
    expect(consent.headers.get('content-security-policy')).toContain("form-action 'self' http: https: example.harbour.app:;")
  })

  it('is checked again when the consent form is submitted', async () => {
    const browser = openBrowser(sandbox)
    const consent = await browser.signIn(sandbox.link())
    const { client_id: id } = await other
    const changed = { ...consent, text: consent.text.replace(sandbox.client.client_id, id) }
    const response = await browser.submit(changed, { decision: 'allow' })
    expect([response.status, response.headers.get('location')]).toEqual([403, null])
  })
})
