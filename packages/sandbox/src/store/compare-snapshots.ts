/** Compares two snapshots of all tables. */
import type { DatabaseSync } from 'node:sqlite'
import { attachSnapshot } from './snapshot.ts'
import type { Snapshot, Key } from './store.ts'

/** An object that differs, as JSON before and after; null where it does not exist. */
export interface Difference extends Required<Key> {
  readonly account: string
  readonly before: string | null
  readonly after: string | null
}

export interface CompareOptions {
  /** Only objects of these kinds are compared. */
  readonly kinds: readonly string[]
  readonly maxDifferences: number
}

export interface Comparison {
  readonly differences: readonly Difference[]
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

const created = 'FROM later.rows AS b LEFT JOIN earlier.rows AS a USING (kind, parent, id) WHERE a.id IS NULL'
const deleted = 'FROM earlier.rows AS a LEFT JOIN later.rows AS b USING (kind, parent, id) WHERE b.id IS NULL'
const updated = 'FROM later.rows AS b JOIN earlier.rows AS a USING (kind, parent, id) WHERE a.text <> b.text'
const ofKinds = 'AND kind IN (SELECT value FROM json_each(?))'

/**
 * @param later the present state when undefined
 * @throws StateFileError for a snapshot that is damaged or of another format
 */
export function compareSnapshots(
  database: DatabaseSync,
  earlier: Snapshot,
  later: Snapshot | undefined,
  { kinds, maxDifferences }: CompareOptions,
): Comparison {
  const kindList = JSON.stringify(kinds)
  const compare = (name: string): Comparison => {
    const replaceLater = (sql: string) => sql.replaceAll('later.', `${name}.`)
    const count = (sql: string) =>
      (database.prepare(`SELECT count(*) AS n ${replaceLater(sql)} ${ofKinds}`).get(kindList) as { n: number }).n
    const rows = [created, updated, deleted].map(
      (sql) => `SELECT kind, parent, id, a.text AS before, b.text AS after ${replaceLater(sql)} ${ofKinds}`,
    )
    const found = database.prepare(`${rows.join(' UNION ALL ')} LIMIT ?`).all(kindList, kindList, kindList, maxDifferences)
    // The columns that the statement names.
    const differences = (found as unknown as Omit<Difference, 'account'>[]).map((row) => ({ ...row, ...splitAccount(row.parent) }))
    return { differences, created: count(created), updated: count(updated), deleted: count(deleted) }
  }
  return attachSnapshot(database, earlier, 'earlier', () =>
    later ? attachSnapshot(database, later, 'later', () => compare('later')) : compare('main'),
  )
}

function splitAccount(parent: string): { readonly account: string; readonly parent: string } {
  const [, account = '', rest = parent] = /^@([^/]*)\/(.*)$/s.exec(parent) ?? []
  return { account, parent: rest }
}
