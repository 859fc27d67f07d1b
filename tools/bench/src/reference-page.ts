/** Cost of the page of one operation: the reference, the same text in plain HTML, and the pages of Redoc and Scalar for the same bundle. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@spindrift/testing/open-browser'
import { serveReference } from '@spindrift/reference'
import type { Bench } from './bench.ts'
import { browse, type PageCost } from './browse.ts'
import { root } from './consumer-project.ts'
import { downloadPeer } from './download-peer.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { serveFolder } from './serve-folder.ts'

const address = 'control/volumes/create.html'
/** Text that each page shows when it has loaded. */
const readyText = 'Spindrift control API'
const subjects = { ours: 'reference page', plain: 'plain HTML', redoc: 'Redoc', scalar: 'Scalar' } as const
type Subject = keyof typeof subjects

export const referencePage: Bench = {
  name: 'reference-page',
  about: 'opening the page of an operation: the reference, plain HTML, Redoc and Scalar',
  runs: 5,
  async measure({ runs, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-pages-'))
    writePages(folder)
    const [reference, others] = await Promise.all([serveReference({ port: 0 }), serveFolder(folder, readdirSync(folder))])
    const browser = await openBrowser()
    try {
      const open = (url: string) => () => browse(browser, url, readyText)
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
  const medianOf = (list: readonly PageCost[], read: (cost: PageCost) => number) => median(list.map(read))
  const label = (metric: string) => `${subjects[name]}, ${metric}`
  const isOurs = name === 'ours'
  return [
    createRow({
      subject: label('blocked'),
      value: medianOf(samples, (cost) => cost.blockedMs),
      unit: 'ms',
      ...(isOurs && { atMost: 0 }),
    }),
    createRow({
      subject: label('main thread'),
      value: medianOf(samples, (cost) => cost.mainThreadMs),
      unit: 'ms',
      against: medianOf(plain, (cost) => cost.mainThreadMs),
      ...(isOurs && { atMostTimes: 1.5 }),
    }),
    createRow({ subject: label('heap'), value: medianOf(samples, (cost) => cost.heapMb), unit: 'MB', ...(isOurs && { atMost: 3 }) }),
    createRow({
      subject: label('transferred'),
      value: medianOf(samples, (cost) => cost.transferred / 1000),
      unit: 'kB',
      ...(isOurs && { atMost: 30 }),
    }),
    createRow({
      subject: label('layout shift'),
      value: medianOf(samples, (cost) => cost.layoutShift),
      unit: 'points',
      ...(isOurs && { atMost: 0 }),
    }),
  ]
}

function writePages(folder: string): void {
  cpSync(join(root, 'spec/dist/control.json'), join(folder, 'control.json'))
  cpSync(join(downloadPeer('redoc'), 'bundles/redoc.standalone.js'), join(folder, 'redoc.js'))
  cpSync(join(downloadPeer('@scalar/api-reference'), 'dist/browser/standalone.js'), join(folder, 'scalar.js'))
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
    page(extractPlainHtml(ours), '<style>body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: auto }</style>'),
  )
}

/** Extracts the main part of a page as simple HTML, without elements and attributes for styles and scripts. */
function extractPlainHtml(page: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1]
  if (main === undefined) throw new Error(`${address} has no <main> element.`)
  return `<main>${main.replace(/<\/?span[^>]*>/g, '').replace(/ (?:class|tabindex|data-[a-z]+)="[^"]*"/g, '')}</main>`
}
