/** How long a piece of work keeps the event loop from everything else, whatever else the machine does meanwhile. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So often what was slow is tried again: a collection of garbage, or code that is compiled, is slow once. */
const maxTries = 6

/** The least of several tries, in milliseconds; one try where it was quick. */
export async function measureCpuMs(work: () => Promise<unknown>, quick: number): Promise<number> {
  let min = Infinity
  for (let time = 0; time < maxTries && min > quick; time += 1) {
    const before = getCpuMs()
    await work()
    min = Math.min(min, getCpuMs() - before)
  }
  return min
}

/** For how many milliseconds the thread has computed: time in which it waits for its turn on a busy machine is not held by anybody's request. */
export function getCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What is still held when nothing that can be let go of is, in MB. */
export function measureHeapMb(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
