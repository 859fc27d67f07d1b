import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStore } from '../store/sqlite-store.ts'
import { createClock } from './clock.ts'

const noon = Date.UTC(2026, 2, 2, 12)
const hour = 3_600_000

function createAdjustableClock() {
  let adjustment = 0
  const start = performance.now()
  const clock = createClock(openStore(), () => Math.floor(noon + performance.now() - start + adjustment))
  return { clock, adjust: (milliseconds: number) => (adjustment += milliseconds) }
}

it('keeps running when the system clock is set back', async () => {
  const { clock, adjust } = createAdjustableClock()
  const before = clock.now()
  adjust(-hour)
  const after = clock.now()
  await sleep(50)
  const later = clock.now()
  expect(after).toBeGreaterThanOrEqual(before)
  expect(later - after).toBeGreaterThanOrEqual(45)
  expect(later - before).toBeLessThan(hour)
})

it('follows the system clock when it is set forward', () => {
  const { clock, adjust } = createAdjustableClock()
  adjust(hour)
  expect(clock.now()).toBeGreaterThanOrEqual(noon + hour)
})
