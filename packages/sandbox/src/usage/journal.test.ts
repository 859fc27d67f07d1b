import { expect, it } from 'vitest'
import { openStore } from '../store/sqlite-store.ts'
import { scopeStore } from '../store/scoped-store.ts'
import { watchStore } from '../store/watched-store.ts'
import { createJournal, createPeriodReader } from './journal.ts'

const volume = (id: string, gib = 10) => ({
  kind: 'Volume',
  id,
  text: JSON.stringify({ name: `v${id}`, size_gigabytes: gib, region: { slug: 'nyc3' } }),
})

function openJournal() {
  let now = 0
  const clock = { now: () => now }
  // The journal uses only the current time of the clock.
  const watch = (account: string) => watchStore(scopeStore(store, account), createJournal(scopeStore(store, account), clock as never))
  const store = openStore()
  const readSizes = createPeriodReader((period) => {
    return period.kind === 'Volume' ? [{ from: period.from, line: `${period.id} ${period.facts.gib} ${period.from}-${period.to}` }] : []
  })
  const read = (of = first) => readSizes(of).map(({ line }) => line)
  const first = watch('')
  return { first, ana: watch('ana'), store, read, pass: (to: number) => (now = to) }
}

it('lists every period of an account after updates and a rollback', () => {
  const { first, ana, store, read, pass } = openJournal()
  store.transaction(() => {
    for (let n = 0; n < 50; n += 1) first.put(volume(String(n)))
  })
  expect(read()).toHaveLength(50)
  pass(1)
  first.put(volume('49', 20))
  ana.put(volume('7', 70))
  const lines = read()
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([51, '49 10 0-1', '49 20 1-null'])
  expect(read(ana)).toEqual(['7 70 1-null'])
  const undone = () =>
    store.transaction(() => {
      first.delete(volume('0'))
      expect(read()).not.toEqual(lines)
      throw new Error('no')
    })
  expect(undone).toThrow('no')
  expect(read()).toEqual(lines)
})
