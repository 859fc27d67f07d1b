/** Looks at what is stored without knowing what it is: how many there are of each kind, what holds a text, what is to happen. */
import { toMoment } from './moment.ts'
import type { Prepare } from './statements.ts'
import type { Due, Key } from './store.ts'

export interface Inspection {
  /** By kind. */
  readonly countKinds: (account: string) => ReadonlyMap<string, number>
  /** Newest first. */
  readonly find: (question: Search) => Found
  /** The soonest, and how many there are. */
  readonly listDues: (most: number) => { readonly dues: readonly Due[]; readonly total: number }
}

export interface Search {
  readonly account: string
  readonly kinds: readonly string[]
  /** What they live directly under; the account's own path comes before it. */
  readonly parent?: string | undefined
  /** Anywhere in their JSON, in any case. */
  readonly text?: string | undefined
  readonly limit: number
  readonly offset?: number | undefined
}

export interface Found {
  readonly objects: readonly (Required<Key> & { readonly text: string })[]
  readonly total: number
}

export function createInspection(prepare: Prepare): Inspection {
  return {
    countKinds: (account) => {
      const { sql, values } = within(account)
      const rows = prepare(`SELECT kind, count(*) AS n FROM rows WHERE ${sql} GROUP BY kind`).all(...values)
      // The columns that the statement names, here and below.
      return new Map((rows as { kind: string; n: number }[]).map(({ kind, n }) => [kind, n]))
    },
    find: ({ account, kinds, parent, text, limit, offset = 0 }) => {
      const path = pathOf(account)
      const { sql, values } = parent === undefined ? within(account) : { sql: 'parent = ?', values: [`${path}${parent}`] }
      const holds = text === undefined ? '' : " AND text LIKE ? ESCAPE '\\'"
      const where = `kind IN (SELECT value FROM json_each(?)) AND ${sql}${holds}`
      const given = [JSON.stringify(kinds), ...values, ...(text === undefined ? [] : [`%${escapeLike(text)}%`])]
      const { n } = prepare(`SELECT count(*) AS n FROM rows WHERE ${where}`).get(...given) as { n: number }
      const rows = prepare(`SELECT kind, parent, id, text FROM rows WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`).all(
        ...given,
        limit,
        offset,
      )
      const objects = (rows as unknown as Found['objects']).map((row) => ({ ...row, parent: row.parent.slice(path.length) }))
      return { objects, total: n }
    },
    listDues: (most) => {
      const { n } = prepare('SELECT count(*) AS n FROM dues').get() as { n: number }
      const rows = prepare('SELECT at, name, payload, account FROM dues ORDER BY at, seq LIMIT ?').all(most) as unknown as Required<Due>[]
      return { dues: rows.map((due) => ({ ...due, at: toMoment(due.at) })), total: n }
    },
  }
}

const pathOf = (account: string) => (account === '' ? '' : `@${account}/`)

/** What the first account has is under no path of an account; "A" is the character after "@". */
function within(account: string): { readonly sql: string; readonly values: string[] } {
  if (account === '') return { sql: "NOT (parent >= '@' AND parent < 'A')", values: [] }
  return { sql: 'parent >= ? AND parent < ?', values: [pathOf(account), `@${account}0`] }
}

/** As it stands within JSON, where no character of it means another. */
function escapeLike(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')
}
