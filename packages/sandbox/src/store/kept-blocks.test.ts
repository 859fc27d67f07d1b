import { expect, it } from 'vitest'
import { KeptBlocks } from './kept-blocks.ts'
import { openStore } from './sqlite-store.ts'

/** Rows by number, and which blocks were read. */
function make(rows: Map<number, string>) {
  const read: number[] = []
  const within = (from: number, end = Infinity) => [...rows].filter(([seq]) => seq >= from && seq < end).toSorted(([a], [b]) => a - b)
  const blocks = new KeptBlocks({
    next: (_, from) => within(from)[0]?.[0],
    find: (_, id) => [...rows].find(([, text]) => text === id)?.[0],
    read: (_, from, end) => {
      read.push(from)
      return within(from, end)
        .map(([, text]) => text)
        .join()
    },
  })
  return { blocks, read }
}

const boats = { kind: 'Boat' }

it('reads the block again in which a row is new, another or gone, and no other', () => {
  const rows = new Map([10, 3000, 5000, 9000].map((seq) => [seq, `at ${seq}`]))
  const { blocks, read } = make(rows)
  expect(blocks.list(boats)).toEqual(['at 10', 'at 3000', 'at 5000', 'at 9000'])
  expect(blocks.list(boats)).toBe(blocks.list(boats))
  expect(read.splice(0)).toEqual([10, 3000, 5000, 9000])
  rows.set(3001, 'new')
  blocks.changedAt(boats, 3001)
  expect(blocks.list(boats)).toEqual(['at 10', 'at 3000,new', 'at 5000', 'at 9000'])
  blocks.changed(boats, 'at 10')
  rows.delete(5000)
  blocks.changedAt(boats, 5000)
  blocks.changedAt({ kind: 'Oar' }, 9000)
  expect(blocks.list(boats)).toEqual(['at 10', 'at 3000,new', 'at 9000'])
  expect(read.splice(0)).toEqual([3000, 10])
  blocks.forget()
  blocks.list(boats)
  expect(read).toEqual([10, 3000, 9000])
})

it('reads after what was undone only the blocks that it had changed', () => {
  const rows = new Map([10, 3000, 5000].map((seq) => [seq, `at ${seq}`]))
  const { blocks, read } = make(rows)
  blocks.list(boats)
  blocks.changedAt(boats, 10)
  blocks.settle()
  blocks.list(boats)
  blocks.changedAt(boats, 5000)
  blocks.list(boats)
  read.length = 0
  blocks.undo()
  blocks.list(boats)
  expect(read.splice(0)).toEqual([5000])
  // Where all were others meanwhile, nothing that was read is true.
  blocks.forget()
  blocks.list(boats)
  read.length = 0
  blocks.undo()
  blocks.list(boats)
  expect(read).toEqual([10, 3000, 5000])
})

it('has what the store has, after changes, removals with what lives below, and what was undone', () => {
  const store = openStore()
  const put = (id: string, text: string, parent?: string) => store.put({ kind: 'Boat', id, text, ...(parent !== undefined && { parent }) })
  const all = (parent?: string) => store.blocks({ kind: 'Boat', ...(parent !== undefined && { parent }) }).join()
  put('1', '"a"')
  put('2', '"b"')
  put('3', '"c"', 'Boat/1/')
  expect([all(), all('Boat/1/')]).toEqual(['"a","b"', '"c"'])
  put('2', '"other"')
  expect(all()).toBe('"a","other"')
  expect(() =>
    store.transaction(() => {
      put('1', '"undone"')
      expect(all()).toBe('"undone","other"')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(all()).toBe('"a","other"')
  store.delete({ kind: 'Boat', id: '1' })
  expect([all(), all('Boat/1/')]).toEqual(['"other"', ''])
})
