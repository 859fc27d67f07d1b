/** What the console keeps and gives away of the state, and what it allows to whom: snapshots, files, limits, the sign-in; and ways to find things. */
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

describe('what is kept', { timeout: 60_000 }, () => {
  it('compares two snapshots: what was made, changed and removed', async () => {
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'was-there' })
    await sendRequest(sandbox, 'POST', '/v2/projects', { name: 'Renamed', purpose: 'Other' })
    const { body } = await sendRequest(sandbox, 'GET', '/v2/projects?per_page=200')
    const { id } = (body as { projects: { id: string; name: string }[] }).projects.find(({ name }) => name === 'Renamed') ?? { id: '' }
    const { page, problems } = await openConsole(browser, sandbox, 'snapshots')
    const keep = async (name: string) => {
      await page.getByLabel('Keep the present state as').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`Kept as “${name}”.`).waitFor()
    }
    await keep('earlier')
    await sendRequest(sandbox, 'DELETE', '/v2/tags/was-there')
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'came-since' })
    await sendRequest(sandbox, 'PATCH', `/v2/projects/${id}`, { name: 'Another name' })
    await keep('later')
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'after-both' })
    await page.locator('label', { hasText: /^From/ }).locator('select').selectOption('earlier')
    await page.locator('label', { hasText: /^To/ }).locator('select').selectOption('later')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('1 made, 1 changed, 1 removed.').waitFor()
    const changes = page.locator('.changes')
    await changes.locator('li', { hasText: 'made' }).getByText('Tag came-since').waitFor()
    await changes.locator('li', { hasText: 'removed' }).getByText('Tag was-there').waitFor()
    expect(await changes.locator('li', { hasText: `Project ${id}` }).textContent()).toMatch(/"Renamed" → "Another name"/)
    expect(await changes.textContent()).not.toContain('after-both')
    expect(problems).toEqual([])
    await page.close()
  })

  it('gives the requests away as HAR, without secrets', async () => {
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

describe('what is allowed', { timeout: 60_000 }, () => {
  it('exhausts a limit by a click, and refills it', async () => {
    await sendRequest(sandbox, 'GET', '/v2/account')
    const { page, problems } = await openConsole(browser, sandbox, 'limits')
    const { body } = await sendRequest(sandbox, 'GET', '/_sandbox/gauges')
    const { tokens } = body as { tokens: { token: string; limits: { name: string; limit: number; left: number }[] }[] }
    const used = tokens.find(({ limits }) => limits.some(({ name, limit, left }) => name === 'minute' && left < limit))
    const exhaust = page.getByRole('button', { name: new RegExp(`^Exhaust minute .*\\(${used?.token.slice(0, 8)}\\)`) })
    const gauge = page.locator('.gauge', { has: exhaust })
    await exhaust.click()
    await gauge.getByText(/^0 of /).waitFor()
    expect((await sendRequest(sandbox, 'GET', '/v2/account')).status).toBe(429)
    await gauge.getByRole('button', { name: 'Refill' }).click()
    await expect.poll(() => gauge.locator('meter').getAttribute('value')).not.toBe('0')
    expect((await sendRequest(sandbox, 'GET', '/v2/account')).status).toBe(200)
    expect(problems).toEqual([])
    await page.close()
  })

  it('walks the sign-in, and shows the code exchanged and the token used', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'accounts')
    const { user, oauth } = sandbox.credentials()
    const [visitor] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open the sign-in' }).click()])
    // Nobody listens where the application would be: what the browser asks for there is all that is wanted.
    await visitor.route(`${oauth.redirect_uri}*`, (route) => route.fulfill({ contentType: 'text/plain', body: 'Back at the application.' }))
    await visitor.getByLabel('Email').fill(user.email)
    await visitor.getByLabel('Password').fill(user.password)
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await visitor.getByRole('button', { name: 'Authorize' }).click()
    await visitor.getByText('Back at the application.').waitFor()
    await page.getByLabel('Address or code').fill(visitor.url())
    await page.getByRole('button', { name: 'Exchange it' }).click()
    await page.getByText('Exchange the code: 200').waitFor()
    await page.getByText('Use the token: 200').waitFor()
    expect(await page.getByRole('group', { name: 'Use the token: reply' }).textContent()).toContain(user.email)
    const main = await page.locator('main').textContent()
    expect(main).toContain('grant_type=authorization_code')
    expect(main).not.toContain(oauth.client_secret)
    expect(problems).toEqual([])
    await page.close()
    await visitor.close()
  })
})

describe('what is found', { timeout: 60_000 }, () => {
  it('has a heading for each family, first those of which there is something', async () => {
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

  it('finds a request, and leads from why it was refused to the reference', async () => {
    await sendRequest(sandbox, 'POST', '/v2/volumes', { name: 'no-size-at-all', region: 'nyc3' })
    const { page, problems } = await openConsole(browser, sandbox, 'clock')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).fill('volumes 422')
    await page.getByRole('option', { name: /^POST \/v2\/volumes 422/ }).click()
    await page.getByRole('heading', { name: 'POST /v2/volumes', level: 1 }).waitFor()
    const link = page.getByRole('link', { name: 'What the reference says of it' })
    expect(await link.getAttribute('href')).toBe('https://docs.example.com/cloud/control/volumes/create.html')
    expect(problems).toEqual([])
    await page.close()
  })

  it('says of a request that is not kept that there is none, under a heading', async () => {
    const { page } = await openConsole(browser, sandbox, 'requests/never-asked')
    await page.getByRole('heading', { name: 'No such request', level: 1 }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/no such request/i)
    await page.close()
  })
})
