/** Clock of the sandbox, computed from the last response and the clock of the browser. */
import type { Clock, Controls } from '../../src/generated/controls.ts'
import { control } from './requests.ts'
import { listen } from './live.ts'
import { observe } from './observable.ts'

interface ClockReading extends Clock {
  /** Time of the browser at the response. */
  readonly at: number
}

export const clock = observe<ClockReading | undefined>(undefined)

function storeClock(reading: Clock): void {
  clock.set({ ...reading, at: Date.now() })
}

export async function loadClock(): Promise<void> {
  storeClock(await control('GET /_sandbox/clock'))
}

export function sandboxNow(): number {
  const reading = clock.get()
  if (!reading) return Date.now()
  return Date.parse(reading.now) + (reading.frozen ? 0 : Date.now() - reading.at)
}

export function followClock(): void {
  void loadClock()
  listen('clock', () => void loadClock())
}

export async function moveClock(change: Controls['POST /_sandbox/clock']['body']): Promise<void> {
  storeClock(await control('POST /_sandbox/clock', { body: change }))
}
