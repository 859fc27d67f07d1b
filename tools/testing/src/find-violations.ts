/** Accessibility violations that axe-core finds in a page, one line per element. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  // Returns only violations: the passed checks list every element of the page.
  const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
  const violations = (await page.evaluate(run)) as AxeResults['violations']
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
