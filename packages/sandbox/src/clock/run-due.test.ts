import { expect, it } from 'vitest'
import type { Platform } from '../engine/world.ts'
import { openStore } from '../store/sqlite-store.ts'
import { createClock } from './clock.ts'
import { type DueHandler, runDue } from './run-due.ts'

function makeDue(handler: DueHandler) {
  const store = openStore()
  store.schedule({ at: 1, name: 'test.due', payload: '{}' })
  const failures: unknown[] = []
  // Handlers here look at nothing of the world.
  const platform = { store, clock: createClock(store), worldOf: () => ({}) } as unknown as Platform
  return { store, failures, run: () => runDue(platform, new Map([['test.due', handler]]), (error) => failures.push(error)) }
}

it('leaves out what cannot be done, so that the rest is', () => {
  const { store, failures, run } = makeDue(() => {
    throw new Error('a mistake')
  })
  run()
  expect([failures.length, store.nextDue()]).toEqual([1, Infinity])
})

it('keeps due what the disk has no room for', () => {
  let isFull = true
  let done = 0
  const { store, run } = makeDue(() => {
    if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    done += 1
  })
  expect(run).toThrow('disk is full')
  expect(store.nextDue()).toBe(1)
  isFull = false
  run()
  expect([done, store.nextDue()]).toEqual([1, Infinity])
})
