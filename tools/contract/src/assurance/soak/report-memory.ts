/** Loaded into the process under load: says, when it is asked, what memory is left after everything unused was collected. */
import { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'

export interface Memory {
  readonly heapUsed: number
  readonly rss: number
  readonly external: number
  /** What JavaScript's heap has of the machine's memory: what is used, and what is kept for later. */
  readonly heapPhysical: number
}

// Only this flavor gives back the pages, too, that the heap keeps for later: they would be taken for memory beside it.
const options = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const

process.on('message', () => {
  // What the first leaves for finalizers, the second takes.
  for (let time = 0; time < 2; time += 1) globalThis.gc?.(options)
  const { heapUsed, rss, external } = memoryUsage()
  const heapPhysical = getHeapStatistics().total_physical_size
  process.send?.({ heapUsed, rss, external, heapPhysical } satisfies Memory)
})
// The process must end by itself as it would without.
process.channel?.unref()
