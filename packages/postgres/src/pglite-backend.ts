/** Servers of PGlite, a PostgreSQL compiled to WebAssembly. Each runs in a worker thread. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PgliteJob } from './pglite-worker.ts'
import type { Backend, DatabaseServer } from './server.ts'
import { PostgresError } from './wire.ts'

const program = new URL(`pglite-worker${extname(import.meta.filename)}`, import.meta.url)
const maxStopMs = 5000

// TypeScript declares it only for browsers.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let compiled: Promise<object> | undefined

/** Compiles PGlite once for all workers. */
function compilePglite(): Promise<object> {
  const file = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')
  return (compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes)))
}

export const pgliteBackend: Backend = {
  name: 'pglite-18',
  isPerDatabase: true,
  maxServers: 4,
  prepare: () => {},
  start: startServer,
}

/** @throws PostgresError 57P03 */
async function startServer(folder: string, database: string): Promise<DatabaseServer> {
  const privateFolder = await mkdtemp(join(tmpdir(), 'spindrift-'))
  const socket = process.platform === 'win32' ? String.raw`\\.\pipe\spindrift-${randomUUID()}` : join(privateFolder, 'socket')
  const workerData: PgliteJob = { folder, database, socket, module: await compilePglite() }
  // The output tells of starts and recoveries; errors come in replies.
  const worker = new Worker(program, { workerData, stdout: true, stderr: true })
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve(rm(privateFolder, { recursive: true, force: true }))))
  try {
    await once(worker, 'message')
  } catch (error) {
    throw new PostgresError('57P03', `PGlite did not start: ${(error as Error).message}`)
  }
  worker.on('error', () => {})
  return {
    socket,
    copyTo: async (target) => {
      worker.postMessage(target)
      await Promise.race([once(worker, 'message'), exit])
    },
    stop: async () => {
      worker.postMessage(undefined)
      // A query that never ends does not keep the sandbox from stopping.
      const deadline = setTimeout(() => void worker.terminate(), maxStopMs)
      await exit
      clearTimeout(deadline)
    },
    exit,
  }
}
