import { expect, it } from 'vitest'
import { BoundedLog } from './bounded-log.ts'

it('removes the newest entries, also across the end of its ring', () => {
  const log = new BoundedLog<{ readonly n: number; readonly bytes: number }>(3, 1000)
  for (let n = 1; n <= 5; n += 1) log.add({ n, bytes: 10 })
  log.removeNewest(({ n }) => n > 3)
  expect([...log].map(({ n }) => n)).toEqual([3])
  expect([log.size, log.bytes]).toEqual([1, 10])
  for (let n = 6; n <= 8; n += 1) log.add({ n, bytes: 10 })
  expect([...log].map(({ n }) => n)).toEqual([8, 7, 6])
  log.removeNewest(() => true)
  expect([[...log], log.size, log.bytes]).toEqual([[], 0, 0])
})
