/** The generators' hostile texts as names, descriptions, tags and paths, looked at in the sandbox's console. Needs a Chromium. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileStrings } from '../../../../generators/cli/hostile/hostile-strings.ts'
import { openBrowser } from '../../../../packages/reference/browser/open-browser.ts'
import { ask, openConsole, startFixture } from '../../../../packages/sandbox/console/browser/fixture.ts'

type Fixture = Awaited<ReturnType<typeof startFixture>>

let browser: Awaited<ReturnType<typeof openBrowser>>
let sandbox: Fixture

beforeAll(async () => {
  sandbox = await startFixture()
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

it('are shown as they are, and do nothing', { timeout: 60_000 }, async () => {
  for (const { text } of hostileStrings) {
    const short = text.slice(0, 170).toWellFormed()
    await ask(sandbox, 'POST', '/v2/projects', { name: short, purpose: 'Other', description: short })
    await ask(sandbox, 'GET', `/v2/${encodeURIComponent(short)}`)
  }
  const { page, complaints, go } = await openConsole(browser, sandbox, 'resources/Project')
  const link = page.getByRole('link', { name: '</script><script>' }).first()
  await link.waitFor()
  await link.click()
  await page.locator('pre', { hasText: '</script><script>' }).waitFor()
  for (const { text } of hostileStrings) {
    await go(`resources/call/${encodeURIComponent(text.slice(0, 170).toWellFormed())}`).catch(() => undefined)
    expect(await page.evaluate('globalThis.hacked'), text.slice(0, 40)).toBeUndefined()
  }
  await go('requests')
  await page
    .getByRole('link', { name: /script%3E/i })
    .first()
    .waitFor()
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
  expect(complaints).toEqual([])
  await page.close()
})
