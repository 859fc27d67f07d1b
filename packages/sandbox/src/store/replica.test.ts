import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReplica } from './replica.ts'
import { listIds } from './list-ids.ts'
import { findSetting, saveSetting } from './settings.ts'

const indexed = [{ kind: 'Volume', field: 'tags[]' }]
const put = (id: string, unique?: string) => ({ kind: 'Volume', id, text: JSON.stringify({ id, tags: ['a'] }), unique })
const tagged = { kind: 'Volume', where: [{ field: 'tags[]', equals: 'A', ignoreCase: true }] }

test('applies the changes of one replica to another: rows, tags, counters, settings and jobs', () => {
  const [one, other] = [openReplica(indexed), openReplica(indexed)]
  const { change, commit } = one.runUncommitted(() => {
    one.store.put(put('one'))
    saveSetting(one.store, 'seed', '7')
    one.store.nextCounter('uuid')
    one.store.schedule({ at: 5, name: 'due', payload: '{}' })
    one.shared.set('faults', '[]')
  })
  commit()
  other.apply(change ?? new Uint8Array())
  expect(listIds(other.store, tagged)).toEqual(['one'])
  expect([
    findSetting(other.store, 'seed'),
    other.store.nextCounter('uuid'),
    other.store.nextJobTime(),
    other.shared.get('faults'),
  ]).toEqual(['7', 2, 5, '[]'])
})

test('finds a row that replaced another one in the same change only by its own values', () => {
  const [one, other] = [openReplica(indexed), openReplica(indexed)]
  const first = one.runUncommitted(() => one.store.put(put('one')))
  first.commit()
  other.apply(first.change ?? new Uint8Array())
  const second = one.runUncommitted(() => {
    one.store.delete(put('one'))
    one.store.put({ kind: 'Note', id: 'note', text: '{}' })
  })
  second.commit()
  other.apply(second.change ?? new Uint8Array())
  expect([one.store.list(tagged).texts, other.store.list(tagged).texts]).toEqual(['', ''])
  const third = one.runUncommitted(() => {
    one.store.delete({ kind: 'Note', id: 'note' })
    one.store.put(put('two'))
  })
  third.commit()
  other.apply(third.change ?? new Uint8Array())
  expect([listIds(one.store, tagged), listIds(other.store, tagged)]).toEqual([['two'], ['two']])
})

test('exports no changes of a rolled-back group or transaction', () => {
  const { store, runUncommitted } = openReplica(indexed)
  const held = runUncommitted(() => store.put(put('one')))
  expect(held.change).toBeDefined()
  held.rollback()
  expect(listIds(store, { kind: 'Volume' })).toEqual([])
  const failing = runUncommitted(() => {
    expect(() =>
      store.transaction(() => {
        store.put(put('two'))
        throw new Error('no')
      }),
    ).toThrow('no')
  })
  expect(failing.change).toBeUndefined()
  failing.rollback()
})

test('rejects a change of a different state', () => {
  const [one, other] = [openReplica(indexed), openReplica(indexed)]
  const first = one.runUncommitted(() => one.store.put(put('one', 'a')))
  first.commit()
  const second = one.runUncommitted(() => one.store.put({ ...put('one', 'a'), text: '{}' }))
  second.commit()
  expect(() => other.apply(second.change ?? new Uint8Array())).toThrow('does not apply to the state')
})

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-replica-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'image.db')
}

test('saves and loads the whole state', () => {
  const file = newFile()
  const [one, other] = [openReplica(indexed), openReplica(indexed)]
  one.store.put(put('one'))
  one.shared.set('faults', '[1]')
  other.store.put(put('two'))
  one.save(file)
  other.load(file)
  expect([listIds(other.store, tagged), other.shared.get('faults')]).toEqual([['one'], '[1]'])
})

test('limits the memory for a large state, also while the state is replaced', () => {
  const { store, save, load, getSizeBytes } = openReplica(indexed, 4096)
  const before = process.memoryUsage().rss
  const text = JSON.stringify({ id: 'x'.repeat(100_000), tags: [] })
  for (let n = 0; n < 8; n += 1)
    store.transaction(() => {
      for (let k = 0; k < 50; k += 1) store.put({ kind: 'Volume', id: `${n}-${k}`, text })
    })
  const file = newFile()
  save(file)
  load(file)
  expect([store.count({ kind: 'Volume' }), store.get({ kind: 'Volume', id: '0-0' })?.text]).toEqual([400, text])
  const mebibyte = 2 ** 20
  expect(getSizeBytes() / mebibyte).toBeGreaterThan(38)
  expect(Math.abs(getSizeBytes() - statSync(file).size) / mebibyte).toBeLessThan(2)
  expect((process.memoryUsage().rss - before) / mebibyte).toBeLessThan(25)
})

test('detects changes of work that cannot be rolled back', () => {
  const { store, detectChange } = openReplica(indexed)
  expect(detectChange(() => store.put(put('one')))).toBe(true)
  expect(detectChange(() => store.get(put('one'))?.text)).toBe(false)
  expect(detectChange(() => store.clear())).toBe(true)
})
