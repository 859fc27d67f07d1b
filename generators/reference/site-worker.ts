/** The other of the two threads that write the site. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { listContents } from './generate.ts'
import { createSite } from './site/addresses.ts'
import { adoptAssets } from './site/assets.ts'
import { createPages, recordPages, type Start, type Told, writePages } from './write-site-together.ts'

const { bundles, target, taken, assets } = workerData as Start
adoptAssets(assets)
const site = createSite(buildModel(loadBundles(bundles)))
const made = createPages(site, taken)
if (!parentPort) throw new Error('This is a worker: run pnpm reference.')
const told = once(parentPort, 'message') as Promise<[Told]>
parentPort.postMessage(recordPages(made), [])
const [{ listed, chapters, before }] = await told
parentPort.postMessage(writePages(site, made, listContents(chapters, listed), before, target), [])
