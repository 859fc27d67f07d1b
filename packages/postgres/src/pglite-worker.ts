/** Worker thread that runs one PGlite with the data of a folder, and serves its sessions on a socket. */
import { cpSync, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Extensions, PGlite } from '@electric-sql/pglite'
import { createFolder } from './folders.ts'
import { PgliteSessions } from './pglite-sessions.ts'
import { createTemplate, extractTemplate, openPglite, renameDatabase } from './pglite-template.ts'
import { defaultDatabase } from './server.ts'

export interface PgliteJob {
  readonly folder: string
  readonly database: string
  /** Path to listen on. */
  readonly socket: string
  /** Program of PGlite, with the code that earlier workers compiled. */
  readonly module: object
}

/** Extensions that databases can create, besides PL/pgSQL. */
const extensionNames = 'btree_gin btree_gist citext fuzzystrmatch hstore ltree pg_trgm pgcrypto tablefunc unaccent uuid_ossp'.split(' ')

/** Compiles the libraries of extensions when they are first used, not at every start. */
const compileOnDemand: Extensions[string] = {
  name: 'compile-on-demand',
  setup: (_pglite, options: object) => Promise.resolve({ emscriptenOpts: { ...options, noWasmDecoding: true } }),
}

const { folder, database, socket, module } = workerData as PgliteJob

if (!existsSync(folder)) await createFolder(folder, createDatabase)
const modules = await Promise.all(extensionNames.map((name) => import(`@electric-sql/pglite/contrib/${name}`) as Promise<Extensions>))
const extensions = Object.assign({ compileOnDemand }, ...modules) as Extensions
const pglite: PGlite = await openPglite({ dataDir: folder, database, extensions, pgliteWasmModule: module })
const sessions = new PgliteSessions(pglite)
createServer((client) => void sessions.serve(client)).listen(socket, () => parentPort?.postMessage('ready'))

/** Receives the folder of a copy, or undefined to stop. */
parentPort?.on('message', async (target: string | undefined) => {
  if (target === undefined) {
    await pglite.close()
    process.exit()
  }
  // No session runs meanwhile, and between two batches the files contain everything committed.
  cpSync(folder, target, { recursive: true })
  parentPort?.postMessage('copied')
})

async function createDatabase(dataDir: string): Promise<void> {
  if (!extractTemplate(dataDir)) await createTemplate({ dataDir }).then((created) => created.close())
  if (database === defaultDatabase) return
  const created = await openPglite({ dataDir, database: defaultDatabase, pgliteWasmModule: module })
  await renameDatabase(created, defaultDatabase, database)
  await created.close()
}
