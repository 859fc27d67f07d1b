/** The store over SQLite, in a file or in memory. */
import { restoreFrom } from './copy.ts'
import { createRowOffsets, stride } from './row-offsets.ts'
import { openState } from './open-state.ts'
import { toMoment } from './moment.ts'
import {
  type Due,
  type Key,
  type Page,
  type Plan,
  type Question,
  type Row,
  type StateOptions,
  type Store,
  under,
  UniqueError,
} from './store.ts'
import { createTransactions } from './transactions.ts'
import { writeConditions } from './write-conditions.ts'

export function openStore(file = ':memory:', options: StateOptions = {}): Store {
  const state = openState(file, options)
  const { database } = state
  const statements = new Map<string, ReturnType<typeof database.prepare>>()
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = database.prepare(sql)))
    return statement
  }

  const selectText = prepare('SELECT text FROM rows WHERE kind = ? AND parent = ? AND id = ?')
  const selectRow = prepare('SELECT text, uniq, hidden FROM rows WHERE kind = ? AND parent = ? AND id = ?')
  const selectUnique = prepare('SELECT text FROM rows WHERE kind = ? AND parent = ? AND uniq = ?')
  const update = prepare('UPDATE rows SET text = ?, uniq = ?, hidden = ? WHERE kind = ? AND parent = ? AND id = ?')
  const insert = prepare('INSERT INTO rows (text, uniq, hidden, kind, parent, id) VALUES (?, ?, ?, ?, ?, ?)')
  const remove = prepare('DELETE FROM rows WHERE kind = ? AND parent = ? AND id = ? RETURNING seq')
  const selectSeq = prepare('SELECT seq FROM rows WHERE kind = ? AND parent = ? AND seq >= ? ORDER BY seq LIMIT 1 OFFSET ?')
  // What lives under an object has its path as the beginning of `parent`; "0" is the character after "/".
  const removeChildren = prepare("DELETE FROM rows WHERE parent >= ? AND parent < ? AND parent <> ''")
  const countUp = prepare('INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value')
  const firstDue = prepare('SELECT seq, at, name, payload, account FROM dues ORDER BY at, seq LIMIT 1')

  let due = readNextDue()
  // How many there are of each kind: counting a million rows for every page would take longer than reading it.
  const totals = new Map<string, number>()
  const offsets = createRowOffsets(
    ({ kind, parent = '' }, seq, rows) => (selectSeq.get(kind, parent, seq, rows) as { seq: number } | undefined)?.seq,
  )
  const forget = () => {
    totals.clear()
    offsets.forget()
  }

  function readNextDue(): number {
    return (firstDue.get() as { at: number } | undefined)?.at ?? Infinity
  }

  const { transaction, group } = createTransactions(
    database,
    () => {
      forget()
      due = readNextDue()
    },
    state,
  )

  function count({ kind, parent = '', where }: Omit<Question, 'page'>): number {
    const total = where === undefined || where.length === 0 ? totals.get(`${kind} ${parent}`) : undefined
    if (total !== undefined) return total
    const { sql, values } = writeConditions(where)
    const { n } = prepare(`SELECT count(*) AS n FROM rows WHERE kind = ? AND parent = ?${sql}`).get(kind, parent, ...values) as {
      n: number
    }
    if (values.length === 0) totals.set(`${kind} ${parent}`, n)
    return n
  }

  /** Each row is looked at once, and the texts are read of those that are shown. */
  function filter({ kind, parent = '', where, order, page = { number: 1, size: -1 } }: Question): Page {
    const { sql, values } = writeConditions(where)
    const found = `SELECT seq FROM rows WHERE kind = ? AND parent = ?${sql}`
    const shown = `SELECT text FROM found JOIN rows USING (seq) ORDER BY seq${direction(order === 'newest')} LIMIT ? OFFSET ?`
    const { total, texts } = prepare(
      `WITH found AS MATERIALIZED (${found})
       SELECT (SELECT count(*) FROM found) AS total, (SELECT group_concat(text, ',') FROM (${shown})) AS texts`,
    ).get(kind, parent, ...values, page.size, (page.number - 1) * page.size) as { total: number; texts: string | null }
    return { texts: texts ?? '', total }
  }

  function list(question: Question): Page {
    const { kind, parent = '', where = [], order = 'oldest', page } = question
    if (where.length > 0) return filter(question)
    const total = count(question)
    const skipped = page ? (page.number - 1) * page.size : 0
    const size = page ? Math.min(page.size, total - skipped) : total
    if (size <= 0) return { texts: '', total }
    const isNewest = order === 'newest'
    // What is skipped is walked over, so a page in the second half is found from the other end, and one far from both from a known place.
    if (Math.min(skipped, total - skipped - size) > stride) {
      const start = isNewest ? total - skipped - size : skipped
      const { seq, before } = offsets.nearest({ kind, parent }, start)
      const found = 'SELECT seq, text FROM rows WHERE kind = ? AND parent = ? AND seq >= ? ORDER BY seq LIMIT ? OFFSET ?'
      const { texts } = prepare(
        `SELECT group_concat(text, ',') AS texts FROM (SELECT text FROM (${found}) ORDER BY seq${direction(isNewest)})`,
      ).get(kind, parent, seq, size, start - before) as { texts: string }
      return { texts, total }
    }
    const isBackwards = skipped > total / 2
    const found = `SELECT seq, text FROM rows WHERE kind = ? AND parent = ? ORDER BY seq${direction(isNewest !== isBackwards)} LIMIT ? OFFSET ?`
    const inOrder = isBackwards ? `SELECT text FROM (${found}) ORDER BY seq${direction(isNewest)}` : found
    const { texts } = prepare(`SELECT group_concat(text, ',') AS texts FROM (${inOrder})`).get(
      kind,
      parent,
      size,
      isBackwards ? total - skipped - size : skipped,
    ) as { texts: string | null }
    return { texts: texts ?? '', total }
  }

  const inTransaction =
    <Given extends readonly unknown[], T>(work: (...given: Given) => T) =>
    (...given: Given): T =>
      transaction(() => work(...given))

  return {
    transaction,
    group,
    text: ({ kind, parent = '', id }) => (selectText.get(kind, parent, id) as { text: string } | undefined)?.text,
    get: (key) => {
      const found = selectRow.get(key.kind, key.parent ?? '', key.id) as
        | { text: string; uniq: string | null; hidden: string | null }
        | undefined
      return found && { ...key, text: found.text, unique: found.uniq ?? undefined, hidden: found.hidden ?? undefined }
    },
    byUnique: (kind, unique, parent = '') => (selectUnique.get(kind, parent, unique) as { text: string } | undefined)?.text,
    put: inTransaction(({ kind, parent = '', id, text, unique, hidden }: Row) => {
      try {
        const values = [text, unique ?? null, hidden ?? null, kind, parent, id] as const
        if (update.run(...values).changes !== 0) return
        const { lastInsertRowid } = insert.run(...values)
        offsets.stored({ kind, parent }, Number(lastInsertRowid))
        const total = totals.get(`${kind} ${parent}`)
        if (total !== undefined) totals.set(`${kind} ${parent}`, total + 1)
      } catch (error) {
        if ((error as { errcode?: number }).errcode === uniqueViolation) throw new UniqueError(`${kind} ${unique}`, { cause: error })
        throw error
      }
    }),
    delete: inTransaction((key: Key) => {
      const removed = remove.get(key.kind, key.parent ?? '', key.id) as { seq: number } | undefined
      if (removed) offsets.deleted(key, removed.seq)
      const path = under(key)
      if (removeChildren.run(path, `${path.slice(0, -1)}0`).changes !== 0) forget()
      const total = totals.get(`${key.kind} ${key.parent ?? ''}`)
      if (total !== undefined && removed) totals.set(`${key.kind} ${key.parent ?? ''}`, total - 1)
      return removed !== undefined
    }),
    list,
    ids: ({ kind, parent = '', where, order }) => {
      const { sql, values } = writeConditions(where)
      const found = `SELECT id FROM rows WHERE kind = ? AND parent = ?${sql} ORDER BY seq${direction(order === 'newest')}`
      const { ids } = prepare(`SELECT json_group_array(id) AS ids FROM (${found})`).get(kind, parent, ...values) as { ids: string }
      return JSON.parse(ids) as string[]
    },
    count,
    next: inTransaction((counter: string, first = 1) => (countUp.get(counter, first) as { value: number }).value),
    setting: (name) => (prepare('SELECT value FROM settings WHERE name = ?').get(name) as { value: string } | undefined)?.value,
    set: inTransaction(
      (name: string, value: string) =>
        void prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(name, value),
    ),
    schedule: inTransaction(({ name, payload, account = '', ...plan }: Plan) => {
      const at = toMoment(plan.at)
      prepare('INSERT INTO dues (at, name, payload, account) VALUES (?, ?, ?, ?)').run(at, name, payload, account)
      if (at < due) due = at
    }),
    takeDue: inTransaction((now: number) => {
      if (due > now) return undefined
      const first = firstDue.get() as ({ seq: number; account: string } & Due) | undefined
      if (!first || first.at > now) return undefined
      prepare('DELETE FROM dues WHERE seq = ?').run(first.seq)
      due = readNextDue()
      const { at, name, payload, account } = first
      return { at, name, payload, ...(account !== '' && { account }) }
    }),
    nextDue: () => due,
    clear: () => {
      transaction(() => database.exec('DELETE FROM rows; DELETE FROM counters; DELETE FROM settings; DELETE FROM dues'))
      forget()
      due = Infinity
    },
    save: (copy) => void prepare('VACUUM INTO ?').run(copy),
    restore: (copy) => {
      restoreFrom(database, copy, transaction)
      forget()
      due = readNextDue()
    },
    close: () => {
      if (database.isOpen) state.close()
    },
  }
}

const direction = (isDown: boolean) => (isDown ? ' DESC' : '')

/** SQLITE_CONSTRAINT_UNIQUE. */
const uniqueViolation = 2067
