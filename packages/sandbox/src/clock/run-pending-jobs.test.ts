import { expect, it, vi } from 'vitest'
import type { Platform } from '../engine/account-context.ts'
import { openStore } from '../store/sqlite-store.ts'
import { createClock } from './clock.ts'
import { type JobError, type JobHandler, runPendingJobs } from './run-pending-jobs.ts'

function createJob(handler: JobHandler) {
  const store = openStore()
  store.schedule({ at: 1, name: 'test.due', payload: '{"id":7}' })
  const onDone = vi.fn<() => void>()
  const onFailure = vi.fn<(error: JobError) => void>()
  // The handlers of this test do not use their context.
  const platform = { store, clock: createClock(store), contextFor: () => ({}) } as unknown as Platform
  return { store, onDone, onFailure, run: () => runPendingJobs(platform, new Map([['test.due', handler]]), { onDone, onFailure }) }
}

it('drops a failed job, reports it and runs the remaining jobs', () => {
  const { store, onDone, onFailure, run } = createJob(({ id }: { readonly id: number }) => {
    if (id === 7) throw new Error('a mistake')
  })
  store.schedule({ at: 2, name: 'test.due', payload: '{"id":8}' })
  run()
  expect(store.nextJobTime()).toBe(Infinity)
  expect(onDone).toHaveBeenCalledTimes(1)
  const [[error]] = onFailure.mock.calls as [[JobError]]
  expect(error.message).toBe('"test.due", due at 1970-01-01T00:00:00.001Z, failed and is left undone: a mistake')
  expect(error.job).toEqual({ at: 1, name: 'test.due', payload: '{"id":7}' })
})

it('reports a job without a handler', () => {
  const { store, onFailure, run } = createJob(() => {})
  store.schedule({ at: 2, name: 'test.unknown', payload: '{}' })
  run()
  expect(onFailure.mock.calls.map(([{ message }]) => message)).toEqual([expect.stringContaining('Nothing handles "test.unknown".')])
})

it('keeps a job pending when the disk is full', () => {
  let isFull = true
  let done = 0
  const { store, run } = createJob(() => {
    if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    done += 1
  })
  expect(run).toThrow('disk is full')
  expect(store.nextJobTime()).toBe(1)
  isFull = false
  run()
  expect([done, store.nextJobTime()]).toEqual([1, Infinity])
})
