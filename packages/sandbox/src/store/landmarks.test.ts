import { expect, it } from 'vitest'
import { createLandmarks, stride } from './landmarks.ts'

/** A list of so many rows, whose numbers are 10, 20, 30 …; counts the rows that were walked over. */
function makeList(rows: number) {
  let walked = 0
  const landmarks = createLandmarks((_list, seq, count) => {
    walked += count
    const next = Math.max(10, Math.ceil(seq / 10) * 10) + count * 10
    return next <= rows * 10 ? next : undefined
  })
  return { landmarks, walked: () => walked }
}

const list = { kind: 'Boat' }

it('the nearest place is the last one with no more rows before it', () => {
  const { landmarks } = makeList(5 * stride)
  const nearest = (position: number) => landmarks.nearest(list, position).before
  expect([0, stride - 1, stride, stride + 1, 2 * stride - 1, 2 * stride].map(nearest)).toEqual([0, 0, stride, stride, stride, 2 * stride])
  expect(landmarks.nearest(list, stride)).toEqual({ seq: 10 + stride * 10, before: stride })
})

it('a place is walked to once, and none is behind the end', () => {
  const { landmarks, walked } = makeList(2 * stride)
  landmarks.nearest(list, stride)
  expect(walked()).toBe(stride)
  landmarks.nearest(list, stride + 5)
  expect(walked()).toBe(stride)
  expect(landmarks.nearest(list, 9 * stride)).toEqual({ seq: 10 + stride * 10, before: stride })
})

it('what is stored or deleted before a place moves it, what comes at it or behind does not', () => {
  const { landmarks } = makeList(5 * stride)
  const { seq } = landmarks.nearest(list, stride)
  landmarks.stored(list, seq - 1)
  expect(landmarks.nearest(list, stride + 1).before).toBe(stride + 1)
  landmarks.deleted(list, seq - 1)
  landmarks.deleted(list, seq)
  landmarks.stored(list, seq + 1)
  expect(landmarks.nearest(list, stride).before).toBe(stride)
  landmarks.stored({ ...list, parent: 'Fleet/1/' }, 1)
  expect(landmarks.nearest(list, stride).before).toBe(stride)
})

it('what is forgotten is walked to again', () => {
  const { landmarks, walked } = makeList(5 * stride)
  landmarks.nearest(list, stride)
  landmarks.forget()
  landmarks.nearest(list, stride)
  expect(walked()).toBe(2 * stride)
})
