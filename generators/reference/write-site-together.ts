/** Renders the site in two threads: each takes the next batch of pages, and writes its pages when all page records are known. */
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
  writeFiles,
  writeIndexes,
} from './generate.ts'
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
  readonly taken: Int32Array
  readonly assets: ReadonlyMap<string, string>
}

/** Pages by their position among the pages of the APIs. */
export type PagesByIndex = ReadonlyMap<number, Page>

/** Message to the worker when all pages are rendered. */
export type WorkerContents = Pick<Contents, 'listed' | 'chapters'> & {
  /** Number of pages before those of the APIs. */
  readonly before: number
}

const batchSize = 8

/** Takes pages in batches, as neighboring pages share cached parts. */
export function createPages(site: Site, taken: Int32Array): PagesByIndex {
  const steps = listPageFactories(site)
  const pages = new Map<number, Page>()
  for (let first = Atomics.add(taken, 0, batchSize); first < steps.length; first = Atomics.add(taken, 0, batchSize))
    for (const [at, createPage] of steps.slice(first, first + batchSize).entries()) pages.set(first + at, createPage())
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
  const taken = new Int32Array(new SharedArrayBuffer(4))
  await using worker = new Worker(new URL('site-worker.ts', import.meta.url), {
    workerData: { bundles, target, taken, assets: readAssets() } satisfies WorkerInput,
  })
  const receive = async <T>() => ((await once(worker, 'message')) as [T])[0]
  // Listens now, as the message may arrive before it is awaited.
  const workerRecords = receive<ReadonlyMap<number, PageRecord>>()
  // If both threads fail, only the error of this one is reported.
  workerRecords.catch(() => undefined)
  const model = buildModel(loadBundles(bundles))
  const site = createSite(model)
  const { chapters, pages: front } = buildFrontPages(site, readSources(root))
  const pages = createPages(site, taken)
  const records = new Map([...(await workerRecords), ...recordPages(pages)])
  const listed = [...front.map(recordPage), ...[...records].toSorted(([a], [b]) => a - b).map(([, record]) => record)]
  const before = front.length
  const contents = listContents(chapters, listed)
  const workerWritten = receive<number>()
  worker.postMessage({ listed, chapters, before } satisfies WorkerContents, [])
  const files = [
    ...front.flatMap((page, index) => writeFiles(site, page, index, contents)),
    ...writeIndexes(model, site, contents),
    ...listAssets(),
  ]
  const written = writeChanged(files, target) + writePages(site, pages, contents, before, target) + (await workerWritten)
  const fromApis = listed.slice(before).flatMap(({ address }) => [`${folder}/${address}.html`, `${folder}/${address}.md`])
  const paths = [...files.map(({ path }) => path), ...fromApis]
  return { ...count(paths), written, removed: removeStale(paths, target) }
}
