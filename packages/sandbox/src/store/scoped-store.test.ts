import { describe, expect, it } from 'vitest'
import { scopeStore } from './scoped-store.ts'
import { openStore } from './sqlite-store.ts'
import { childPath, UniqueError } from './store.ts'
import { listIds } from './list-ids.ts'

const droplet = { kind: 'Droplet', id: '7' }
const text = '{"name":"web"}'

function openTwo() {
  const store = openStore()
  return { store, ana: scopeStore(store, 'ana'), ben: scopeStore(store, 'ben') }
}

describe('scopeStore', () => {
  it('stores the same key separately for each account', () => {
    const { store, ana, ben } = openTwo()
    ana.put({ ...droplet, text })
    expect([ana.get(droplet)?.text, ben.get(droplet)?.text, store.get(droplet)?.text]).toEqual([text, undefined, undefined])
    expect([ana.count(droplet), ben.count(droplet), store.count(droplet)]).toEqual([1, 0, 0])
    expect(ben.delete(droplet)).toBe(false)
    expect(ana.get(droplet)?.text).toBe(text)
  })

  it('returns rows under the keys they were stored with', () => {
    const { ana } = openTwo()
    const nested = { kind: 'Record', id: '1', parent: childPath(droplet) }
    for (const key of [{ ...droplet, parent: '' }, nested]) {
      ana.put({ ...key, text, hidden: '{}' })
      expect(ana.get(key)).toEqual({ ...key, text, hidden: '{}', unique: undefined })
    }
  })

  it('deletes the children of an object in one account only', () => {
    const { ana, ben } = openTwo()
    const nested = { kind: 'Record', id: '1', parent: childPath(droplet) }
    const deeper = { kind: 'Part', id: '1', parent: childPath(nested) }
    for (const view of [ana, ben]) for (const key of [droplet, nested, deeper]) view.put({ ...key, text })
    expect(ana.delete(droplet)).toBe(true)
    expect([nested, deeper].map((key) => ana.get(key)?.text)).toEqual([undefined, undefined])
    expect([droplet, nested, deeper].map((key) => ben.get(key)?.text)).toEqual([text, text, text])
  })

  it('enforces unique values per account', () => {
    const { ana, ben } = openTwo()
    ana.put({ ...droplet, text, unique: 'web' })
    ben.put({ ...droplet, text, unique: 'web' })
    expect(() => ana.put({ ...droplet, id: '8', text, unique: 'web' })).toThrow(UniqueError)
    expect([ana.find({ kind: 'Droplet', unique: 'web' })?.text, ben.find({ kind: 'Droplet', unique: 'other' })]).toEqual([text, undefined])
  })

  it('lists only rows of the account, with conditions', () => {
    const { ana, ben } = openTwo()
    ana.put({ ...droplet, text })
    ben.put({ ...droplet, id: '8', text })
    const where = [{ field: 'name', equals: 'web' }]
    expect(ana.list({ kind: 'Droplet', where })).toEqual({ texts: text, total: 1 })
    expect([listIds(ana, { kind: 'Droplet' }), listIds(ben, { kind: 'Droplet' })]).toEqual([['7'], ['8']])
  })

  it('shares counters between accounts', () => {
    const { store, ana, ben } = openTwo()
    expect([ana.nextCounter('id'), ben.nextCounter('id'), store.nextCounter('id')]).toEqual([1, 2, 3])
  })

  it('adds the account to scheduled jobs', () => {
    const { store, ana } = openTwo()
    store.schedule({ at: 1, name: 'a', payload: '1' })
    ana.schedule({ at: 2, name: 'a', payload: '2' })
    expect([store.claimNextJob(5), store.claimNextJob(5)]).toEqual([
      { at: 1, name: 'a', payload: '1' },
      { at: 2, name: 'a', payload: '2', account: 'ana' },
    ])
  })
})
