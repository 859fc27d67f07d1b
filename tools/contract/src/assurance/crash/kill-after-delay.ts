/**
 * Kills a process after a delay, in a thread. On the main thread the kill would always follow the processing of the received responses, at
 * nearly the same point of the server's work.
 */
import { workerData } from 'node:worker_threads'

const { processId, milliseconds } = workerData as { readonly processId: number; readonly milliseconds: number }
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
try {
  process.kill(processId, 'SIGKILL')
} catch {
  // The process has already exited, which the writers noticed.
}
