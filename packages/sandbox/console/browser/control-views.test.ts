/** Snapshots, HAR export, rate limits, OAuth sign-in and search in the console. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningSandbox } from '@spindrift/sandbox'
import { openBrowser } from '@spindrift/testing/open-browser'
import { sendRequest, openConsole, startConsoleSandbox } from '@spindrift/testing/open-console'

let browser: Browser
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startConsoleSandbox({ rateLimits: 'on', referenceUrl: 'https://docs.example.com/cloud/' })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

async function save(page: Page, button: string): Promise<{ readonly name: string; readonly content: unknown }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: download.suggestedFilename(), content: JSON.parse(await readFile(await download.path(), 'utf8')) }
}

describe('snapshots and exports', { timeout: 60_000 }, () => {
  it('lists created, updated and deleted objects between two snapshots', async () => {
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'was-there' })
    await sendRequest(sandbox, 'POST', '/v2/projects', { name: 'Renamed', purpose: 'Other' })
    const { body } = await sendRequest(sandbox, 'GET', '/v2/projects?per_page=200')
    const { id } = (body as { projects: { id: string; name: string }[] }).projects.find(({ name }) => name === 'Renamed') ?? { id: '' }
    const { page, problems } = await openConsole(browser, sandbox, 'snapshots')
    const saveSnapshot = async (name: string) => {
      await page.getByLabel('New snapshot').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`Saved “${name}”.`).waitFor()
    }
    await saveSnapshot('earlier')
    await sendRequest(sandbox, 'DELETE', '/v2/tags/was-there')
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'came-since' })
    await sendRequest(sandbox, 'PATCH', `/v2/projects/${id}`, { name: 'Another name' })
    await saveSnapshot('later')
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'after-both' })
    await page.locator('label', { hasText: /^From/ }).locator('select').selectOption('earlier')
    await page.locator('label', { hasText: /^To/ }).locator('select').selectOption('later')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('1 created, 1 updated, 1 deleted').waitFor()
    const changes = page.locator('.changes')
    await changes.locator('li', { hasText: 'created' }).getByText('Tag came-since').waitFor()
    await changes.locator('li', { hasText: 'deleted' }).getByText('Tag was-there').waitFor()
    expect(await changes.locator('li', { hasText: `Project ${id}` }).textContent()).toMatch(/"Renamed" → "Another name"/)
    expect(await changes.textContent()).not.toContain('after-both')
    expect(problems).toEqual([])
    await page.close()
  })

  it('exports the requests as HAR without secrets', async () => {
    await sendRequest(sandbox, 'GET', '/v2/tags/a-tag-of-the-archive')
    const { page, problems } = await openConsole(browser, sandbox, 'requests')
    const { name, content } = await save(page, 'Export HAR')
    expect(name).toBe('sandbox.har')
    const { log } = content as { log: { version: string; entries: { request: { url: string }; response: { status: number } }[] } }
    expect(log.version).toBe('1.2')
    expect(log.entries.find(({ request }) => request.url.endsWith('/v2/tags/a-tag-of-the-archive'))?.response.status).toBe(404)
    expect(JSON.stringify(content)).not.toContain(sandbox.credentials().tokens.full)
    expect(problems).toEqual([])
    await page.close()
  })
})

describe('limits and sign-in', { timeout: 60_000 }, () => {
  it('exhausts and refills a rate limit', async () => {
    await sendRequest(sandbox, 'GET', '/v2/account')
    const { page, problems } = await openConsole(browser, sandbox, 'limits')
    const { body } = await sendRequest(sandbox, 'GET', '/_sandbox/rate-limits')
    const { tokens } = body as { tokens: { token: string; limits: { name: string; limit: number; remaining: number }[] }[] }
    const used = tokens.find(({ limits }) => limits.some(({ name, limit, remaining }) => name === 'minute' && remaining < limit))
    const exhaust = page.getByRole('button', { name: new RegExp(`^Exhaust minute .*\\(${used?.token.slice(0, 8)}\\)`) })
    const row = page.locator('.rate-limit', { has: exhaust })
    await exhaust.click()
    await row.getByText(/^0 of /).waitFor()
    expect((await sendRequest(sandbox, 'GET', '/v2/account')).status).toBe(429)
    await row.getByRole('button', { name: 'Refill' }).click()
    await expect.poll(() => row.locator('meter').getAttribute('value')).not.toBe('0')
    expect((await sendRequest(sandbox, 'GET', '/v2/account')).status).toBe(200)
    expect(problems).toEqual([])
    await page.close()
  })

  it('runs the OAuth sign-in, and shows the exchanged code and the used token', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'accounts')
    const { user, oauth } = sandbox.credentials()
    const [visitor] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open sign-in page' }).click()])
    // There is no application; the URL of the redirect is enough.
    await visitor.route(`${oauth.redirect_uri}*`, (route) => route.fulfill({ contentType: 'text/plain', body: 'Back at the application.' }))
    await visitor.getByLabel('Email').fill(user.email)
    await visitor.getByLabel('Password').fill(user.password)
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await visitor.getByRole('button', { name: 'Authorize' }).click()
    await visitor.getByText('Back at the application.').waitFor()
    await page.getByLabel('URL or code').fill(visitor.url())
    await page.getByRole('button', { name: 'Exchange code' }).click()
    await page.getByText('Exchange the code: 200').waitFor()
    await page.getByText('Use the token: 200').waitFor()
    expect(await page.getByRole('group', { name: 'Use the token: response' }).textContent()).toContain(user.email)
    const main = await page.locator('main').textContent()
    expect(main).toContain('grant_type=authorization_code')
    expect(main).not.toContain(oauth.client_secret)
    expect(problems).toEqual([])
    await page.close()
    await visitor.close()
  })
})

describe('navigation', { timeout: 60_000 }, () => {
  it('lists families with objects first', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'resources')
    const apps = page.locator('.cards li', { has: page.getByRole('heading', { name: 'Apps', level: 2, exact: true }) })
    await apps.getByRole('link', { name: /^AppRegion/ }).waitFor()
    expect(await apps.getByRole('link').count()).toBe(4)
    await page.locator('.cards b').first().waitFor()
    const isNone = await page.locator('.cards > li').evaluateAll((items) => items.map((item) => item.classList.contains('none')))
    expect(isNone).toEqual(isNone.toSorted((a, b) => Number(a) - Number(b)))
    expect(isNone).toContain(false)
    await page.getByLabel('Filter').fill('appregion')
    await expect.poll(() => page.locator('.cards a').count()).toBe(1)
    await page.getByRole('link', { name: /^AppRegion/ }).click()
    await page.getByRole('heading', { name: /regions/, level: 1 }).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  it('finds a failed request, and links its operation in the reference', async () => {
    await sendRequest(sandbox, 'POST', '/v2/volumes', { name: 'no-size-at-all', region: 'nyc3' })
    const { page, problems } = await openConsole(browser, sandbox, 'clock')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).fill('volumes 422')
    await page.getByRole('option', { name: /^POST \/v2\/volumes 422/ }).click()
    await page.getByRole('heading', { name: 'POST /v2/volumes', level: 1 }).waitFor()
    const link = page.getByRole('link', { name: 'Open in the reference' })
    expect(await link.getAttribute('href')).toBe('https://docs.example.com/cloud/control/volumes/create.html')
    expect(problems).toEqual([])
    await page.close()
  })

  it('shows an error page for an unknown request', async () => {
    const { page } = await openConsole(browser, sandbox, 'requests/never-asked')
    await page.getByRole('heading', { name: 'Request not found', level: 1 }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/no such request/i)
    await page.close()
  })
})
