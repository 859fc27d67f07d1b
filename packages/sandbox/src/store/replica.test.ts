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

test('what is done to one can be done to another: rows with their tags, counters, settings, dues', () => {
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

test('what took the place of a row in the same change is found as itself, and never as what went', () => {
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

test('what is undone is not there, and nothing is told of it; of one transaction of several neither', () => {
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

test('what was made in another state is refused', () => {
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

test('an image holds all of it', () => {
  const file = newFile()
  const [one, other] = [openReplica(indexed), openReplica(indexed)]
  one.store.put(put('one'))
  one.shared.set('faults', '[1]')
  other.store.put(put('two'))
  one.save(file)
  other.load(file)
  expect([listIds(other.store, tagged), other.shared.get('faults')]).toEqual([['one'], '[1]'])
})

test('memory is bounded, however much it holds, and also while it is replaced as a whole', () => {
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

test('whether something was changed is told of what cannot be undone too', () => {
  const { store, detectChange } = openReplica(indexed)
  expect(detectChange(() => store.put(put('one')))).toBe(true)
  expect(detectChange(() => store.get(put('one'))?.text)).toBe(false)
  expect(detectChange(() => store.clear())).toBe(true)
})
