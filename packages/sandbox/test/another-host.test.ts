/** The sandbox as seen from another host, and from a browser there. The hosts are network namespaces. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, openBrowser } from '@spindrift/testing/open-browser'
import type { SeededCredentials } from '../src/auth/seeded-credentials.ts'
import { findObstacle, type Host, type Hosts, createHosts } from './another-host/hosts.ts'
import { startRemoteClient } from './another-host/start-remote-client.ts'
import type { Json } from './create-test-sandbox.ts'

const obstacle = findObstacle()
if (obstacle !== undefined)
  console.warn(`The sandbox was not tried from another host: no network namespaces can be made here (${obstacle}).`)

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const hostRules =
  '--host-resolver-rules=MAP sandbox 10.77.0.1,MAP rebound.example 10.77.0.9,MAP other.example 10.77.0.2,MAP local.example 127.0.0.1'

interface Started extends SeededCredentials {
  readonly url: string
  readonly reach: { readonly exposed: boolean; readonly urls: readonly string[] }
  readonly control_token: string | null
  readonly ca: string | null
}

let hosts: Hosts
let remote: Awaited<ReturnType<typeof startRemoteClient>>
let browser: Browser
const children: ReturnType<Host['start']>[] = []

async function start(host: Host, ...flags: readonly string[]): Promise<Started> {
  const child = host.start(process.execPath, [program, 'start', '--json', '--seed', '7', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  children.push(child)
  if (!child.stdout) throw new Error('It says nothing.')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return JSON.parse(line) as Started
}

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })

describe.skipIf(obstacle !== undefined)('from another host', { timeout: 120_000 }, () => {
  let started: Started
  let page: Page
  let context: BrowserContext

  beforeAll(async () => {
    hosts = await createHosts()
    remote = await startRemoteClient(hosts.client)
    started = await start(hosts.server, '--host', '0.0.0.0', '--port', '4020', '--allowed-host', 'sandbox')
    const executablePath = hosts.client.wrap(findChromium())
    browser = await openBrowser({ executablePath, args: [hostRules] })
    context = await browser.newContext()
    page = await context.newPage()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    for (const child of children) child.kill('SIGKILL')
    await remote?.[Symbol.asyncDispose]()
    await hosts?.[Symbol.asyncDispose]()
  })

  const at = 'http://10.77.0.1:4020'
  const readJson = ({ body = '' }: { readonly body?: string }) => JSON.parse(body) as Json
  const addTag = async (name: string) =>
    remote.request(`${at}/v2/tags`, {
      method: 'POST',
      headers: { ...bearer(started.tokens.full), 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const getTag = (name: string) => remote.request(`${at}/v2/tags/${name}`, { headers: bearer(started.tokens.full) })

  it('prints its address at the start', () => {
    expect(started.reach).toMatchObject({ exposed: true, urls: expect.arrayContaining([at]) })
    expect(started.control_token).toMatch(/^[0-9a-f]{64}$/)
  })

  it('responds to probes under any host name, without secrets', async () => {
    for (const url of [at, 'http://sandbox:4020', 'http://pod-7:4020']) {
      const health = await remote.request(`${url}/_sandbox/health`)
      expect([health.status, Object.keys(readJson(health))]).toEqual([200, ['ready', 'version', 'clock']])
      expect(await remote.request(`${url}/_sandbox/ready`)).toMatchObject({ status: 200, body: '{"ready":true}' })
    }
  })

  it.each([
    ['GET', '/_sandbox/info'],
    ['GET', '/_sandbox/requests'],
    ['GET', '/_sandbox/events'],
    ['GET', '/_sandbox/tokens'],
    ['GET', '/_sandbox/nothing'],
    ['POST', '/_sandbox/reset'],
    ['POST', '/_sandbox/clock'],
    ['POST', '/_sandbox/snapshots'],
    ['POST', '/_sandbox/users'],
    ['DELETE', '/_sandbox/faults'],
  ])('rejects control requests without the token: %s %s', async (method, path) => {
    for (const headers of [{}, bearer(started.tokens.full), bearer('0'.repeat(64)), bearer('')]) {
      const { status, body } = await remote.request(`${at}${path}`, { method, headers })
      expect(status).toBe(401)
      expect(body).not.toContain(started.tokens.full)
    }
  })

  it('accepts control requests with the token under allowed host names', async () => {
    for (const url of [at, 'http://sandbox:4020'])
      expect(readJson(await remote.request(`${url}/_sandbox/info`, { headers: bearer(started.control_token) })).base_url).toBe(url)
    expect((await remote.request('http://rebound.example:4020/_sandbox/info', { headers: bearer(started.control_token) })).status).toBe(403)
  })

  it('accepts API requests under allowed host names, with links to them', async () => {
    for (const url of [at, 'http://sandbox:4020']) {
      const { links } = readJson(await remote.request(`${url}/v2/sizes?per_page=1`, { headers: bearer(started.tokens.full) }))
      expect(links.pages.next).toBe(`${url}/v2/sizes?page=2&per_page=1`)
      expect((await remote.request(links.pages.next, { headers: bearer(started.tokens.full) })).status).toBe(200)
    }
    const { status, body } = await remote.request('http://rebound.example:4020/v2/account', { headers: bearer(started.tokens.full) })
    expect([status, body]).toEqual([403, expect.stringContaining('--allowed-host rebound.example')])
  })

  it('is not reachable if it listens on loopback', async () => {
    const { reach, control_token: token } = await start(hosts.server, '--port', '4022')
    expect([reach.exposed, token]).toEqual([false, null])
    expect(await remote.request('http://10.77.0.1:4022/_sandbox/health')).toEqual({ failed: 'ECONNREFUSED' })
  })

  it('is trusted over HTTPS by clients with the CA certificate only', async () => {
    const { ca } = await start(hosts.server, '--host', '0.0.0.0', '--port', '4021', '--allowed-host', 'sandbox', '--tls', 'self-signed')
    const shown = await remote.request('https://10.77.0.1:4021/_sandbox/ca.pem', { trustsAnyCertificate: true })
    expect(shown.body).toBe(ca)
    for (const url of ['https://10.77.0.1:4021', 'https://sandbox:4021']) {
      expect(await remote.request(`${url}/_sandbox/ready`, { ca: ca ?? '' })).toMatchObject({ status: 200 })
      expect((await remote.request(`${url}/_sandbox/ready`)).failed).toMatch(/SIGNATURE|CERT/)
    }
    await expect(visit(page, 'https://sandbox:4021/_sandbox/health')).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
    const trusting = await browser.newContext({ ignoreHTTPSErrors: true })
    const response = await visit(await trusting.newPage(), `https://sandbox:4021/v1/oauth/authorize?${authorization(started)}`)
    const cookie = (await trusting.cookies()).find(({ name }) => name === 'spindrift_session')
    expect([response?.status(), cookie?.secure]).toEqual([200, true])
    await trusting.close()
  })

  it('lets a user sign in and consent, and exchanges the code', async () => {
    const callback = page.waitForRequest((request) => request.url().startsWith(started.oauth.redirect_uri))
    await visit(page, `http://sandbox:4020/v1/oauth/authorize?${authorization(started)}`)
    await page.getByLabel('Email').fill(started.user.email)
    await page.getByLabel('Password').fill(started.user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Authorize' }).click()
    const code = new URL((await callback).url()).searchParams.get('code') ?? ''
    const { client_id, client_secret, redirect_uri } = started.oauth
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri })
    const { status, body } = await remote.request('http://sandbox:4020/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(form),
    })
    expect([status, Object.keys(JSON.parse(body ?? '') as object)]).toEqual([200, expect.arrayContaining(['access_token'])])
  })

  describe('a page of another site', () => {
    // The previous page may still be loading the redirect with the code.
    beforeEach(async () => {
      page = await browser.newPage()
    })

    /** Result of a request by its script. */
    const ask = (url: string, init: object = {}) =>
      page.evaluate(
        ([address, options]) =>
          fetch(address, options).then(
            async (response) => `${response.status} ${await response.text()}`,
            () => 'not readable',
          ),
        [url, init] as const,
      )

    it('gets nothing by DNS rebinding, even with tokens', async () => {
      hosts.client.run('ip', 'address', 'add', '10.77.0.9/24', 'dev', 'wire')
      await remote.serve('10.77.0.9', 4020, '<title>Stranger</title>')
      await visit(page, 'http://rebound.example:4020/')
      expect(await page.title()).toBe('Stranger')
      await remote.stopServing()
      hosts.client.run('ip', 'address', 'del', '10.77.0.9/24', 'dev', 'wire')
      hosts.server.run('ip', 'address', 'add', '10.77.0.9/24', 'dev', 'wire')
      expect(await ask('/_sandbox/health')).toMatch(/^200 \{"ready":true/)
      expect(await ask('/_sandbox/info', { headers: bearer(started.control_token) })).toMatch(/^403 /)
      expect(await ask('/_sandbox/reset', { method: 'POST' })).toMatch(/^403 /)
      expect(await ask('/v2/account', { headers: bearer(started.tokens.full) })).toMatch(/^403 /)
      expect(await ask(`/v1/oauth/authorize?${authorization(started)}`)).toMatch(/^403 /)
    })

    it('cannot use the control API of a sandbox on loopback by DNS rebinding', async () => {
      await remote.serve('127.0.0.1', 4030, '<title>Stranger</title>')
      await visit(page, 'http://local.example:4030/')
      expect(await page.title()).toBe('Stranger')
      await remote.stopServing()
      await start(hosts.client, '--port', '4030')
      expect(await ask('/_sandbox/info')).toMatch(/^403 .*is not allowed/)
      expect(await ask('/_sandbox/reset', { method: 'POST' })).toMatch(/^403 /)
    })

    it('cannot read or change anything from its own site if the browser knows the token', async () => {
      const password = started.control_token ?? ''
      const known = await browser.newContext({ httpCredentials: { username: 'maya', password, origin: 'http://sandbox:4020' } })
      page = await known.newPage()
      expect((await visit(page, 'http://sandbox:4020/_sandbox/info'))?.status()).toBe(200)
      await addTag('kept')
      const form = '<title>Stranger</title><form method="post" action="http://sandbox:4020/_sandbox/reset"><button>Win</button></form>'
      await remote.serve('10.77.0.2', 5000, form)
      await visit(page, 'http://other.example:5000/')
      expect(await ask('http://sandbox:4020/_sandbox/info', { credentials: 'include' })).toBe('not readable')
      await ask('http://sandbox:4020/_sandbox/reset', { method: 'POST', mode: 'no-cors', credentials: 'include' })
      await page.getByRole('button', { name: 'Win' }).click()
      await page.waitForURL('http://sandbox:4020/_sandbox/reset')
      expect(await page.textContent('body')).toContain('The control API does not accept requests of pages of other origins.')
      expect((await getTag('kept')).status).toBe(200)
      await known.close()
      page = await context.newPage()
    })

    it('cannot frame the pages of the sandbox', async () => {
      // On loopback they need no token, so only their headers protect them from a page of another site.
      await start(hosts.client, '--port', '4031')
      for (const path of ['/_sandbox', `/v1/oauth/authorize?${authorization(started)}`]) {
        await remote.serve('127.0.0.1', 5000, `<iframe src="http://127.0.0.1:4031${path}"></iframe>`)
        await visit(page, 'http://local.example:5000/')
        await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
      }
    })

    it('gets only an error in a frame if the browser knows the token', async () => {
      const password = started.control_token ?? ''
      const known = await browser.newContext({ httpCredentials: { username: 'maya', password, origin: 'http://sandbox:4020' } })
      const framing = await known.newPage()
      expect((await framing.goto('http://sandbox:4020/_sandbox/info'))?.status()).toBe(200)
      expect(await framing.content()).toContain(started.tokens.read)
      await remote.serve('10.77.0.2', 5000, '<iframe src="http://sandbox:4020/_sandbox/info"></iframe>')
      await framing.goto('http://other.example:5000/')
      await framing.frames()[1]?.waitForLoadState()
      expect(await framing.frames()[1]?.content()).not.toContain(started.tokens.read)
      await known.close()
    })
  })
})

/** Chromium aborts loading when a network changes, as it does while the hosts start. */
async function visit(page: Page, url: string): Promise<Response | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.goto(url)
    } catch (error) {
      if (tries === 5 || !String(error).includes('ERR_NETWORK_CHANGED')) throw error
    }
  }
}

function authorization({ oauth: { client_id: id, redirect_uri: redirect } }: Started): string {
  return String(new URLSearchParams({ client_id: id, redirect_uri: redirect, response_type: 'code', scope: 'read', state: 'tide' }))
}
