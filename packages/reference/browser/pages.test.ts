/** Opens the built pages in a browser. Needs `pnpm reference` and Chromium. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { browser, page, problems, reference } from './open-reference.ts'

const folder = fileURLToPath(new URL('../dist/site/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const pages = files.filter((path) => path.endsWith('.html'))

it('navigates from the first page to an operation, and remembers the language of code samples', async () => {
  await page.goto(reference.url)
  await page.getByRole('main').getByRole('link', { name: 'Spindrift control API', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Volumes', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Create a volume', exact: true }).click()
  await page.getByRole('tab', { name: 'curl' }).click()
  await page.getByText('-X POST').waitFor()
  await page.reload()
  expect(await page.getByText('-X POST').isVisible()).toBe(true)
})

it('redirects an old URL to the page of the operation', async () => {
  await page.goto(`${reference.url}oauth.html#/oauth/oauth_tokens_refresh`)
  await page.waitForURL(`${reference.url}oauth/oauth/tokens/refresh.html`)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  // The redirect cancels requests of the first page.
  problems.length = 0
})

it('can be read without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${reference.url}control/volumes/create.html`)
  for (const text of ['createCloud', 'curl -X POST', 'size_gigabytes']) expect(await plain.getByText(text).first().isVisible()).toBe(true)
  expect(await plain.getByRole('button').filter({ visible: true }).count()).toBe(0)
  await context.close()
})

it('expands and collapses a whole page with one button', async () => {
  await page.goto(`${reference.url}control/droplets/create.html`)
  const count = (state: string) => page.locator(`article details${state}`).count()
  const all = await count('')
  expect(await count('[open]')).toBeLessThan(all)
  await page.getByRole('button', { name: 'Expand all' }).click()
  expect(await count('[open]')).toBe(all)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  expect(await count('[open]')).toBe(0)
})

it('shows the variants of a body as tabs, with the fields of the first one', async () => {
  await page.goto(`${reference.url}control/droplets/create.html`)
  const field = (name: string) => page.locator('article').getByText(name, { exact: true }).first()
  expect(await Promise.all(['name', 'names'].map((name) => field(name).isVisible()))).toEqual([true, false])
  await page.getByRole('tab', { name: 'with names' }).click()
  expect(await Promise.all(['name', 'names'].map((name) => field(name).isVisible()))).toEqual([false, true])
})

it('shows the sample below the summary on narrow screens, and the examples below the text', async () => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(`${reference.url}control/volumes/create.html`)
  const tops = await Promise.all(
    ['.summary', '.samples', 'article', '.payloads'].map(async (place) => (await page.locator(place).boundingBox())!.y),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

it('finds a page from an unknown URL', async () => {
  await page.goto(`${reference.url}control/volumes/none`)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('volumes_create')
  await page.getByRole('option').first().click()
  await page.waitForURL(`${reference.url}control/volumes/create.html`)
  expect(problems.splice(0)).toEqual([expect.stringMatching(/^404: /), expect.stringContaining('404')])
})

it('opens the search with a slash, selects results with arrow keys, and opens them with enter', async () => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${reference.url}control/volumes/create.html`)
  expect(loaded.filter((path) => path.includes('search'))).toEqual([])
  await page.keyboard.press('/')
  const input = page.getByRole('combobox', { name: 'Search' })
  await input.fill('resize droplet')
  const options = page.getByRole('option')
  await expect.poll(() => options.first().textContent()).toContain('POST /v2/droplets/{droplet_id}/actions')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowUp')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${reference.url}control/droplet-actions/create.html`)
})

it('closes the search with escape, reports no results, and fits a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(reference.url)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('zyxwvzyxwv')
  await page.getByText('No results for “zyxwvzyxwv”.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

it('copies the page as Markdown', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${reference.url}control/tags/create.html`)
  await page.getByRole('button', { name: 'Copy page' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(readFileSync(`${folder}control/tags/create.md`, 'utf8'))
})

it('shows named examples next to the text, with their responses', async () => {
  await page.goto(`${reference.url}control/certificates/create.html`)
  const examples = page.locator('aside .payloads')
  const issued = examples.locator('details', { hasText: "Issued and renewed by Let's Encrypt" })
  expect(await examples.locator('details').count()).toBeGreaterThan(1)
  expect(await issued.locator('summary').textContent()).toMatch(/request\s+201/)
  const [textBox, examplesBox] = await Promise.all([page.locator('article').boundingBox(), examples.boundingBox()])
  expect(examplesBox!.x).toBeGreaterThan(textBox!.x + textBox!.width)
})

it('has a unique title and description on every page', () => {
  const heads = pages.map((path) => readFileSync(`${folder}${path}`, 'utf8'))
  for (const part of [/<title>(.+?)<\/title>/s, /<meta name="description" content="([^"]+)"/, /<h1>(.+?)<\/h1>/s]) {
    const texts = heads.map((head) => part.exec(head)?.[1] ?? '')
    expect(texts).not.toContain('')
    expect(new Set(texts).size).toBe(pages.length)
  }
})

it('has an example on the page of every operation, schema and guide', () => {
  const isListed = /^(?:[a-z0-9]+\.html|changes\/.*|guides\/index\.html|[a-z]+\/[a-z0-9-]+\/index\.html)$/
  const shown = pages.filter((path) => !isListed.test(path.replaceAll('\\', '/')))
  expect(shown.length).toBeGreaterThan(1000)
  expect(shown.filter((path) => !/<pre class="code" tabindex="0"><code>.*?\S/s.test(readFileSync(`${folder}${path}`, 'utf8')))).toEqual([])
})

it('shows the current operation in a long list of operations', async () => {
  await page.goto(`${reference.url}control/databases/users/update.html`)
  const place = page.locator('.side [aria-current=page]')
  await expect.poll(() => place.evaluate(isInSight)).toBe(true)
  await page.locator('.side').getByText('Storage', { exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Volumes', exact: true }).click()
  await page.waitForURL(`${reference.url}control/volumes/index.html`)
  expect(await page.locator('.side').getByRole('link', { name: 'Volume snapshots', exact: true }).isVisible()).toBe(true)
})

function isInSight(place: { readonly getBoundingClientRect: () => { readonly top: number; readonly bottom: number } }): boolean {
  const { top, bottom } = place.getBoundingClientRect()
  return top >= 0 && bottom <= 1000
}

it('prints in black on white, with collapsed content', async () => {
  await page.goto(`${reference.url}control/tags/create.html`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(await page.locator('.reply').last().locator('pre').isVisible()).toBe(true)
  expect(await page.getByRole('button').count()).toBe(0)
})

it('links only to existing pages of the site, or to other hosts', () => {
  const known = new Set(files)
  const lost = pages.flatMap((path) =>
    [...readFileSync(`${folder}${path}`, 'utf8').matchAll(/<a [^>]*?href="([^"#]+)[#"]/g)]
      .map(([, link = '']) => new URL(link, `http://site/${path}`))
      .filter(({ host }) => host === 'site')
      .map(({ pathname }) => decodeURIComponent(pathname.slice(1)))
      .filter((target) => !known.has(target))
      .map((target) => `${path} → ${target}`),
  )
  expect(lost).toEqual([])
})

it('detects an error and a request to another host', async () => {
  const body = '<img src="http://reference.invalid/a.png"><script>console.error("no")</script>'
  await page.route(reference.url, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(reference.url)
  expect(problems.splice(0)).toEqual(expect.arrayContaining(['request to http://reference.invalid/a.png', 'console error: no']))
})
