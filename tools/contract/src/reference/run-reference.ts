/** Opens the pages in a browser and measures their size. Needs `pnpm reference` and Chromium. */
import { fileURLToPath } from 'node:url'
import { openBrowser, openPage, type WatchedPage } from '@spindrift/testing/open-browser'
import { serveReference } from '@spindrift/reference'
import type { VerificationResult } from '../assurance/print-result.ts'
import { listPages, measurePages } from './measure-pages.ts'

const folder = fileURLToPath(new URL('../../../../packages/reference/dist/site/', import.meta.url))
/** Maximum compressed bytes: `first` with style and scripts, `own` for every later page. */
const maxBytes = { first: 30_000, own: 12_000 }
/** Release notes have no limit. */
const isChangelog = (path: string): boolean => path.startsWith('changes/')
const tabs = 3
const phoneWidth = 360

export async function runReference({ every, only }: { readonly every: number; readonly only: string }): Promise<VerificationResult> {
  const paths = listPages(folder).filter((path, index) => index % every === 0 && path.includes(only))
  const weights = measurePages(folder, paths)
  const findings = weights.flatMap(({ path, own, first }) => [
    ...(own > maxBytes.own && !isChangelog(path) ? [`${path}: ${own} bytes compressed, at most ${maxBytes.own}`] : []),
    ...(first > maxBytes.first ? [`${path}: ${first} bytes compressed with style and script, at most ${maxBytes.first}`] : []),
  ])
  findings.push(...(await checkPages(paths)))
  const sizes = weights.map(({ own }) => own).toSorted((a, b) => a - b)
  const figures = {
    median_bytes: sizes[Math.floor(sizes.length / 2)],
    heaviest_bytes: sizes.at(-1),
    heaviest_first_bytes: Math.max(...weights.map(({ first }) => first)),
  }
  const wrong = new Set(findings.map((finding) => finding.split(': ')[0]))
  return { check: 'reference', passed: paths.length - wrong.size, total: paths.length, findings, figures }
}

async function checkPages(paths: readonly string[]): Promise<string[]> {
  const reference = await serveReference({ port: 0 })
  const browser = await openBrowser()
  try {
    const remaining = paths.values()
    const readers = Array.from({ length: tabs }, async () => {
      const watched = await openPage(browser)
      await watched.page.setViewportSize({ width: phoneWidth, height: 740 })
      const findings: string[] = []
      for (const path of remaining)
        findings.push(...(await checkPage(watched, reference.url, path)).map((finding) => `${path}: ${finding}`))
      return findings
    })
    return (await Promise.all(readers)).flat()
  } finally {
    await browser.close()
    await reference.close()
  }
}

async function checkPage({ page, problems }: WatchedPage, base: string, path: string): Promise<string[]> {
  problems.length = 0
  await page.goto(`${base}${path}`, { timeout: 60_000 })
  const width = await page.evaluate('document.documentElement.scrollWidth')
  return [
    ...problems.filter((problem) => !isAbortedIcon(problem)),
    ...(width === phoneWidth ? [] : [`${String(width)} px wide on a screen of ${phoneWidth}`]),
  ]
}

/** The icon may still load when the next page opens, and is then aborted. */
function isAbortedIcon(complaint: string): boolean {
  return /^failed: .*\/assets\/icon\.svg\?.*ERR_ABORTED/.test(complaint)
}
