/** Loaded into the process under load: says, when it is asked, what memory is left after everything unused was collected. */
import { memoryUsage } from 'node:process'

export interface Memory {
  readonly heapUsed: number
  readonly rss: number
  readonly external: number
}

const collect = (globalThis as { readonly gc?: () => void }).gc

process.on('message', () => {
  // What the first leaves for finalizers, the second takes.
  collect?.()
  collect?.()
  const { heapUsed, rss, external } = memoryUsage()
  process.send?.({ heapUsed, rss, external } satisfies Memory)
})
// The process must end by itself as it would without.
process.channel?.unref()
