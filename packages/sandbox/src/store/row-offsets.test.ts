import { expect, it } from 'vitest'
import { createRowOffsets, stride } from './row-offsets.ts'

/** A list of so many rows, whose numbers are 10, 20, 30 …; counts the rows that were walked over. */
function makeList(rows: number) {
  let walked = 0
  const offsets = createRowOffsets((_list, seq, count) => {
    walked += count
    const next = Math.max(10, Math.ceil(seq / 10) * 10) + count * 10
    return next <= rows * 10 ? next : undefined
  })
  return { offsets, walked: () => walked }
}

const list = { kind: 'Boat' }

it('the nearest place is the last one with no more rows before it', () => {
  const { offsets } = makeList(5 * stride)
  const nearest = (position: number) => offsets.nearest(list, position).before
  expect([0, stride - 1, stride, stride + 1, 2 * stride - 1, 2 * stride].map(nearest)).toEqual([0, 0, stride, stride, stride, 2 * stride])
  expect(offsets.nearest(list, stride)).toEqual({ seq: 10 + stride * 10, before: stride })
})

it('a place is walked to once, and none is behind the end', () => {
  const { offsets, walked } = makeList(2 * stride)
  offsets.nearest(list, stride)
  expect(walked()).toBe(stride)
  offsets.nearest(list, stride + 5)
  expect(walked()).toBe(stride)
  expect(offsets.nearest(list, 9 * stride)).toEqual({ seq: 10 + stride * 10, before: stride })
})

it('what is stored or deleted before a place moves it, what comes at it or behind does not', () => {
  const { offsets } = makeList(5 * stride)
  const { seq } = offsets.nearest(list, stride)
  offsets.stored(list, seq - 1)
  expect(offsets.nearest(list, stride + 1).before).toBe(stride + 1)
  offsets.deleted(list, seq - 1)
  offsets.deleted(list, seq)
  offsets.stored(list, seq + 1)
  expect(offsets.nearest(list, stride).before).toBe(stride)
  offsets.stored({ ...list, parent: 'Fleet/1/' }, 1)
  expect(offsets.nearest(list, stride).before).toBe(stride)
})

it('what is forgotten is walked to again', () => {
  const { offsets, walked } = makeList(5 * stride)
  offsets.nearest(list, stride)
  offsets.forget()
  offsets.nearest(list, stride)
  expect(walked()).toBe(2 * stride)
})
