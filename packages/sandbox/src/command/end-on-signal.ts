import type { RunningSandbox } from '../start-sandbox.ts'

/**
 * What is being answered is answered first, for a second at most, or longer where a database that answers is waited for; a second signal does not wait for
 * that. However the process ends, but by force or for want of power, the state is closed and is one file again.
 */
export function endOnSignal(sandbox: Pick<RunningSandbox, 'close' | 'end'>): void {
  let isTold = false
  process.once('exit', sandbox.end)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isTold) process.exit(1)
      isTold = true
      void sandbox.close().then(() => process.exit(0))
    })
}
