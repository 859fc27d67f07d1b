/**
 * A thread that kills a process after so many milliseconds. On the main thread the kill would come when the answers just received have
 * been dealt with, which is always at much the same point of what the server does.
 */
import { workerData } from 'node:worker_threads'

const { processId, milliseconds } = workerData as { readonly processId: number; readonly milliseconds: number }
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
try {
  process.kill(processId, 'SIGKILL')
} catch {
  // It died by itself, which the writers have found out.
}
