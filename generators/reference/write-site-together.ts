/** Two threads that write the site: each takes the next pages that nobody has made yet, and writes what it made once it knows of the others. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { type Contents, folder, listAssets, listContents, listFront, listSteps, writeFiles, writeIndexes } from './generate.ts'
import { createSite, type Site } from './site/addresses.ts'
import { readAssets } from './site/assets.ts'
import { type Page, type PageRecord, recordPage } from './site/page.ts'
import { readSources } from './sources/read-sources.ts'
import { count, removeStale, writeChanged, type WrittenSite } from './write-site.ts'

export interface Places {
  /** Where the bundles are. */
  readonly bundles: string
  /** The repository's folder. */
  readonly root: string
  /** Below which the site's folder is. */
  readonly target: string
}

/** What the other thread is started with. */
export interface Start extends Pick<Places, 'bundles' | 'target'> {
  /** How many pages were taken. */
  readonly taken: Int32Array
  readonly assets: ReadonlyMap<string, string>
}

/** By their places among the pages of the APIs. */
export type Made = ReadonlyMap<number, Page>

/** And what it is told, once all pages are made. */
export type Told = Pick<Contents, 'listed' | 'chapters'> & {
  /** How many pages come before those of the APIs. */
  readonly before: number
}

const atOnce = 8

/** The same bits of text stand on pages beside each other, so a few of them are taken together. */
export function createPages(site: Site, taken: Int32Array): Made {
  const steps = listSteps(site)
  const made = new Map<number, Page>()
  for (let first = Atomics.add(taken, 0, atOnce); first < steps.length; first = Atomics.add(taken, 0, atOnce))
    for (const [at, make] of steps.slice(first, first + atOnce).entries()) made.set(first + at, make())
  return made
}

export function recordPages(made: Made): Map<number, PageRecord> {
  return new Map([...made].map(([at, page]) => [at, recordPage(page)]))
}

/** @returns how many files were not there or were others */
export function writePages(site: Site, made: Made, contents: Contents, before: number, target: string): number {
  return writeChanged(
    [...made].flatMap(([at, page]) => writeFiles(site, page, before + at, contents)),
    target,
  )
}

export async function writeSiteTogether({ bundles, root, target }: Places): Promise<WrittenSite> {
  const taken = new Int32Array(new SharedArrayBuffer(4))
  await using worker = new Worker(new URL('site-worker.ts', import.meta.url), {
    workerData: { bundles, target, taken, assets: readAssets() } satisfies Start,
  })
  const hear = async <T>() => ((await once(worker, 'message')) as [T])[0]
  // What the other says may come before it is asked for.
  const othersMade = hear<ReadonlyMap<number, PageRecord>>()
  // Where both fail, the failure of this one is told.
  othersMade.catch(() => undefined)
  const model = buildModel(loadBundles(bundles))
  const site = createSite(model)
  const { chapters, pages: front } = listFront(site, readSources(root))
  const made = createPages(site, taken)
  const records = new Map([...(await othersMade), ...recordPages(made)])
  const listed = [...front.map(recordPage), ...[...records].toSorted(([a], [b]) => a - b).map(([, record]) => record)]
  const before = front.length
  const contents = listContents(chapters, listed)
  const othersWritten = hear<number>()
  worker.postMessage({ listed, chapters, before } satisfies Told, [])
  const files = [
    ...front.flatMap((page, index) => writeFiles(site, page, index, contents)),
    ...writeIndexes(model, site, contents),
    ...listAssets(),
  ]
  const written = writeChanged(files, target) + writePages(site, made, contents, before, target) + (await othersWritten)
  const fromApis = listed.slice(before).flatMap(({ address }) => [`${folder}/${address}.html`, `${folder}/${address}.md`])
  const paths = [...files.map(({ path }) => path), ...fromApis]
  return { ...count(paths), written, removed: removeStale(paths, target) }
}
