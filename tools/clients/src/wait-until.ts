import { setTimeout as sleep } from 'node:timers/promises'

/** Reads until what was read is as wanted, as a program does that waits for a state. */
export async function waitUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean, seconds = 15): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline) throw new Error(`It did not come in ${seconds} seconds: ${JSON.stringify(value).slice(0, 500)}`)
    await sleep(100)
  }
}
