/** The sandbox's time, which runs beside that of the page or stands still. */
import type { Clock, Controls } from '../../src/generated/controls.ts'
import { control } from './ask.ts'
import { listen } from './live.ts'
import { observe } from './observable.ts'

interface Read extends Clock {
  readonly at: number
}

export const clock = observe<Read | undefined>(undefined)

function recordClock(read: Clock): void {
  clock.set({ ...read, at: Date.now() })
}

export async function loadClock(): Promise<void> {
  recordClock(await control('GET /_sandbox/clock'))
}

export function sandboxNow(): number {
  const read = clock.get()
  if (!read) return Date.now()
  return Date.parse(read.now) + (read.frozen ? 0 : Date.now() - read.at)
}

export function followClock(): void {
  void loadClock()
  listen('clock', () => void loadClock())
}

export async function moveClock(change: Controls['POST /_sandbox/clock']['body']): Promise<void> {
  recordClock(await control('POST /_sandbox/clock', { body: change }))
}
