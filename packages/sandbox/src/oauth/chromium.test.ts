/** OAuth pages in a real browser, which applies the policy of a page to redirects after a form. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningServer, startHttpServer } from '@spindrift/testing/start-http-server'
import type { RunningSandbox } from '../start-sandbox.ts'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { attach } from '../../test/oauth/oauth-sandbox.ts'

let browser: Browser
let page: Page
let problems: string[]
let running: RunningSandbox
let application: RunningServer
let callbacks: URL[] = []
let tools: ReturnType<typeof attach>
let client: { client_id: string; client_secret: string; redirect_uri: string }

beforeAll(async () => {
  running = await startTestSandbox({ port: 0, seed: 7, checkReplies: true })
  tools = attach(running.url, running.credentials())
  application = await startHttpServer((request, response) => {
    const { port } = application
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (url.pathname === '/callback') {
      callbacks.push(url)
      // As applications do: on to where the user was, which may be at another address.
      response.writeHead(302, { location: `http://localhost:${port}/home` }).end()
    } else if (url.pathname === '/framing') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${running.url}${link()}"></iframe>`)
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Home</title><h1>Home</h1>')
  })
  client = await tools.addApplication('Harbour Books', `${application.url}/callback`)
  browser = await openBrowser()
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await application?.close()
  await running?.close()
})

function link(more: Record<string, string> = {}): string {
  return tools.link({ client_id: client.client_id, redirect_uri: client.redirect_uri, state: 'tide 7&=', ...more })
}

/** Removes cookies and recorded requests: all tests share one page, because opening one takes most of the time of a test. */
beforeEach(async () => {
  await page.context().clearCookies()
  callbacks = []
  problems = []
})

async function signIn(): Promise<void> {
  await page.getByLabel('Email').fill(tools.user.email)
  await page.getByLabel('Password').fill(tools.user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Authorize Harbour Books' }).waitFor()
}

describe('authorization in Chromium', { timeout: 60_000 }, () => {
  it('delivers a code to the application after sign-in and consent', async () => {
    await page.goto(`${running.url}${link({ scope: 'read write' })}`)
    await signIn()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.waitForURL('http://localhost:*/home')
    expect(callbacks.map(({ searchParams }) => searchParams.get('state'))).toEqual(['tide 7&='])
    const code = callbacks[0]?.searchParams.get('code') ?? ''
    const { status, body } = await tools.form('/v1/oauth/token', { grant_type: 'authorization_code', code, ...pick(client) })
    expect([status, body.scope]).toEqual([200, 'read write'])
    expect(problems).toEqual([])
  })

  it('delivers access_denied to the application when the user denies', async () => {
    await page.goto(`${running.url}${link()}`)
    await signIn()
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('http://localhost:*/home')
    expect(callbacks.map(({ searchParams }) => searchParams.get('error'))).toEqual(['access_denied'])
    expect(problems).toEqual([])
  })

  it('delivers the implicit token in the fragment, which no server sees', async () => {
    let final = ''
    page.on('framenavigated', (frame) => {
      final = frame.url()
    })
    await page.goto(`${running.url}${link({ response_type: 'token' })}`)
    await signIn()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.waitForURL(/\/home/)
    // Browsers keep a fragment through redirects without one.
    expect(final).toMatch(/\/home#access_token=doo_v1_[0-9a-f]{64}&token_type=bearer/)
    expect(callbacks.map(({ search }) => search)).toEqual([''])
  })

  it('works with the keyboard alone and without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${running.url}${link()}`)
    await plain.locator('#email:focus').waitFor()
    await plain.keyboard.type(tools.user.email)
    await plain.keyboard.press('Tab')
    await plain.keyboard.type(tools.user.password)
    await plain.keyboard.press('Enter')
    await plain.getByRole('heading', { name: 'Authorize Harbour Books' }).waitFor()
    await plain.keyboard.press('Tab')
    await plain.keyboard.press('Enter')
    await plain.waitForURL('http://localhost:*/home')
    expect(callbacks.map(({ searchParams }) => searchParams.has('code'))).toEqual([true])
    await context.close()
  })

  it('shows a wrong password on the page, and accepts the next attempt', async () => {
    await page.goto(`${running.url}${link()}`)
    await page.getByLabel('Email').fill(tools.user.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').textContent()).toBe('The email or the password is wrong.')
    await signIn()
  })

  it('shows consent at once to a signed-in user, and nothing with prompt=none', async () => {
    await page.goto(`${running.url}${link()}`)
    await signIn()
    await page.goto(`${running.url}${link()}`)
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.waitForURL(/\/home/)
    await page.goto(`${running.url}${link({ prompt: 'none' })}`)
    expect([new URL(page.url()).pathname, callbacks.length]).toEqual(['/home', 2])
    expect(callbacks.every(({ searchParams }) => searchParams.has('code'))).toBe(true)
  })

  it('does not show the page in a frame', async () => {
    await page.goto(`${application.url}/framing`)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  })

  it('keeps a script of the application from reading the consent page', async () => {
    await page.goto(`${running.url}${link()}`)
    await signIn()
    await page.goto(`${application.url}/home`)
    const read = page.evaluate(
      (address) => fetch(address, { credentials: 'include' }).then((response) => response.text()),
      `${running.url}${link()}`,
    )
    await expect(read).rejects.toThrow(/Failed to fetch/)
  })

  it('blocks the redirect when the policy allows only the own origin', async () => {
    await page.goto(`${running.url}${link()}`)
    await signIn()
    const restrictPolicy = async (route: Route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy']?.replace(/form-action [^;]+/, "form-action 'self'") ?? ''
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
    }
    await page.route('**/v1/oauth/authorize?*', restrictPolicy, { times: 1 })
    await page.goto(`${running.url}${link()}`)
    await page.getByRole('button', { name: 'Authorize' }).click()
    await expect.poll(() => problems.join()).toMatch(/form-action/)
    expect(callbacks).toEqual([])
  })
})

function pick({ client_id, client_secret, redirect_uri }: typeof client): Record<string, string> {
  return { client_id, client_secret, redirect_uri }
}
