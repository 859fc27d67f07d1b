/** Opens the pages in a real browser, a few at a time, and weighs them. Needs `pnpm reference` and a Chromium. */
import { fileURLToPath } from 'node:url'
import { openBrowser, openPage, type WatchedPage } from '@spindrift/testing/open-browser'
import { serveReference } from '@spindrift/reference'
import type { Outcome } from '../assurance/print-result.ts'
import { listPages, weighPages } from './measure-pages.ts'

const folder = fileURLToPath(new URL('../../../../packages/reference/dist/site/', import.meta.url))
/** Bytes, compressed: of the page that a reader opens first, with style and script, and of each after it. */
const heaviest = { first: 30_000, own: 12_000 }
/** What was written for a release is as long as it is. */
const isList = (path: string): boolean => path.startsWith('changes/')
const tabs = 3
const phone = 360

export async function runReference({ every, only }: { readonly every: number; readonly only: string }): Promise<Outcome> {
  const paths = listPages(folder).filter((path, index) => index % every === 0 && path.includes(only))
  const weights = weighPages(folder, paths)
  const findings = weights.flatMap(({ path, own, first }) => [
    ...(own > heaviest.own && !isList(path) ? [`${path}: ${own} bytes compressed, at most ${heaviest.own}`] : []),
    ...(first > heaviest.first ? [`${path}: ${first} bytes compressed with style and script, at most ${heaviest.first}`] : []),
  ])
  findings.push(...(await openAll(paths)))
  const sizes = weights.map(({ own }) => own).toSorted((a, b) => a - b)
  const figures = {
    median_bytes: sizes[Math.floor(sizes.length / 2)],
    heaviest_bytes: sizes.at(-1),
    heaviest_first_bytes: Math.max(...weights.map(({ first }) => first)),
  }
  const wrong = new Set(findings.map((finding) => finding.split(': ')[0]))
  return { check: 'reference', passed: paths.length - wrong.size, total: paths.length, findings, figures }
}

async function openAll(paths: readonly string[]): Promise<string[]> {
  const reference = await serveReference({ port: 0 })
  const browser = await openBrowser()
  try {
    const left = paths.values()
    const readers = Array.from({ length: tabs }, async () => {
      const watched = await openPage(browser)
      await watched.page.setViewportSize({ width: phone, height: 740 })
      const findings: string[] = []
      for (const path of left) findings.push(...(await openOne(watched, reference.url, path)).map((finding) => `${path}: ${finding}`))
      return findings
    })
    return (await Promise.all(readers)).flat()
  } finally {
    await browser.close()
    await reference.close()
  }
}

async function openOne({ page, complaints }: WatchedPage, base: string, path: string): Promise<string[]> {
  complaints.length = 0
  await page.goto(`${base}${path}`, { timeout: 60_000 })
  const width = await page.evaluate('document.documentElement.scrollWidth')
  return [
    ...complaints.filter((complaint) => !isLeft(complaint)),
    ...(width === phone ? [] : [`${String(width)} px wide on a screen of ${phone}`]),
  ]
}

/** The icon does not delay a page: it may still be on its way when the next page is opened, and is then given up. */
function isLeft(complaint: string): boolean {
  return /^failed: .*\/assets\/icon\.svg\?.*ERR_ABORTED/.test(complaint)
}
