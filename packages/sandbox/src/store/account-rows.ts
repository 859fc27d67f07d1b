/** All that one account has, as a whole: read once, put in again under another account, and forgotten. */
import { toMoment } from './moment.ts'
import type { Prepare } from './statements.ts'
import type { Due } from './store.ts'

/** What an account has, as text in which its own names can be replaced. */
export interface AccountCopy {
  /** A JSON array of rows, whose parents begin where the account's own path ends. */
  readonly rows: string
  readonly dues: readonly Due[]
}

const pathOf = (account: string) => `@${account}/`
/** What lives under a path is from it to where its last character is the next one. */
const endOf = (account: string) => `@${account}0`

export function readAccount(prepare: Prepare, account: string): AccountCopy {
  const path = pathOf(account)
  const { rows } = prepare(
    `SELECT json_group_array(json_object('k', kind, 'p', substr(parent, ?), 'i', id, 't', text, 'u', uniq, 'h', hidden)) AS rows
     FROM (SELECT * FROM rows WHERE parent >= ? AND parent < ? ORDER BY seq)`,
  ).get(path.length + 1, path, endOf(account)) as { rows: string }
  // The columns that the statement names.
  const dues = prepare('SELECT at, name, payload FROM dues WHERE account = ? ORDER BY seq').all(account) as unknown as Due[]
  return { rows, dues: dues.map(({ at, name, payload }) => ({ at: toMoment(at), name, payload })) }
}

export function addRows(prepare: Prepare, account: string, rows: string): void {
  prepare(
    `INSERT INTO rows (kind, parent, id, text, uniq, hidden)
     SELECT value ->> '$.k', ? || (value ->> '$.p'), value ->> '$.i', value ->> '$.t', value ->> '$.u', value ->> '$.h' FROM json_each(?)`,
  ).run(pathOf(account), rows)
}

export function deleteAccount(prepare: Prepare, account: string): void {
  const [path, end] = [pathOf(account), endOf(account)]
  prepare("DELETE FROM rows WHERE parent >= ? AND parent < ? AND parent <> ''").run(path, end)
  prepare('DELETE FROM settings WHERE name >= ? AND name < ?').run(path, end)
  prepare('DELETE FROM dues WHERE account = ?').run(account)
}
