/** Opens the pages as they are built in a real browser. Needs `pnpm reference` and a Chromium. */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ReferenceServer, serveReference } from '../src/server/serve-reference.ts'
import { openBrowser, openPage } from './open-browser.ts'

interface Bundle {
  readonly info: { readonly title: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly summary: string; readonly tags: readonly string[] }>>>
  >
}

let browser: Browser
let reference: ReferenceServer

beforeAll(async () => {
  reference = await serveReference({ port: 0 })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await reference?.close()
})

function readBundle(api: string): Bundle {
  return JSON.parse(readFileSync(new URL(`../../../spec/dist/${api}.json`, import.meta.url), 'utf8')) as Bundle
}

/** The first operation of the first tag: what is at the top of the page. */
function findFirstOperation({ paths, tags }: Bundle): { readonly operationId: string; readonly summary: string } {
  const operations = Object.values(paths).flatMap((item) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => item[method] ?? []),
  )
  const first = operations.find((operation) => operation.tags[0] === tags[0]?.name)
  if (!first) throw new Error(`The tag "${tags[0]?.name}" has no operation.`)
  return first
}

it.each(['light', 'dark'] as const)('the index leads to every API (%s)', async (colorScheme) => {
  const { page, complaints } = await openPage(browser, colorScheme)
  await page.goto(reference.url)
  expect(await page.title()).toBe('Spindrift reference')
  const links = await page.getByRole('heading', { level: 2 }).getByRole('link').all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    'control.html',
    'oauth.html',
    'inference.html',
    'tools.html',
  ])
  await page.screenshot({ path: `/tmp/spindrift-reference-index-${colorScheme}.png` })
  expect(complaints).toEqual([])
  await page.close()
})

it.each(['control', 'oauth', 'inference', 'tools'])('the page of %s shows its first operation', { timeout: 60_000 }, async (api) => {
  const bundle = readBundle(api)
  const { operationId, summary } = findFirstOperation(bundle)
  const { page, complaints } = await openPage(browser)
  await page.goto(`${reference.url}${api}.html`)
  expect(await page.title()).toBe(bundle.info.title)
  await page.locator(`a[href$="/${operationId.toLowerCase()}"]`).first().click()
  await page.getByRole('heading', { name: summary }).first().waitFor()
  await page.getByText('createCloud').first().waitFor()
  await page.screenshot({ path: `/tmp/spindrift-reference-${api}.png` })
  expect(complaints).toEqual([])
  await page.close()
})

it('finds what is searched for', { timeout: 60_000 }, async () => {
  const { page, complaints } = await openPage(browser)
  await page.goto(`${reference.url}control.html`)
  const field = page.getByTestId('search-dialog').locator('input')
  // The page is there before its script is; a click that comes too early goes nowhere.
  await vi.waitFor(
    async () => {
      await page.getByText('Search').first().click()
      await field.waitFor({ timeout: 2000 })
    },
    { timeout: 45_000 },
  )
  await field.pressSequentially('droplet')
  const results = page.getByTestId('search-dialog').getByRole('link')
  await results.first().waitFor()
  expect(await results.count()).toBeGreaterThan(5)
  expect(await results.first().textContent()).toContain('Droplet')
  await page.screenshot({ path: '/tmp/spindrift-reference-search.png' })
  await results.first().click()
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/droplet/)
  expect(complaints).toEqual([])
  await page.close()
})

it('keeps links of the sidebar in the page when they are opened in a new tab', { timeout: 60_000 }, async () => {
  const { page } = await openPage(browser)
  await page.goto(`${reference.url}control.html`)
  const link = page.getByRole('link', { name: 'Account', exact: true }).first()
  await link.hover()
  expect(await link.getAttribute('href')).toMatch(/^#\/account/)
  await page.close()
})

it('notices an error and a request to another host', async () => {
  const { page, complaints } = await openPage(browser)
  await page.goto(reference.url)
  await page.setContent('<img src="http://reference.invalid/a.png"><script>console.error("no")</script>')
  expect(complaints).toContain('request to http://reference.invalid/a.png')
  expect(complaints.some((complaint) => complaint.startsWith('console error:'))).toBe(true)
  await page.close()
})
