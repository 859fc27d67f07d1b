/** A page of each kind, in both themes and at phone width. Chosen so that every kind of element of the site is on one of them. */
import { expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { page, reference } from './open-reference.ts'

/**
 * Expands folded parts, and removes list items, rows and code tokens with the same elements in the same place as an earlier one: axe-core
 * finds the same in them.
 */
const prepare = `{
  for (const folded of document.querySelectorAll('main details')) folded.open = true
  const getKind = (element) => [element.tagName, element.getAttribute('class'), ...element.getAttributeNames()].join()
  const kinds = new Set()
  for (const item of document.querySelectorAll('li, tr, pre span')) {
    const place = []
    for (let parent = item.parentElement; parent; parent = parent.parentElement) place.push(getKind(parent))
    const kind = [...place, ...new Set([item, ...item.querySelectorAll('*')].map(getKind))].join(' ')
    if (kinds.has(kind)) item.remove()
    kinds.add(kind)
  }
}`

it.each([
  ['home', ''],
  ['API', 'control.html'],
  ['family', 'control/simulation-runs/index.html'],
  ['operation', 'control/model-access-keys/create.html'],
  ['operation with forms', 'control/certificates/create.html'],
  ['operation with states', 'control/droplet-autoscale-pools/delete.html'],
  ['operation with media types', 'oauth/oauth/authorize.html'],
  ['schema', 'control/schemas/database-config.html'],
  ['guide', 'guides/seed-data.html'],
  ['workflow', 'workflows/streaming.html'],
  ['list', 'errors.html'],
])('opens a page of the kind "%s" without errors and accessibility violations', async (_kind, path) => {
  for (const { width, themes } of [
    { width: 1440, themes: ['light', 'dark'] },
    { width: 360, themes: ['light'] },
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    // Pages read their width when they open.
    await page.goto(`${reference.url}${path}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.evaluate(prepare)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await findViolations(page, theme === 'dark' ? 'colors' : 'all'), `${theme}, ${width} px`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

it('detects an image without an alternative text', async () => {
  await page.goto(`${reference.url}404.html`)
  await page.evaluate('document.querySelector("h1").after(new Image())')
  expect(await findViolations(page)).toEqual(['image-alt: <img>'])
})
