/** Two that speak through a connection that carries at once what is told, as Postgres does. */
import { expect, it } from 'vitest'
import type { Connection, Listener } from './connection.ts'
import { createPeers, type Peers } from './peers.ts'

function connectAll(ids: readonly string[]): readonly Peers[] {
  const listeners: Listener[] = []
  const connection: Connection = {
    isAway: () => false,
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      if (text.includes('spindrift.tell')) for (const { onSaid } of listeners) onSaid(String(values[0]))
      return (text.includes('pg_stat_activity') ? ids.map((id) => ({ name: `spindrift-sandbox ${id}` })) : []) as Row[]
    },
    transaction: (work) => work(connection.query),
    listen: (listener) => void listeners.push(listener),
    close: async () => {},
  }
  return ids.map((id) => createPeers(id, connection))
}

it('has the answers of all others, without those that are just coming up', async () => {
  const [one, two] = connectAll(['one', 'two', 'three']) as [Peers, Peers, Peers]
  two.on('sum', ({ of }) => (of as readonly number[]).reduce((sum, n) => sum + n, 0))
  one.on('sum', () => 'not asked')
  expect(await one.ask({ what: 'sum', of: [1, 2, 3] })).toEqual([{ by: 'two', answer: 6 }])
})

it('goes on without one that does not answer for a second', async () => {
  const silent = createPeers('one', silentConnection)
  expect(await silent.ask({ what: 'sum' })).toEqual([])
})

const silentConnection: Connection = {
  isAway: () => false,
  query: async <Row>(text: string) => (text.includes('pg_stat_activity') ? [{ name: 'spindrift-sandbox paused' }] : []) as Row[],
  transaction: async () => {
    throw new Error('There are none here.')
  },
  listen: () => {},
  close: async () => {},
}
