/** Worker that opens new state files at the same time as other workers, and reports for each file whether it succeeded. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../src/store/open-database.ts'

const { files, workers, counters } = workerData as {
  readonly files: readonly string[]
  readonly workers: number
  /** Number of workers that are ready to open a file, and that have opened one, of all rounds together. */
  readonly counters: Int32Array
}

/** Waits until all workers have come here in this round. */
function meet(counter: number, round: number): void {
  const all = (round + 1) * workers
  Atomics.add(counters, counter, 1)
  Atomics.notify(counters, counter)
  for (let arrived = Atomics.load(counters, counter); arrived < all; arrived = Atomics.load(counters, counter))
    Atomics.wait(counters, counter, arrived)
}

const opened = files.map((file, round) => {
  meet(0, round)
  let database: ReturnType<typeof openDatabase> | undefined
  try {
    database = openDatabase(file)
  } catch {
    // Another worker has the file.
  }
  meet(1, round)
  database?.close()
  return database !== undefined
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker has no origin
parentPort?.postMessage(opened)
