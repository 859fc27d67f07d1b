import { expect, test } from 'vitest'
import { measure } from './measure.ts'

test('runs subjects in turns, and drops the warm-up rounds', async () => {
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

test('reports the subject and round as progress', async () => {
  const lines: string[] = []
  await measure({ a: () => 1 }, { runs: 1, warmUps: 1, progress: (line) => lines.push(line) })
  expect(lines).toEqual(['warm-up a', '1/1 a'])
})

test('rejects when a subject fails', async () => {
  await expect(measure({ a: () => Promise.reject(new Error('broken')) }, { runs: 1 })).rejects.toThrow('broken')
})
