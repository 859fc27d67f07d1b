import { expect, it } from 'vitest'
import { boat } from '../../test/make-boat.ts'
import { openStore } from './sqlite-store.ts'
import type { Question } from './store.ts'

const first: Question = { kind: 'Boat', order: 'newest', page: { number: 1, size: 2 } }

function openHarbor() {
  const store = openStore()
  for (const id of ['1', '2', '3']) store.put(boat(id))
  const read = (question = first) => (JSON.parse(`[${store.list(question).texts}]`) as { id: string }[]).map(({ id }) => id)
  return { store, read }
}

it('reads a page once, for as long as its list is the same', () => {
  const { store } = openHarbor()
  const page = store.list(first)
  store.put({ ...boat('4'), kind: 'Buoy' })
  store.put({ ...boat('4'), parent: 'Harbor/1/' })
  expect(store.list(first)).toBe(page)
})

it('tells pages apart by their number, their size, their order and their parent', () => {
  const { store, read } = openHarbor()
  store.put({ ...boat('9'), parent: 'Harbor/1/' })
  const asked: [Question, readonly string[]][] = [
    [first, ['3', '2']],
    [{ ...first, page: { number: 2, size: 2 } }, ['1']],
    [{ ...first, page: { number: 1, size: 1 } }, ['3']],
    [{ ...first, order: 'oldest' }, ['1', '2']],
    [{ ...first, parent: 'Harbor/1/' }, ['9']],
  ]
  for (const [question, want] of [...asked, ...asked]) expect(read(question)).toEqual(want)
})

it('has what was made, changed or removed since', () => {
  const { store, read } = openHarbor()
  expect(read()).toEqual(['3', '2'])
  store.put({ ...boat('4'), isNew: true })
  expect(read()).toEqual(['4', '3'])
  store.put(boat('4', { isSold: true }))
  expect(store.list(first).texts).toContain('"isSold":true')
  store.delete({ kind: 'Boat', id: '4' })
  expect(read()).toEqual(['3', '2'])
})

it('has nothing of what went with what it was under', () => {
  const { store, read } = openHarbor()
  const moored = { ...first, parent: 'Harbor/1/' }
  store.put({ kind: 'Harbor', id: '1', text: '{}' })
  store.put({ ...boat('9'), parent: moored.parent })
  expect(read(moored)).toEqual(['9'])
  store.delete({ kind: 'Harbor', id: '1' })
  expect(read(moored)).toEqual([])
})

it('has nothing of what was undone, alone or in a group', () => {
  const { store, read } = openHarbor()
  const fail = () =>
    store.transaction(() => {
      store.put(boat('4'))
      expect(read()[0]).toBe('4')
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(read()).toEqual(['3', '2'])
  store.group(() => {
    store.put(boat('5'))
    expect(fail).toThrow('no')
    expect(read()).toEqual(['5', '3'])
  })
  expect(read()).toEqual(['5', '3'])
})

it('knows at most so many lists', () => {
  const { store, read } = openHarbor()
  const page = store.list(first)
  for (let n = 0; n < 200; n += 1) store.list({ ...first, parent: `Harbor/${n}/` })
  expect(store.list(first)).not.toBe(page)
  expect(read()).toEqual(['3', '2'])
})
