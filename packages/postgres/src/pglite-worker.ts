/** Worker thread that creates the template of the data folders, or runs one PGlite and executes wire messages, one batch at a time. */
import { existsSync, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Extensions, PGlite } from '@electric-sql/pglite'
import { copyFolder } from './copy-folder.ts'
import { createDefaultDatabase, defaultDatabase, extensionNames, startParams } from './pglite-options.ts'
import { quoteName } from './wire.ts'

/** Data of a worker: a server to run, or only the template to create. */
export interface PgliteJob {
  readonly template: string
  /** Archive of the template, which saves the seconds of initdb. It exists in the built package only. */
  readonly archive: string
  readonly server?: { readonly folder: string; readonly database: string }
}

const { template, archive, server } = workerData as PgliteJob

if (server) await serve(server.folder, server.database)
else await createTemplate()

async function serve(folder: string, database: string): Promise<void> {
  if (!existsSync(folder)) await copyFolder(template, folder, (unfinished) => renameDatabase(unfinished, database))
  const modules = await Promise.all(extensionNames.map((name) => import(`@electric-sql/pglite/contrib/${name}`) as Promise<Extensions>))
  const pglite = await PGlite.create({ dataDir: folder, database, startParams, extensions: Object.assign({}, ...modules) as Extensions })
  // PGlite cannot go on after it throws, so the worker ends then.
  parentPort?.on('message', async (batch: Uint8Array | 'stop') => {
    if (batch === 'stop') {
      await pglite.close()
      process.exit()
    }
    const reply = (await pglite.execProtocolRaw(batch)).slice()
    parentPort?.postMessage(reply, [reply.buffer])
  })
  parentPort?.postMessage(new Uint8Array())
}

async function renameDatabase(folder: string, database: string): Promise<void> {
  if (database === defaultDatabase) return
  const pglite = await PGlite.create({ dataDir: folder, database: 'template1', startParams })
  await pglite.exec(`ALTER DATABASE ${defaultDatabase} RENAME TO ${quoteName(database)}`)
  await pglite.close()
}

async function createTemplate(): Promise<void> {
  const unfinished = `${template}%new`
  await rm(unfinished, { recursive: true, force: true })
  const archived = existsSync(archive) ? { loadDataDir: await openAsBlob(archive, { type: 'application/x-gzip' }) } : undefined
  const pglite = await PGlite.create({ dataDir: unfinished, database: 'template1', startParams, ...archived })
  if (!archived) await pglite.exec(createDefaultDatabase)
  await pglite.close()
  await rename(unfinished, template)
}
