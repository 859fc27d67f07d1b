/** Search in a browser with the keyboard. Needs `pnpm reference` and Chromium. */
import { expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { page, reference } from './open-reference.ts'

it('opens with a slash, selects results with arrow keys, and opens them with enter', async () => {
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

it('closes with escape, reports no results, and fits a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(reference.url)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('zyxwvzyxwv')
  await page.getByText('No results for “zyxwvzyxwv”.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})
