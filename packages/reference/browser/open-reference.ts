/** A server of the built pages and a browser, for one test file. Needs `pnpm reference` and Chromium. */
import { openBrowser } from '@spindrift/testing/open-browser'
import { afterAll } from 'vitest'
import { serveReference } from '../src/server/serve-reference.ts'

export const browser = await openBrowser()
export const reference = await serveReference({ port: 0 })

afterAll(async () => {
  await browser.close()
  await reference.close()
})
