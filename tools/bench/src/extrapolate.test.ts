import { expect, it } from 'vitest'
import { extrapolate } from './extrapolate.ts'

it('goes on as the samples do', () => {
  const rising = [1, 2, 3, 4].map((at) => ({ at, value: 10 + at / 2 }))
  expect(extrapolate(rising, 60)).toBeCloseTo(40)
})

it('holds what stays, whatever strays evenly', () => {
  const strayed = [9, 11, 11, 9].map((value, at) => ({ at, value }))
  expect(extrapolate(strayed, 60)).toBeCloseTo(10)
})
