/** What Lighthouse gives a page of each kind, on a phone as it simulates one. */
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@spindrift/testing/open-browser'
import { pageKinds } from '../../../packages/reference/browser/page-kinds.ts'
import { serveReference } from '../../../packages/reference/src/server/serve-reference.ts'
import type { Bench } from './bench.ts'
import { installPeer } from './install-peers.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'
import { runChild } from './run-child.ts'

/** Of 100. */
const atLeast = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof atLeast
type Scores = Readonly<Record<Category, number>>
const categories = Object.keys(atLeast) as Category[]

export const lighthouse: Bench = {
  name: 'lighthouse',
  about: 'the scores that Lighthouse gives the reference, one page of each kind',
  runs: 3,
  async measure({ runs, progress }) {
    const program = join(installPeer('lighthouse'), 'cli/index.js')
    const reference = await serveReference({ port: 0 })
    const rows = []
    try {
      for (const [kind, path] of pageKinds) {
        const samples: Scores[] = []
        for (let run = 1; run <= runs; run++) {
          progress(`${run}/${runs} ${kind}`)
          samples.push(await score(program, `${reference.url}${path}`))
        }
        rows.push(
          ...categories.map((category) =>
            makeRow({
              subject: `${kind}, ${category}`,
              value: median(samples.map((scores) => scores[category])),
              unit: 'points',
              atLeast: atLeast[category],
            }),
          ),
        )
      }
      return rows
    } finally {
      await reference.close()
    }
  },
}

async function score(program: string, url: string): Promise<Scores> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-lighthouse-'))
  const report = join(folder.path, 'report.json')
  await runChild(
    process.execPath,
    [program, url, '--quiet', '--output=json', `--output-path=${report}`, '--chrome-flags=--headless --no-sandbox --disable-gpu'],
    { env: { CHROME_PATH: findChromium() } },
  )
  const read = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly categories: Readonly<Record<Category, { readonly score: number | null }>>
  }
  return Object.fromEntries(categories.map((category) => [category, (read.categories[category].score ?? 0) * 100])) as Record<
    Category,
    number
  >
}
