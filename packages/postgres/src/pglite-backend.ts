/** Servers of PGlite, a PostgreSQL compiled to WebAssembly. Each runs in a worker thread. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Duplex, duplexPair } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { copyFolder } from './copy-folder.ts'
import { PgliteSessions } from './pglite-sessions.ts'
import type { PgliteJob } from './pglite-worker.ts'
import type { Backend, DatabaseServer } from './server.ts'
import { PostgresError } from './wire.ts'

const program = new URL(`pglite-worker${extname(import.meta.filename)}`, import.meta.url)
const maxStopMs = 5000

const archive = join(import.meta.dirname, 'template.tar.gz')

/** @param root folder for the template that new data folders are copied from */
export function createPgliteBackend(root: string): Backend {
  const template = join(root, 'template-pglite')
  let created: Promise<unknown> | undefined
  return {
    name: 'pglite-18',
    isPerDatabase: true,
    maxServers: 4,
    copy: copyFolder,
    start: async (folder, database) => {
      if (!existsSync(folder) && !existsSync(template)) await (created ??= once(startWorker({ template, archive }), 'exit'))
      return startServer(startWorker({ template, archive, server: { folder, database } }), folder)
    },
  }
}

function startWorker(workerData: PgliteJob): Worker {
  // The output tells of starts and recoveries; errors come in replies.
  return new Worker(program, { workerData, stdout: true, stderr: true })
}

/** @throws PostgresError 57P02 */
async function startServer(worker: Worker, folder: string): Promise<DatabaseServer> {
  let failure = new PostgresError('57P02', 'PGlite stopped.')
  let pending: PromiseWithResolvers<Buffer> | undefined
  const receive = () => (pending = Promise.withResolvers()).promise
  worker.on('message', (reply: Uint8Array) => pending?.resolve(Buffer.from(reply.buffer)))
  worker.on('error', (error: Error) => (failure = new PostgresError('57P02', `PGlite stopped: ${error.message}`)))
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const clients = new Set<Duplex>()
  worker.once('exit', () => {
    pending?.reject(failure)
    for (const client of clients) client.destroy()
  })
  await receive()
  // Batches and copies wait for each other.
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
  const post = (message: Buffer | 'stop') => worker.postMessage(message)
  let isStopping = false
  const sessions = new PgliteSessions((batch) =>
    enqueue(() => {
      if (isStopping) throw failure
      post(batch)
      return receive()
    }),
  )
  return {
    connect: async () => {
      const [client, server] = duplexPair()
      clients.add(client)
      client.once('close', () => {
        clients.delete(client)
        // Not every version of Node destroys both sides.
        server.destroy()
      })
      void sessions.serve(server)
      return client
    },
    cancel: () => {},
    // Between two batches the files contain everything committed.
    copyTo: (target) => enqueue(() => copyFolder(folder, target)),
    stop: async () => {
      // A query that never ends does not keep the sandbox from stopping.
      const deadline = setTimeout(() => void worker.terminate(), maxStopMs)
      void ended.then(() => clearTimeout(deadline))
      await enqueue(async () => {
        if (!isStopping) post('stop')
        isStopping = true
      }).catch(() => {})
      await ended
    },
    ended,
  }
}
