/** Copies, inserts and deletes the rows and jobs of one account. */
import { toTimestamp } from './timestamp.ts'
import { getAccountPathEnd, getAccountPath, scopeStore } from './scoped-store.ts'
import { allKinds } from './schema.ts'
import type { Prepare } from './statements.ts'
import type { Job, Row, Store } from './store.ts'

/** The rows and jobs of one account, as text in which ids can be replaced. */
export interface AccountSnapshot {
  /** A JSON array of rows with parents relative to the account. */
  readonly rows: string
  readonly jobs: readonly Job[]
}

interface CopiedRow extends Omit<Row, 'unique' | 'hidden'> {
  readonly unique: string | null
  readonly hidden: string | null
}

export function readAccountRows(prepare: Prepare, account: string): AccountSnapshot {
  const path = getAccountPath(account)
  const { rows } = prepare(
    `${allKinds} SELECT json_group_array(json_object('kind', kind, 'parent', substr(parent, ?), 'id', id, 'text', text, 'unique', uniq, 'hidden', hidden)) AS rows
     FROM (SELECT rows.* FROM kinds CROSS JOIN rows USING (kind) WHERE parent >= ? AND parent < ? ORDER BY seq)`,
  ).get(path.length + 1, path, getAccountPathEnd(account)) as { rows: string }
  // The columns that the statement names.
  const jobs = prepare('SELECT at, name, payload FROM jobs WHERE account = ? ORDER BY seq').all(account) as unknown as Job[]
  return { rows, jobs: jobs.map(({ at, name, payload }) => ({ at: toTimestamp(at), name, payload })) }
}

/** Inserts copied rows into an empty account. */
export function insertAccountRows(store: Store, account: string, rows: AccountSnapshot['rows']): void {
  const scoped = scopeStore(store, account)
  for (const row of JSON.parse(rows) as CopiedRow[])
    scoped.put({ ...row, unique: row.unique ?? undefined, hidden: row.hidden ?? undefined, isNew: true })
}

/** Deletes all rows and jobs of an account. */
export function deleteAccountRows(prepare: Prepare, account: string): void {
  prepare(
    `${allKinds} DELETE FROM rows WHERE seq IN (SELECT seq FROM kinds CROSS JOIN rows USING (kind) WHERE parent >= ? AND parent < ?)`,
  ).run(getAccountPath(account), getAccountPathEnd(account))
  prepare('DELETE FROM jobs WHERE account = ?').run(account)
}
