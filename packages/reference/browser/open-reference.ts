/** A server of the built pages and a page in a browser, for one test file. Needs `pnpm reference` and Chromium. */
import { findFreePort } from '@spindrift/testing/find-free-port'
import { openBrowser, openPage } from '@spindrift/testing/open-browser'
import { afterAll, afterEach, assert } from 'vitest'
import { serveReference } from '../src/server/serve-reference.ts'

export const sandboxPort = await findFreePort()
export const reference = await serveReference({ port: 0, sandboxUrl: `http://127.0.0.1:${sandboxPort}` })
export const browser = await openBrowser()
/** All tests of a file share one page, because opening one takes most of the time of a test. */
export const { page, problems } = await openPage(browser)

afterEach(async () => {
  const unexpected = problems.splice(0)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.emulateMedia({ media: null, colorScheme: 'light' })
  assert.deepEqual(unexpected, [])
})

afterAll(async () => {
  await browser.close()
  await reference.close()
})
