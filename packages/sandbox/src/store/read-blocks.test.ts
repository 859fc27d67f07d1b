import { expect, it } from 'vitest'
import { createBlockReader } from './read-blocks.ts'
import { openStore } from './sqlite-store.ts'

interface Tide {
  readonly id: string
  readonly meters: number
}

const tide = (id: string, meters: number) => ({ kind: 'Tide', id, text: JSON.stringify({ id, meters } satisfies Tide) })

it('parses what has changed, and gives the same array back where nothing has', () => {
  const store = openStore()
  const parsed: string[] = []
  const read = createBlockReader<Tide, number>(['Tide'], ({ id, meters }) => {
    parsed.push(id)
    return meters > 0 ? [meters] : []
  })
  expect(read(store)).toEqual([])
  store.transaction(() => {
    for (let n = 1; n <= 5000; n += 1) store.put(tide(String(n), n))
  })
  const first = read(store)
  expect([first.length, parsed.length]).toEqual([5000, 5000])
  expect(read(store)).toBe(first)
  store.put(tide('7', 0))
  store.delete(tide('5000', 0))
  parsed.length = 0
  const later = read(store)
  expect([later.length, later[6], later.at(-1)]).toEqual([4998, 8, 4999])
  expect(parsed.length).toBeLessThan(5000)
  expect(read(openStore())).toEqual([])
  expect(read(store)).toEqual(later)
})
