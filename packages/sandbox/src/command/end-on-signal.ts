import type { RunningSandbox } from '../start-sandbox.ts'

/**
 * Stops the sandbox after SIGINT, SIGTERM or SIGHUP. Running requests may finish for a second, or longer while a database is slow; a second
 * signal stops at once. On every exit except SIGKILL and a power failure, the state file is closed and its log merged into it.
 */
export function endOnSignal(sandbox: Pick<RunningSandbox, 'close' | 'end'>): void {
  let isStopping = false
  process.once('exit', sandbox.end)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void sandbox.close().then(() => process.exit(0))
    })
}
