import { expect, test } from 'vitest'
import { measure } from './measure.ts'

test('takes turns, and leaves the warm-up out', async () => {
  const order: string[] = []
  let count = 0
  const subject = (name: string) => async () => {
    order.push(name)
    return count++
  }
  const samples = await measure({ a: subject('a'), b: subject('b') }, { runs: 2, warmUps: 1 })
  expect(order.join('')).toBe('ababab')
  expect(samples).toEqual({ a: [2, 4], b: [3, 5] })
})

test('says which subject of which round it is at', async () => {
  const lines: string[] = []
  await measure({ a: () => 1 }, { runs: 1, warmUps: 1, progress: (line) => lines.push(line) })
  expect(lines).toEqual(['warm-up a', '1/1 a'])
})

test('a subject that fails ends the run', async () => {
  await expect(measure({ a: () => Promise.reject(new Error('broken')) }, { runs: 1 })).rejects.toThrow('broken')
})
