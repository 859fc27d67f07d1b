/** What people see and do in the console, against a running sandbox. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../../../reference/browser/find-violations.ts'
import { openBrowser } from '../../../reference/browser/open-browser.ts'
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'
import { ask, openConsole, startCrowded, startFixture } from './fixture.ts'

let browser: Browser
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startFixture({ world: 'tidewater' })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

describe('the console', { timeout: 60_000 }, () => {
  it('goes by keys, finds by words, and keeps the theme', async () => {
    const { page, complaints } = await openConsole(browser, sandbox, 'resources/Volume')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).fill('create volume')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /volume/i, level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Theme: auto' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('makes an object by its form, changes it by an action, and deletes it', async () => {
    const { page, complaints, go } = await openConsole(browser, sandbox, 'resources/call/volumes_create')
    await page.getByLabel('name', { exact: false }).first().fill('tide-log')
    await page.getByText('"tide-log"').waitFor()
    await page.getByRole('button', { name: 'TypeScript' }).click()
    await page.getByText('cloud.volumes.create(').waitFor()
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page.locator('.reply .state', { hasText: '201' }).waitFor()
    await go('resources/Volume')
    await page.getByLabel('Filter').fill('tide-log')
    await page.getByRole('link', { name: 'tide-log' }).click()
    await page.getByRole('link', { name: 'Delete a volume' }).click()
    await page.getByRole('button', { name: 'Send DELETE' }).click()
    await page.locator('.reply .state', { hasText: '204' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('asks for the control token once, and keeps it in the tab alone', async () => {
    const guarded = await startSandbox({ port: 0, controlToken: 'a-token-of-the-test' })
    const { page } = await openConsole(browser, guarded, 'resources')
    const field = page.getByRole('dialog').locator('input')
    await field.fill('not-the-token-at-all')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('That was not it.').waitFor()
    await field.fill('a-token-of-the-test')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('live', { exact: true }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('a-token')
    await page.close()
    await guarded.close()
  })
})

describe('what happens', { timeout: 60_000 }, () => {
  it('shows a request as it comes, and why one was refused', async () => {
    const { page, complaints } = await openConsole(browser, sandbox, 'requests')
    await page.getByText('live', { exact: true }).waitFor()
    await ask(sandbox, 'POST', '/v2/volumes', { name: 'no-size', region: 'nyc3' })
    await page.locator('.extent .row', { hasText: '422' }).getByRole('link').first().click()
    await page.getByText(/^Refused by /).waitFor()
    await page.getByText('body/size_gigabytes').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'POST /v2/volumes' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('completes an action on screen when the clock is moved', async () => {
    const { body } = await ask(sandbox, 'GET', '/v2/droplets?name=web-01')
    const [{ id } = { id: 0 }] = (body as { droplets: { id: number }[] }).droplets
    const { page, go } = await openConsole(browser, sandbox, `resources/Droplet/${id}`)
    await page.locator('.head .state', { hasText: 'active' }).waitFor()
    await page.getByRole('link', { name: 'power off' }).click()
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page.locator('.reply .state', { hasText: '201' }).waitFor()
    await go('clock')
    await page.getByRole('button', { name: '+1 min' }).click()
    await go(`resources/Droplet/${id}`)
    await expect.poll(() => page.locator('.head .state').textContent()).toBe('off')
    await page.close()
  })

  it('makes a fault that strikes, and ends it', async () => {
    const { page } = await openConsole(browser, sandbox, 'faults')
    await page.getByLabel('Operation').fill('volumes_list')
    await page.getByLabel('Status').fill('503')
    await page.getByRole('button', { name: 'Make the fault' }).click()
    await page.getByRole('cell', { name: 'volumes_list', exact: true }).waitFor()
    expect((await ask(sandbox, 'GET', '/v2/volumes')).status).toBe(503)
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByText('None: every request').waitFor()
    expect((await ask(sandbox, 'GET', '/v2/volumes')).status).toBe(200)
    await page.close()
  })

  it('goes back to a snapshot', async () => {
    const { page } = await openConsole(browser, sandbox, 'snapshots')
    await page.getByLabel('Keep the present state as').fill('before')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Kept as').waitFor()
    await ask(sandbox, 'POST', '/v2/tags', { name: 'after-the-snapshot' })
    await page.getByRole('button', { name: 'Go back to before' }).click()
    await page.getByText('Everything is as it was').waitFor()
    expect((await ask(sandbox, 'GET', '/v2/tags/after-the-snapshot')).status).toBe(404)
    await page.close()
  })

  it('talks with a model, event by event', async () => {
    const { page, complaints } = await openConsole(browser, sandbox, 'inference')
    await page.getByLabel('Message').fill('What is the tide?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('data: [DONE]').waitFor()
    await expect.poll(() => page.locator('.talk .assistant').textContent()).not.toBe('')
    expect(complaints).toEqual([])
    await page.close()
  })
})

describe('a long list', { timeout: 60_000 }, () => {
  it('has the rows that are seen and no others, to its end', async () => {
    const crowded = await startCrowded()
    const { page, complaints } = await openConsole(browser, crowded, 'resources/Droplet')
    await page.getByText('10,000', { exact: true }).waitFor()
    await page.evaluate('document.querySelector(".scroller").scrollTo(0, 1e9)')
    await page.getByRole('link', { name: 'node-00000' }).waitFor()
    expect(await page.locator('.extent .row').count()).toBeLessThan(80)
    await page.getByLabel('Filter').fill('node-0777')
    await page.getByText('10 of 10,000', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
    await crowded.close()
  })
})

describe('everybody can use it', { timeout: 60_000 }, () => {
  const pages = [
    'resources',
    'resources/Droplet',
    'resources/DatabaseCluster',
    'resources/call/droplets_create',
    'snapshots',
    'faults',
    'accounts',
    'inference',
  ]
  it.each(pages)('%s', async (view) => {
    for (const { theme, width } of [
      { theme: 'light', width: 1440 },
      { theme: 'dark', width: 1440 },
      { theme: 'light', width: 360 },
    ] as const) {
      const { page } = await openConsole(browser, sandbox, view, theme)
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate('for (const folded of document.querySelectorAll("main details")) folded.open = true')
      expect(await findViolations(page), `${theme}, ${width} px`).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${theme}, ${width} px`).toBeLessThanOrEqual(width)
      await page.close()
    }
  })
})
