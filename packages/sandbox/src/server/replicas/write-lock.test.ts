import { expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { createWriteLock } from './write-lock.ts'

function createTestLock(response: () => Promise<never[]> = async () => []) {
  const calls: string[] = []
  const query: Connection['query'] = async (text) => {
    calls.push(/pg_advisory_(\w+)/.exec(text)?.[1] ?? text)
    return response()
  }
  let time = 0
  const notifications = { count: 0 }
  const lock = createWriteLock(
    { query },
    () => (notifications.count += 1),
    () => time,
  )
  return { lock, calls, notifications, advance: (milliseconds: number) => (time += milliseconds) }
}

it('acquires the lock only while other replicas write, and releases it once', async () => {
  const { lock, calls, advance } = createTestLock()
  await lock.acquire()
  lock.release()
  expect(calls).toEqual([])
  lock.recordOtherWriter()
  await lock.acquire()
  await lock.acquire()
  lock.release()
  lock.release()
  expect(calls).toEqual(['lock', 'unlock'])
  advance(201)
  await lock.acquire()
  expect(calls).toHaveLength(2)
})

it('notifies the other replicas of a lost race, at most every 50 ms', () => {
  const { lock, notifications, advance } = createTestLock()
  lock.recordLostRace()
  lock.recordLostRace()
  expect(notifications.count).toBe(1)
  advance(60)
  lock.recordLostRace()
  expect(notifications.count).toBe(2)
})

it('continues without the lock after a timeout, and does not retry for two seconds', async () => {
  const { lock, calls, advance } = createTestLock(async () => {
    throw new Error('canceling statement due to lock timeout')
  })
  lock.recordOtherWriter()
  await lock.acquire()
  await lock.acquire()
  lock.release()
  expect(calls).toEqual(['lock'])
  advance(2001)
  lock.recordOtherWriter()
  await lock.acquire()
  expect(calls).toEqual(['lock', 'lock'])
})
