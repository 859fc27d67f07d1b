/** Tests of access: host names, control tokens and proxies. */
import { request } from 'node:http'
import { describe, expect, onTestFinished } from 'vitest'
import type { StartOptions } from '../src/options.ts'
import { isNetworkExposed } from '../src/network-exposure.ts'
import { parseClientAddress, trustProxies } from '../src/http/parse-forwarded.ts'
import { startSandbox } from '../src/start-sandbox.ts'
import { it } from './it.ts'
import { type Json, createTestSandbox } from './create-test-sandbox.ts'
import { attach, openBrowser } from './oauth/oauth-sandbox.ts'

const controlToken = 'a-token-of-the-team'

async function start(options: StartOptions = {}) {
  const sandbox = await startSandbox({ port: 0, seed: 7, checkReplies: true, ...options })
  onTestFinished(sandbox.close)
  const full = { authorization: `Bearer ${sandbox.credentials().tokens.full}` }
  /** `fetch` does not allow a custom `Host`. */
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: Headers; body: Json }>((resolve, reject) => {
      const { hostname, port } = new URL(sandbox.url)
      const sent = request({ hostname: hostname.replaceAll(/[[\]]/g, ''), port, path, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.startsWith('application/json')
          const own = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
          resolve({ status: response.statusCode, headers: new Headers(own), body: isJson ? (JSON.parse(text) as Json) : text })
        })
      })
      sent.on('error', reject).end()
    })
  return { sandbox, ask, full }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const basic = (user: string, token: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` })

describe('the control API', () => {
  it.each([
    { input: {}, expected: 401 },
    { input: bearer('a-token-of-the-teem'), expected: 401 },
    { input: basic('maya', 'wrong'), expected: 401 },
    { input: basic('maya', controlToken), expected: 200 },
    { input: bearer(controlToken), expected: 200 },
    { input: { ...bearer(controlToken), origin: 'http://other.example' }, expected: 403 },
    { input: { ...bearer(controlToken), origin: 'null' }, expected: 403 },
    { input: { ...bearer(controlToken), host: 'rebound.example' }, expected: 403 },
    { input: { ...bearer(controlToken), 'sec-fetch-site': 'same-origin' }, expected: 200 },
    { input: { ...bearer(controlToken), 'sec-fetch-site': 'none' }, expected: 200 },
    { input: { ...bearer(controlToken), 'sec-fetch-site': 'same-site' }, expected: 403 },
    { input: { ...bearer(controlToken), 'sec-fetch-site': 'cross-site' }, expected: 403 },
    { input: { ...bearer(controlToken), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, expected: 403 },
  ])('responds to $input with $expected when a control token is set', async ({ input, expected }) => {
    const { ask } = await start({ controlToken })
    expect((await ask('/_sandbox/info', input)).status).toBe(expected)
  })

  it('accepts cross-site requests of an allowed origin only', async () => {
    const { ask } = await start({ controlOrigins: ['https://app.example'] })
    const site = { 'sec-fetch-site': 'cross-site' }
    expect((await ask('/_sandbox/info', { ...site, origin: 'https://app.example' })).status).toBe(200)
    expect((await ask('/_sandbox/info', { ...site, origin: 'https://other.example' })).status).toBe(403)
    expect((await ask('/_sandbox/requests', site)).status).toBe(403)
  })

  it('opens the console from a link of another site, but not as an image or script', async () => {
    const { ask } = await start()
    const open = (mode: string) => ask('/_sandbox', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode })
    expect([(await open('navigate')).status, (await open('no-cors')).status]).toEqual([200, 403])
  })

  it.each(['/_sandbox', '/_sandbox/info', '/_sandbox/none', '/_sandbox/health', '/_sandbox/openapi.json'])(
    'forbids other sites to embed %s',
    async (path) => {
      const { headers } = await (await start()).ask(path)
      expect([headers.get('x-content-type-options'), headers.get('cross-origin-resource-policy')]).toEqual(['nosniff', 'same-origin'])
    },
  )

  it('names the required token, so that a browser asks for it', async () => {
    const { ask, full } = await start({ controlToken })
    const { headers, body } = await ask('/_sandbox/info', full)
    expect(body.message).toMatch(/^The control API requires the control token: send it as "authorization: Bearer <token>"\./)
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm="spindrift-sandbox", Bearer /)
  })

  it('needs no token on loopback', async () => {
    const { sandbox, ask } = await start()
    expect(sandbox.controlToken).toBeUndefined()
    expect((await ask('/_sandbox/info')).status).toBe(200)
  })

  it.each([
    { input: { host: '0.0.0.0' } },
    { input: { host: '::' } },
    { input: { allowedHosts: ['sandbox'] } },
    { input: { trustedProxies: ['127.0.0.1'] } },
    { input: { baseUrl: 'https://sandbox.example.com' } },
  ])('generates a token when $input', async ({ input }) => {
    const { sandbox, ask } = await start(input)
    expect(sandbox.controlToken).toMatch(/^[0-9a-f]{64}$/)
    expect((await ask('/_sandbox/info')).status).toBe(401)
    expect((await ask('/_sandbox/info', bearer(sandbox.controlToken ?? ''))).status).toBe(200)
  })

  it.each([{ host: '127.0.0.1' }, { host: 'localhost' }, { host: '::1' }, { host: '127.0.0.53' }, { baseUrl: 'http://localhost:4020' }])(
    'is reachable from this machine only with %j',
    (options) => {
      expect(isNetworkExposed(options)).toBe(false)
    },
  )

  it('has a seeded user with a password of its own when other machines can reach the sandbox', async () => {
    const { sandbox } = await start({ host: '0.0.0.0', seed: undefined })
    const oauth = attach(sandbox.url, sandbox.credentials())
    const signIn = async (password: string) => {
      const browser = openBrowser(oauth)
      return (await browser.submit(await browser.go(oauth.link()), { ...oauth.user, password })).status
    }
    expect(oauth.user.password).toMatch(/^[0-9a-f]{32}$/)
    expect([await signIn('example-password-1'), await signIn(oauth.user.password)]).toEqual([422, 303])
    expect((await start({ host: '0.0.0.0', seed: undefined })).sandbox.credentials().user.password).not.toBe(oauth.user.password)
  })

  it('derives no password key without a token', () => {
    const sandbox = createTestSandbox({ controlToken })
    const body = new TextEncoder().encode('{"email":"ada@tidewater.example","password":"example-password-2"}')
    const prepare = (headers: Readonly<Record<string, string>>) =>
      sandbox.prepare({ method: 'POST', url: '/_sandbox/users', headers, body })
    expect([prepare({}), prepare(bearer(controlToken))]).toEqual([undefined, expect.any(Promise)])
  })

  it('accepts a host without a port', async () => {
    const sandbox = createTestSandbox({ controlToken })
    expect((await sandbox.get('/_sandbox/info')).status).toBe(401)
    expect((await sandbox.get('/_sandbox/info', { token: controlToken })).status).toBe(200)
  })
})

describe('a host name', () => {
  const allowedHosts = ['sandbox', '.Svc.example']
  it.each([
    { host: 'localhost:4020', expected: 200 },
    { host: '10.1.2.3:4020', expected: 200 },
    { host: '[fd00::7]:4020', expected: 200 },
    { host: 'sandbox:4020', expected: 200 },
    { host: 'SANDBOX', expected: 200 },
    { host: 'a.b.svc.example', expected: 200 },
    { host: 'svc.example', expected: 403 },
    { host: 'sandbox.example', expected: 403 },
    { host: '10.1.2.3.example', expected: 403 },
    { host: 'localhost#.example', expected: 403 },
    { host: 'sandbox:4020:1', expected: 403 },
  ])('$host gets the status $expected', async ({ host, expected }) => {
    const { ask, full } = await start({ allowedHosts })
    expect((await ask('/v2/account', { ...full, host })).status).toBe(expected)
  })

  it('that is not allowed is rejected with the setting to change', async () => {
    const { ask, full } = await start({ allowedHosts })
    const { body } = await ask('/v2/account', { ...full, host: 'rebound.example:4020' })
    expect(body.message).toBe('The host name "rebound.example" is not allowed. Start the sandbox with --allowed-host rebound.example.')
  })

  it.each(['/v2/account', '/_sandbox/info', '/v1/models', '/v1/oauth/sign-in', '/'])('is checked on loopback too: %s', async (path) => {
    const { ask, full } = await start()
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect((await ask(path, { ...full, host: 'rebound.example:4020' }, method)).status).toBe(403)
  })

  it('is ignored for callers in this process', async ({ sandbox }) => {
    const headers = { authorization: `Bearer ${sandbox.tokens.full}` }
    expect((await sandbox.fetch('http://api.spindrift.example/v2/account', { headers })).status).toBe(200)
  })
})

describe('a probe', () => {
  it('works under any host name, without a token and without secrets', async () => {
    const { sandbox, ask } = await start({ controlToken, allowedHosts: ['sandbox'] })
    const { status, body } = await ask('/_sandbox/health', { host: 'pod', origin: 'http://other.example' })
    expect([status, body]).toEqual([
      200,
      { ready: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/), clock: { now: expect.any(String), frozen: false } },
    ])
    expect(await ask('/_sandbox/ready', { host: 'pod' })).toMatchObject({ status: 200, body: { ready: true } })
    expect((await ask('/_sandbox/ca.pem')).status).toBe(404)
    expect(JSON.stringify(body)).not.toContain(sandbox.credentials().tokens.full)
  })

  it('reports that the sandbox stops', ({ sandbox }) => {
    const answers = ['/_sandbox/ready', '/_sandbox/health'].map((url) =>
      sandbox.handle({ method: 'GET', url, headers: {}, isStopping: true }),
    )
    expect(answers.map(({ status, body }) => [status, JSON.parse(String(body))])).toEqual([
      [503, { ready: false }],
      [200, expect.objectContaining({ ready: false })],
    ])
  })
})

describe('forwarded headers', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'sandbox.example.com', 'x-forwarded-for': '198.51.100.7' }

  it('are ignored from other addresses', async () => {
    const { sandbox, ask } = await start({ allowedHosts: ['sandbox.example.com'] })
    expect((await ask('/.well-known/oauth-authorization-server', forwarded)).body.token_endpoint).toBe(`${sandbox.url}/v1/oauth/token`)
  })

  it('are trusted from a configured proxy', async () => {
    const { ask, sandbox, full } = await start({ trustedProxies: ['127.0.0.0/8'], allowedHosts: ['sandbox.example.com'] })
    expect((await ask('/.well-known/oauth-authorization-server', forwarded)).body.token_endpoint).toBe(
      'https://sandbox.example.com/v1/oauth/token',
    )
    const { body } = await ask('/v2/sizes?per_page=1', { ...full, ...forwarded })
    expect(body.links.pages.next).toMatch(/^https:\/\/sandbox\.example\.com\/v2\/sizes\?/)
    expect((await ask('/v2/account', { ...full, ...forwarded, 'x-forwarded-host': 'rebound.example' })).status).toBe(403)
    const own = { ...bearer(sandbox.controlToken ?? ''), ...forwarded, origin: 'https://sandbox.example.com' }
    expect((await ask('/_sandbox/info', own)).body.base_url).toBe('https://sandbox.example.com')
  })

  it.each([
    { input: '198.51.100.7', expected: '198.51.100.7' },
    { input: '203.0.113.9, 198.51.100.7, 10.0.0.8', expected: '198.51.100.7' },
    { input: 'unknown, 10.0.0.8', expected: '10.0.0.1' },
    { input: '', expected: '10.0.0.1' },
  ])('contain the client as the last address that is not a proxy: $input', ({ input, expected }) => {
    expect(parseClientAddress({ 'x-forwarded-for': input }, '10.0.0.1', trustProxies(['10.0.0.0/8']))).toBe(expected)
  })

  it('are trusted for both notations of an address', () => {
    const isTrusted = trustProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
    expect(['10.9.9.9', '::ffff:10.9.9.9', 'fd12::1', '192.0.2.1'].filter((each) => !isTrusted(each))).toEqual([])
    expect(['11.0.0.1', '192.0.2.2', 'fe80::1', '', undefined].filter((each) => isTrusted(each))).toEqual([])
  })
})

describe('a base URL', () => {
  it('is used in links, pages and the control API', async () => {
    const baseUrl = 'https://sandbox.example.com'
    const { ask, sandbox, full } = await start({ baseUrl })
    expect((await ask('/v2/sizes?per_page=1', full)).body.links.pages.next).toMatch(`${baseUrl}/v2/sizes`)
    expect((await ask('/v2/sizes?per_page=1', { ...full, host: 'sandbox.example.com' })).status).toBe(200)
    const { body } = await ask('/_sandbox/info', { ...bearer(sandbox.controlToken ?? ''), origin: baseUrl })
    expect(body.environment.SPINDRIFT_BASE_URL).toBe(baseUrl)
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

it.each([
  { input: { controlToken: 'short' }, expected: /^controlToken must be 16 or more/ },
  { input: { allowedHosts: ['sandbox:4020'] }, expected: /^allowedHosts has "sandbox:4020"/ },
  { input: { baseUrl: 'https://example.com/sandbox' }, expected: /^baseUrl is .*without a path\.$/ },
  { input: { baseUrl: 'example.com' }, expected: /^baseUrl is / },
  { input: { trustedProxies: ['10.0.0.0/33'] }, expected: /^trustedProxies has "10\.0\.0\.0\/33"/ },
  { input: { trustedProxies: ['proxy'] }, expected: /^trustedProxies has "proxy"/ },
  { input: { host: '203.0.113.1' }, expected: /^203\.0\.113\.1 is not an address of this machine\./ },
])('names the problem of $input', async ({ input, expected }) => {
  await expect(startSandbox({ port: 0, ...input })).rejects.toThrow(expected)
})
