/** How long a piece of work keeps the event loop from everything else, whatever else the machine does meanwhile. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So often what was slow is tried again: a collection of garbage, or code that is compiled, is slow once. */
const tries = 6

/** The least of several tries, in milliseconds; one try where it was quick. */
export async function measure(work: () => Promise<unknown>, quick: number): Promise<number> {
  let min = Infinity
  for (let time = 0; time < tries && min > quick; time += 1) {
    const before = computed()
    await work()
    min = Math.min(min, computed() - before)
  }
  return min
}

/** For how many milliseconds the thread has computed: time in which it waits for its turn on a busy machine is not held by anybody's request. */
export function computed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What is still held when nothing that can be let go of is, in MB. */
export function parseMemory(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
