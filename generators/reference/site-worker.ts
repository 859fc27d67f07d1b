/** Worker thread that renders part of the site. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { listContents, listPageFactories } from './generate.ts'
import { createSite } from './site/addresses.ts'
import { setAssets } from './site/assets.ts'
import { createPages, recordPages, type WorkerInput, type WorkerContents, writePages } from './write-site-together.ts'

const { bundles, target, nextIndex, positions, assets } = workerData as WorkerInput
setAssets(assets)
const site = createSite(buildModel(loadBundles(bundles)))
const pages = createPages(listPageFactories(site), positions, nextIndex)
if (!parentPort) throw new Error('This is a worker: run pnpm reference.')
const contents = once(parentPort, 'message') as Promise<[WorkerContents]>
parentPort.postMessage(recordPages(pages), [])
const [{ records, chapters, before }] = await contents
parentPort.postMessage(writePages(site, pages, listContents(chapters, records), before, target), [])
