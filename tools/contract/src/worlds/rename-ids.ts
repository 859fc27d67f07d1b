/** Gives the things of a state other ids, wherever the state speaks of them: as the examples of the specification call them. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

interface Row {
  readonly seq: number
  readonly id: string
  readonly parent: string
  readonly text: string
  readonly uniq: string | null
  readonly hidden: string | null
}

/** @param names how a thing is called in the state → how it is to be called. A name that another thing has already goes to and fro. */
export function renameIds(database: DatabaseSync, names: ReadonlyMap<string, string>): void {
  const rename = createRenamer(completeNames(names))
  const update = database.prepare('UPDATE rows SET id = ?, parent = ?, text = ?, uniq = ?, hidden = ? WHERE seq = ?')
  // The values are the columns that the statement names.
  const rows = database.prepare('SELECT seq, id, parent, text, uniq, hidden FROM rows').all() as unknown as Row[]
  const dues = database.prepare('SELECT seq, payload, account FROM dues').all() as unknown as {
    seq: number
    payload: string
    account: string
  }[]
  database.exec('BEGIN; CREATE TEMP TABLE away AS SELECT * FROM rows; DELETE FROM rows')
  const insert = database.prepare(
    'INSERT INTO rows (seq, kind, parent, id, text, uniq, hidden) SELECT seq, kind, seq, seq, text, NULL, hidden FROM away',
  )
  insert.run()
  for (const { seq, id, parent, text, uniq, hidden } of rows)
    update.run(rename(id), rename(parent), rename(text), uniq === null ? null : rename(uniq), hidden === null ? null : rename(hidden), seq)
  const updateDue = database.prepare('UPDATE dues SET payload = ?, account = ? WHERE seq = ?')
  for (const { seq, payload, account } of dues) updateDue.run(rename(payload), rename(account), seq)
  raiseCounters(database)
  database.exec('DROP TABLE away; COMMIT')
}

/** What is called like that already gets the name that has become free. */
function completeNames(names: ReadonlyMap<string, string>): Map<string, string> {
  const complete = new Map(names)
  const freed = new Map([...names].map(([from, to]) => [to, from]))
  for (const last of names.values()) {
    if (complete.has(last)) continue
    let first = last
    for (let before = freed.get(first); before !== undefined && before !== last; before = freed.get(first)) first = before
    if (first !== last) complete.set(last, first)
  }
  return complete
}

/** Secrets are kept as hashes, and ids are written as parts of a path: both are found too. */
function createRenamer(names: ReadonlyMap<string, string>): (text: string) => string {
  const forms = new Map(
    [...names].flatMap(([from, to]) => [
      [from, to] as const,
      [encodeURIComponent(from), encodeURIComponent(to)] as const,
      [hash(from), hash(to)] as const,
    ]),
  )
  const pattern = /[\w.:%/-]+/g
  const part = new RegExp(
    [...forms.keys()]
      .toSorted((one, other) => other.length - one.length)
      .map((each) => `(?<![\\w.-])${each.replaceAll(/\W/g, '\\$&')}(?![\\w-])`)
      .join('|'),
    'g',
  )
  return (text) =>
    text.replaceAll(
      pattern,
      (word) => forms.get(word) ?? (word.length < 5 ? word : word.replace(part, (found) => forms.get(found) ?? found)),
    )
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** So that no id is given out that a thing has now. */
function raiseCounters(database: DatabaseSync): void {
  database.exec(
    `UPDATE counters SET value = max(value, (
       SELECT coalesce(max(CAST(id AS INTEGER)), 0) FROM rows WHERE 'id:' || rows.kind = counters.name AND id NOT GLOB '*[^0-9]*'
     )) WHERE name LIKE 'id:%'`,
  )
}
