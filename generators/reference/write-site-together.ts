/**
 * Writes the site. Pages that show the same as in the last run are left as they are. Many others are rendered in two threads: each takes the next
 * batch of pages, and writes its pages when all page records are known.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import {
  type Contents,
  folder,
  listAssets,
  listContents,
  buildFrontPages,
  listPageFactories,
  type PageFactory,
  writeFiles,
  writeIndexes,
} from './generate.ts'
import { loadPageCache } from './page-cache.ts'
import { createSite, type Site } from './site/addresses.ts'
import { readAssets } from './site/assets.ts'
import { type Page, type PageRecord, recordPage } from './site/page.ts'
import { readSources } from './sources/read-sources.ts'
import { count, removeStale, writeChanged, type WrittenSite } from './write-site.ts'

export interface SitePaths {
  /** Folder of the bundles. */
  readonly bundles: string
  /** Root folder of the repository. */
  readonly root: string
  /** Root folder of the output. */
  readonly target: string
}

/** Start data of the worker thread. */
export interface WorkerInput extends Pick<SitePaths, 'bundles' | 'target'> {
  /** Number of pages that the threads have started. */
  readonly nextIndex: Int32Array
  /** Positions of the pages to render. */
  readonly positions: readonly number[]
  readonly assets: ReadonlyMap<string, string>
}

/** Pages by their position among the pages of the APIs. */
export type PagesByIndex = ReadonlyMap<number, Page>

/** Message to the worker when all pages are rendered. */
export type WorkerContents = Pick<Contents, 'records' | 'chapters'> & {
  /** Number of pages before those of the APIs. */
  readonly before: number
}

const batchSize = 8

/** With fewer pages, starting a thread takes longer than rendering them. */
const minPagesOfWorker = 200

/** Takes pages in batches, as neighboring pages share cached parts. */
export function createPages(factories: readonly PageFactory[], positions: readonly number[], nextIndex: Int32Array): PagesByIndex {
  const pages = new Map<number, Page>()
  for (let first = Atomics.add(nextIndex, 0, batchSize); first < positions.length; first = Atomics.add(nextIndex, 0, batchSize))
    for (const position of positions.slice(first, first + batchSize)) {
      const page = factories[position]?.createPage()
      if (page) pages.set(position, page)
    }
  return pages
}

export function recordPages(pages: PagesByIndex): Map<number, PageRecord> {
  return new Map([...pages].map(([at, page]) => [at, recordPage(page)]))
}

/** @returns the number of files that were written */
export function writePages(site: Site, pages: PagesByIndex, contents: Contents, before: number, target: string): number {
  return writeChanged(
    [...pages].flatMap(([at, page]) => writeFiles(site, page, before + at, contents)),
    target,
  )
}

export async function writeSiteTogether({ bundles, root, target }: SitePaths): Promise<WrittenSite> {
  const nextIndex = new Int32Array(new SharedArrayBuffer(4))
  const loaded = loadBundles(bundles)
  const model = buildModel(loaded)
  const site = createSite(model)
  const factories = listPageFactories(site)
  const cache = loadPageCache(loaded, factories, target)
  const positions = [...factories.keys()].filter((position) => !cache.records.has(position))
  const workerData: WorkerInput = { bundles, target, nextIndex, positions, assets: readAssets() }
  await using worker =
    positions.length < minPagesOfWorker ? undefined : new Worker(new URL('site-worker.ts', import.meta.url), { workerData })
  const receive = async <T>() => (worker ? ((await once(worker, 'message')) as [T])[0] : undefined)
  // Listens now, as the message may arrive before it is awaited.
  const workerRecords = receive<ReadonlyMap<number, PageRecord>>()
  // If both threads fail, only the error of this one is reported.
  workerRecords.catch(() => undefined)
  const { chapters, pages: front } = buildFrontPages(site, readSources(root))
  const pages = createPages(factories, positions, nextIndex)
  const records = new Map([...cache.records, ...((await workerRecords) ?? []), ...recordPages(pages)])
  const pageRecords = [...front.map(recordPage), ...[...records].toSorted(([a], [b]) => a - b).map(([, record]) => record)]
  const before = front.length
  const contents = listContents(chapters, pageRecords)
  const workerWritten = receive<number>()
  worker?.postMessage({ records: pageRecords, chapters, before } satisfies WorkerContents, [])
  const files = [
    ...front.flatMap((page, index) => writeFiles(site, page, index, contents)),
    ...writeIndexes(model, site, contents),
    ...listAssets(),
  ]
  const written = writeChanged(files, target) + writePages(site, pages, contents, before, target) + ((await workerWritten) ?? 0)
  const fromApis = pageRecords.slice(before).flatMap(({ address }) => [`${folder}/${address}.html`, `${folder}/${address}.md`])
  const paths = [...files.map(({ path }) => path), ...fromApis]
  const removed = removeStale(paths, target)
  cache.save(records)
  return { ...count(paths), written, removed }
}
