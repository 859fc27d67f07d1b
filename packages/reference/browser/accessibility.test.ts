/** Accessibility checks with axe-core on a page of each kind, in both themes and at phone width. */
import { expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { openPage } from '@spindrift/testing/open-browser'
import { pageKinds } from './page-kinds.ts'
import { browser, reference } from './open-reference.ts'

it.each(pageKinds)('finds no violations on a page of the kind "%s"', { timeout: 120_000 }, async (_kind, path) => {
  const { page } = await openPage(browser)
  for (const { width, themes } of [
    { width: 1440, themes: ['light', 'dark'] },
    { width: 360, themes: ['light'] },
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    // Pages read their width when they open.
    await page.goto(`${reference.url}${path}`)
    await page.evaluate('for (const folded of document.querySelectorAll("main details")) folded.open = true')
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await findViolations(page, theme === 'dark' ? 'colors' : 'all'), `${theme}, ${width} px`).toEqual([])
    }
  }
  await page.close()
})

it('detects an image without an alternative text', async () => {
  const { page } = await openPage(browser)
  await page.setContent('<html lang="en"><title>a</title><main><h1>a</h1><img src="data:,"></main></html>')
  expect(await findViolations(page)).toEqual(['image-alt: <img src="data:,">'])
  await page.close()
})
