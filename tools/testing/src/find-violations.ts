/** Accessibility violations that axe-core finds in a page, one line per element. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** @param rules all by default; `colors` for another theme of a page that was checked, as a theme changes only colors */
export async function findViolations(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Half a megabyte, which stays in the page until it is left.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  // Returns only violations: the passed checks list every element of the page.
  const options = { resultTypes: ['violations'], ...(rules === 'colors' && { runOnly: ['color-contrast', 'link-in-text-block'] }) }
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = (await page.evaluate(run)) as AxeResults['violations']
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
