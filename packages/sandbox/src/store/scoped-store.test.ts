import { describe, expect, it } from 'vitest'
import { scopeStore } from './scoped-store.ts'
import { openStore } from './sqlite-store.ts'
import { under, UniqueError } from './store.ts'

const droplet = { kind: 'Droplet', id: '7' }
const text = '{"name":"web"}'

function openTwo() {
  const store = openStore()
  return { store, ana: scopeStore(store, 'ana'), ben: scopeStore(store, 'ben') }
}

describe('scopeStore', () => {
  it('is the store itself for the first account', () => {
    const store = openStore()
    expect(scopeStore(store, '')).toBe(store)
  })

  it('keeps the same key apart for each account', () => {
    const { store, ana, ben } = openTwo()
    ana.put({ ...droplet, text })
    expect([ana.text(droplet), ben.text(droplet), store.text(droplet)]).toEqual([text, undefined, undefined])
    expect([ana.count(droplet), ben.count(droplet), store.count(droplet)]).toEqual([1, 0, 0])
    expect(ben.delete(droplet)).toBe(false)
    expect(ana.text(droplet)).toBe(text)
  })

  it('gives rows back under the keys they were put under', () => {
    const { ana } = openTwo()
    const nested = { kind: 'Record', id: '1', parent: under(droplet) }
    for (const key of [{ ...droplet, parent: '' }, nested]) {
      ana.put({ ...key, text, hidden: '{}' })
      expect(ana.get(key)).toEqual({ ...key, text, hidden: '{}', unique: undefined })
    }
  })

  it('deletes what lives under an object, of that account only', () => {
    const { ana, ben } = openTwo()
    const nested = { kind: 'Record', id: '1', parent: under(droplet) }
    const deeper = { kind: 'Part', id: '1', parent: under(nested) }
    for (const view of [ana, ben]) for (const key of [droplet, nested, deeper]) view.put({ ...key, text })
    expect(ana.delete(droplet)).toBe(true)
    expect([nested, deeper].map((key) => ana.text(key))).toEqual([undefined, undefined])
    expect([droplet, nested, deeper].map((key) => ben.text(key))).toEqual([text, text, text])
  })

  it('holds what must be unique to one account', () => {
    const { ana, ben } = openTwo()
    ana.put({ ...droplet, text, unique: 'web' })
    ben.put({ ...droplet, text, unique: 'web' })
    expect(() => ana.put({ ...droplet, id: '8', text, unique: 'web' })).toThrow(UniqueError)
    expect([ana.byUnique('Droplet', 'web'), ben.byUnique('Droplet', 'other')]).toEqual([text, undefined])
  })

  it('lists, with conditions, what is of the account', () => {
    const { ana, ben } = openTwo()
    ana.put({ ...droplet, text })
    ben.put({ ...droplet, id: '8', text })
    const where = [{ field: 'name', equals: 'web' }]
    expect(ana.list({ kind: 'Droplet', where })).toEqual({ texts: text, total: 1 })
    expect([ana.ids({ kind: 'Droplet' }), ben.ids({ kind: 'Droplet' })]).toEqual([['7'], ['8']])
  })

  it('shares counters, and keeps settings apart', () => {
    const { store, ana, ben } = openTwo()
    expect([ana.next('id'), ben.next('id'), store.next('id')]).toEqual([1, 2, 3])
    ana.set('color', 'blue')
    expect([ana.setting('color'), ben.setting('color'), store.setting('color')]).toEqual(['blue', undefined, undefined])
  })

  it('notes in whose world something falls due', () => {
    const { store, ana } = openTwo()
    store.schedule({ at: 1, name: 'a', payload: '1' })
    ana.schedule({ at: 2, name: 'a', payload: '2' })
    expect([store.takeDue(5), store.takeDue(5)]).toEqual([
      { at: 1, name: 'a', payload: '1' },
      { at: 2, name: 'a', payload: '2', account: 'ana' },
    ])
  })
})
