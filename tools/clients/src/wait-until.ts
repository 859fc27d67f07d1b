import { setTimeout as sleep } from 'node:timers/promises'

/** Polls a value until it meets a condition. @throws Error with the last value after the timeout */
export async function waitUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean, seconds = 15): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline)
      throw new Error(`The condition was not met in ${seconds} seconds. Last value: ${JSON.stringify(value).slice(0, 500)}`)
    await sleep(100)
  }
}
