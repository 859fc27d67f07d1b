/** Read-only access to everything stored, for the control plane. */
import type { DatabaseSync } from 'node:sqlite'
import { type AccountSnapshot, readAccountRows } from './account-rows.ts'
import { allKinds } from './schema.ts'
import { getAccountPathEnd, getAccountPath } from './scoped-store.ts'
import { compareSnapshots, type CompareOptions, type Comparison } from './compare-snapshots.ts'
import type { Snapshot, Job, Key } from './store.ts'
import { toTimestamp } from './timestamp.ts'
import type { Prepare } from './statements.ts'

export interface Inspection {
  /** Counts the objects of an account by kind. */
  readonly countKinds: (account: string) => ReadonlyMap<string, number>
  /** Finds objects, the newest first. */
  readonly find: (search: ObjectSearch) => SearchResult
  /** Lists the next jobs. */
  readonly listJobs: (limit: number) => { readonly jobs: readonly Job[]; readonly total: number }
  readonly readAccountRows: (account: string) => AccountSnapshot
  /** Compares a snapshot with a later one, or with the current state. @throws StateFileError for a snapshot that is damaged or of another format */
  readonly compare: (earlier: Snapshot, later: Snapshot | undefined, options: CompareOptions) => Comparison
}

export interface ObjectSearch {
  readonly account: string
  readonly kinds: readonly string[]
  /** The parent of the objects, relative to the account. */
  readonly parent?: string | undefined
  /** Text that occurs anywhere in the JSON, ignoring case. */
  readonly text?: string | undefined
  readonly limit: number
  readonly offset?: number | undefined
}

export interface SearchResult {
  readonly objects: readonly (Required<Key> & { readonly text: string })[]
  readonly total: number
}

export function createInspection(database: DatabaseSync, prepare: Prepare): Inspection {
  return {
    countKinds: (account) => {
      const rows = prepare(
        `${allKinds} SELECT kind, count(*) AS n FROM kinds CROSS JOIN rows USING (kind) WHERE parent >= ? AND parent < ? GROUP BY kind`,
      ).all(getAccountPath(account), getAccountPathEnd(account))
      // Types of results are the columns of the statement, here and below.
      return new Map((rows as { kind: string; n: number }[]).map(({ kind, n }) => [kind, n]))
    },
    find: ({ account, kinds, parent, text, limit, offset = 0 }) => {
      const path = getAccountPath(account)
      const sql = parent === undefined ? 'parent >= ? AND parent < ?' : 'parent = ?'
      const values = parent === undefined ? [path, getAccountPathEnd(account)] : [`${path}${parent}`]
      const textFilter = text === undefined ? '' : " AND text LIKE ? ESCAPE '\\'"
      const where = `kind IN (SELECT value FROM json_each(?)) AND ${sql}${textFilter}`
      const parameters = [JSON.stringify(kinds), ...values, ...(text === undefined ? [] : [`%${escapeLike(text)}%`])]
      const { n } = prepare(`SELECT count(*) AS n FROM rows WHERE ${where}`).get(...parameters) as { n: number }
      const rows = prepare(`SELECT kind, parent, id, text FROM rows WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`).all(
        ...parameters,
        limit,
        offset,
      )
      const objects = (rows as unknown as SearchResult['objects']).map((row) => ({ ...row, parent: row.parent.slice(path.length) }))
      return { objects, total: n }
    },
    listJobs: (limit) => {
      const { n } = prepare('SELECT count(*) AS n FROM jobs').get() as { n: number }
      const rows = prepare('SELECT at, name, payload, account FROM jobs ORDER BY at, seq LIMIT ?').all(limit)
      const jobs = rows as unknown as (Omit<Job, 'account'> & { readonly account: string | null })[]
      return {
        jobs: jobs.map(({ account, ...job }) => ({ ...job, at: toTimestamp(job.at), ...(account !== null && { account }) })),
        total: n,
      }
    },
    readAccountRows: (account) => readAccountRows(prepare, account),
    compare: (earlier, later, options) => compareSnapshots(database, earlier, later, options),
  }
}

/** Escapes text for LIKE, as it is written inside JSON. */
function escapeLike(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')
}
