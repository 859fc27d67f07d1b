/** One operation as our page, as the same words in plain HTML, and as the pages that Redoc and Scalar make of the bundle that it is in. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@spindrift/testing/open-browser'
import { serveReference } from '@spindrift/reference'
import type { Bench } from './bench.ts'
import { browse, type PageCost } from './browse.ts'
import { root } from './consumer-project.ts'
import { unpackPeer } from './install-peers.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { serveFolder } from './serve-folder.ts'

const address = 'control/volumes/create.html'
/** What each of the pages shows when it is there. */
const awaited = 'Spindrift control API'
const subjects = { ours: 'our page', plain: 'the same words in plain HTML', redoc: 'Redoc', scalar: 'Scalar' } as const
type Subject = keyof typeof subjects

export const referencePage: Bench = {
  name: 'reference-page',
  about: 'opening the page of an operation: ours, its words in plain HTML, Redoc’s and Scalar’s page of the same bundle',
  runs: 5,
  async measure({ runs, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-pages-'))
    writePages(folder)
    const [reference, others] = await Promise.all([serveReference({ port: 0 }), serveFolder(folder, readdirSync(folder))])
    const browser = await openBrowser()
    try {
      const open = (url: string) => () => browse(browser, url, awaited)
      const addresses: Readonly<Record<Subject, () => Promise<PageCost>>> = {
        ours: open(`${reference.url}${address}`),
        plain: open(`${others.url}plain.html`),
        redoc: open(`${others.url}redoc.html`),
        scalar: open(`${others.url}scalar.html`),
      }
      const samples = await measure(addresses, { runs, progress })
      return (Object.keys(subjects) as Subject[]).flatMap((name) => createRows(name, samples[name], samples.plain))
    } finally {
      await browser.close()
      await Promise.all([reference.close(), others.close()])
      rmSync(folder, { recursive: true })
    }
  },
}

function createRows(name: Subject, samples: readonly PageCost[], plain: readonly PageCost[]): Row[] {
  const of = (list: readonly PageCost[], read: (cost: PageCost) => number) => median(list.map(read))
  const figure = {} as const
  const label = (what: string) => `${subjects[name]}, ${what}`
  const isOurs = name === 'ours'
  return [
    createRow({
      ...figure,
      subject: label('blocked'),
      value: of(samples, (cost) => cost.blockedMs),
      unit: 'ms',
      ...(isOurs && { atMost: 0 }),
    }),
    createRow({
      ...figure,
      subject: label('main thread'),
      value: of(samples, (cost) => cost.mainThreadMs),
      unit: 'ms',
      against: of(plain, (cost) => cost.mainThreadMs),
      ...(isOurs && { atMostTimes: 1.5 }),
    }),
    createRow({ ...figure, subject: label('heap'), value: of(samples, (cost) => cost.heapMb), unit: 'MB', ...(isOurs && { atMost: 3 }) }),
    createRow({
      ...figure,
      subject: label('transferred'),
      value: of(samples, (cost) => cost.transferred / 1000),
      unit: 'kB',
      ...(isOurs && { atMost: 30 }),
    }),
    createRow({
      ...figure,
      subject: label('layout shift'),
      value: of(samples, (cost) => cost.layoutShift),
      unit: 'points',
      ...(isOurs && { atMost: 0 }),
    }),
  ]
}

function writePages(folder: string): void {
  cpSync(join(root, 'spec/dist/control.json'), join(folder, 'control.json'))
  cpSync(join(unpackPeer('redoc'), 'bundles/redoc.standalone.js'), join(folder, 'redoc.js'))
  cpSync(join(unpackPeer('@scalar/api-reference'), 'dist/browser/standalone.js'), join(folder, 'scalar.js'))
  const page = (body: string, head = '') =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Create a volume</title>${head}</head><body>${body}</body></html>\n`
  writeFileSync(join(folder, 'redoc.html'), page('<redoc spec-url="control.json"></redoc><script type="module" src="redoc.js"></script>'))
  writeFileSync(
    join(folder, 'scalar.html'),
    page('<script id="api-reference" data-url="control.json"></script><script src="scalar.js"></script>'),
  )
  const ours = readFileSync(join(root, 'packages/reference/dist/site', address), 'utf8')
  writeFileSync(
    join(folder, 'plain.html'),
    page(writePlain(ours), '<style>body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: auto }</style>'),
  )
}

/** As somebody would write it by hand: all that is said, and nothing that only styles or scripts need. */
function writePlain(page: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1]
  if (main === undefined) throw new Error(`${address} has no main part.`)
  return `<main>${main.replace(/<\/?span[^>]*>/g, '').replace(/ (?:class|tabindex|data-[a-z]+)="[^"]*"/g, '')}</main>`
}
