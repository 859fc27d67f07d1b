import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { renameIds } from './rename-ids.ts'

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A state with these rows, and what has become of them. */
function rename(
  names: readonly (readonly [string, string])[],
  rows: readonly (readonly [kind: string, parent: string, id: string, text: string])[],
) {
  const database = new DatabaseSync(':memory:')
  database.exec(
    `CREATE TABLE rows (seq INTEGER PRIMARY KEY, kind TEXT, parent TEXT, id TEXT, text TEXT, uniq TEXT, hidden TEXT);
     CREATE UNIQUE INDEX rows_by_id ON rows (kind, parent, id);
     CREATE TABLE counters (name TEXT, value INTEGER);
     CREATE TABLE dues (seq INTEGER PRIMARY KEY, at INTEGER, name TEXT, payload TEXT, account TEXT)`,
  )
  const insert = database.prepare('INSERT INTO rows (kind, parent, id, text, uniq, hidden) VALUES (?, ?, ?, ?, NULL, NULL)')
  for (const row of rows) insert.run(...row)
  database.exec("INSERT INTO counters VALUES ('id:Droplet', 12347), ('uuid', 3); INSERT INTO dues VALUES (1, 5, 'x', '{\"id\":12346}', '')")
  renameIds(database, new Map(names))
  const read = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row))
  return {
    rows: read('SELECT parent, id, text FROM rows ORDER BY seq'),
    counters: read('SELECT value FROM counters'),
    dues: read('SELECT payload FROM dues'),
  }
}

it('renames a thing wherever it is spoken of, and gives the name of another to and fro', () => {
  const { rows, dues, counters } = rename(
    [['12346', '12345']],
    [
      ['Droplet', '', '12345', '{"id":12345,"size":112345}'],
      ['Droplet', '', '12346', '{"id":12346,"url":"/droplets/12346/kernels"}'],
      ['Kernel', 'Droplet/12346/', 'a', '{}'],
    ],
  )
  expect(rows).toEqual([
    ['', '12346', '{"id":12346,"size":112345}'],
    ['', '12345', '{"id":12345,"url":"/droplets/12345/kernels"}'],
    ['Droplet/12345/', 'a', '{}'],
  ])
  expect(dues).toEqual([['{"id":12345}']])
  expect(counters).toEqual([[12347], [3]])
})

it('finds secrets, of which only hashes are kept, and addresses as they are written in a path', () => {
  const { rows } = rename(
    [
      ['sk-do-made', 'sk-do-example'],
      ['2001:db8::1', '2001:db8::25'],
    ],
    [
      ['token', '', hash('sk-do-made'), '{}'],
      ['Note', `Ipv6/${encodeURIComponent('2001:db8::1')}/`, 'n', '{}'],
    ],
  )
  expect(rows[0]?.[1]).toBe(hash('sk-do-example'))
  expect(rows[1]?.[0]).toBe(`Ipv6/${encodeURIComponent('2001:db8::25')}/`)
})

it('lets no id be given out that a thing has now', () => {
  expect(rename([['12346', '99999']], [['Droplet', '', '12346', '{}']]).counters).toEqual([[99_999], [3]])
})
