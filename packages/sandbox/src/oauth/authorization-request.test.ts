import { describe, expect, it } from 'vitest'
import { exchangeOf, getPair, createOAuth, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

const sandbox = createOAuth({ rateLimits: 'off' })

async function expectErrorPage(link: string, says: RegExp) {
  const page = await openBrowser(sandbox).go(link)
  expect(page).toMatchObject({ status: 400, text: expect.stringMatching(says) })
  expect(page.headers.get('location')).toBeNull()
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
}

describe('an incomplete authorization request', () => {
  const cases = [
    { input: { client_id: undefined }, expected: /client_id/ },
    { input: { client_id: '' }, expected: /client_id/ },
    { input: { client_id: 'nobody' }, expected: /client_id/ },
    { input: { redirect_uri: undefined }, expected: /redirect URI is not valid/ },
    { input: { redirect_uri: '' }, expected: /redirect URI is not valid/ },
    { input: { response_type: undefined }, expected: /response_type/ },
    { input: { response_type: '' }, expected: /response_type/ },
    { input: { response_type: 'id_token' }, expected: /response_type/ },
    { input: { response_type: 'code token' }, expected: /response_type/ },
    { input: { response_type: 'CODE' }, expected: /response_type/ },
  ]
  it.each(cases)('shows an error page for $input', ({ input, expected }) => expectErrorPage(sandbox.link(input), expected))
})

describe('the scope of an authorization request', () => {
  it.each([
    '',
    'write',
    'write read',
    'read  write',
    'read write read',
    'Read',
    'read,write',
    'read write admin',
    'droplet:read',
    ' read',
    'read ',
  ])('[authorize-error-scope-page] shows an error page for the scope %j', (scope) =>
    expectErrorPage(sandbox.link({ scope }), /scope is invalid, unknown or malformed/),
  )

  it('[scope-default-read] grants the scope read when none is requested', async () => {
    const { location } = await openBrowser(sandbox).authorize(sandbox.link())
    const { body } = await sandbox.form('/v1/oauth/token', exchangeOf(sandbox, location.searchParams.get('code') ?? ''))
    expect(body.scope).toBe('read')
    expect((await sandbox.post('/v2/tags', body.access_token, { name: 'x' })).status).toBe(403)
  })

  it.each(['read', 'read write'])('grants the requested scope %s', async (scope) => {
    expect((await getPair(sandbox, scope)).scope).toBe(scope)
  })

  it('[scope-alterable-by-user] grants the scope of the link that the user opened', async () => {
    const link = sandbox.link({ scope: 'read write' })
    const { location } = await openBrowser(sandbox).authorize(link.replace('read+write', 'read'))
    const { body } = await sandbox.form('/v1/oauth/token', exchangeOf(sandbox, location.searchParams.get('code') ?? ''))
    expect(body.scope).toBe('read')
  })

  it('[scope-client-verifies] reports the granted scope in the grant and in the token info', async () => {
    const scope = 'read write'
    const granted = await getPair(sandbox, 'read')
    expect(granted.scope).not.toBe(scope)
    expect((await sandbox.get('/v1/oauth/token/info', granted.access_token)).body.scopes).toEqual(['read'])
  })
})

describe('parameters of an authorization request', () => {
  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'prompt',
    'max_auth_age',
    'i',
    'code_challenge',
    'code_challenge_method',
  ])('shows an error page when %s is repeated', (name) =>
    expectErrorPage(`${sandbox.link({ [name]: 'read' })}&${name}=read`, new RegExp(`${name} is there more than once`)),
  )

  it('compares the decoded names of parameters', () =>
    expectErrorPage(`${sandbox.link({ scope: 'read' })}&sc%6Fpe=read`, /scope is there more than once/))

  it('ignores unknown parameters, also repeated ones (RFC 6749, 3.1)', async () => {
    const page = await openBrowser(sandbox).go(`${sandbox.link()}&nonce=1&nonce=2&utm_source=x`)
    expect(page.status).toBe(200)
  })

  const malformed = [
    { input: { max_auth_age: '-1' } },
    { input: { max_auth_age: '1.5' } },
    { input: { max_auth_age: 'soon' } },
    { input: { max_auth_age: '' } },
    { input: { prompt: '' } },
    { input: { prompt: 'consent' } },
    { input: { prompt: 'none login' } },
    { input: { prompt: 'none select_account' } },
    { input: { prompt: 'login  select_account' } },
    { input: { prompt: 'Login' } },
    { input: { i: 'b6fc4' } },
    { input: { i: 'b6fc48da' } },
    { input: { i: 'zzzzzz' } },
    { input: { code_challenge: 'x'.repeat(43) } },
    { input: { code_challenge_method: 'S256' } },
    { input: { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' } },
    { input: { code_challenge: 'x'.repeat(42), code_challenge_method: 'S256' } },
    { input: { code_challenge: `${'x'.repeat(42)}=`, code_challenge_method: 'S256' } },
  ]
  it.each(malformed)('shows an error page for $input', ({ input }) => expectErrorPage(sandbox.link(input), /cannot|must|needs/))
})

describe('the state parameter', () => {
  const states = [
    'plain',
    'a%20b',
    'a+b',
    '%2B%26%3D%23',
    '%C3%A9%F0%9F%8C%8A',
    '%FF%FE',
    '%0D%0ASet-Cookie:%20x=1',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    '100%',
    'a=b==',
    '%2f%2F',
    'it%27s',
    '',
    'x'.repeat(4000),
  ]
  it.each(states)('[authorize-state-unchanged] returns the state %j byte for byte', async (state) => {
    const { headers } = await openBrowser(sandbox).authorize(`${sandbox.link()}&state=${state}`)
    expect(headers.get('location')?.split('&state=')[1]).toBe(state)
  })

  it('returns the state byte for byte in the fragment', async () => {
    const { headers } = await openBrowser(sandbox).authorize(`${sandbox.link({ response_type: 'token' })}&state=%2B%FF`)
    expect(headers.get('location')?.endsWith('&state=%2B%FF')).toBe(true)
  })

  it('returns no state when none was sent', async () => {
    expect((await openBrowser(sandbox).authorize(sandbox.link())).location.searchParams.has('state')).toBe(false)
  })
})
