/** Measures how long work blocks the event loop, independent of other processes. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A slow measurement is repeated, because garbage collection and compilation are slow once. */
const maxTries = 6

/** Returns the minimum of several tries in milliseconds; a single try when it is fast. */
export async function measureCpuMs(work: () => Promise<unknown>, quick: number): Promise<number> {
  let min = Infinity
  for (let time = 0; time < maxTries && min > quick; time += 1) {
    const before = getCpuMs()
    await work()
    min = Math.min(min, getCpuMs() - before)
  }
  return min
}

/** CPU time of the thread in milliseconds, without the time in which it waits for a CPU. */
export function getCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Heap size in MB after garbage collection. */
export function measureHeapMb(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
