/** The stored objects of a state, in one table. What a statement gives is of the columns that it names. */
import { type IndexedField, nameOf } from './indexed-fields.ts'
import { KeptBlocks, type ReadBlocks } from './kept-blocks.ts'
import { KeptPages } from './kept-pages.ts'
import { type KeptRow, KeptRows } from './kept-rows.ts'
import { createRowOffsets, type RowOffsets, stride } from './row-offsets.ts'
import type { Prepare } from './statements.ts'
import { type Key, type Page, type Question, type Row, type Store, under, UniqueError } from './store.ts'
import { type Written, writeConditions } from './write-conditions.ts'

type Statement = ReturnType<Prepare>

export class Rows {
  readonly #prepare: Prepare
  readonly #row: Statement
  readonly #unique: Statement
  readonly #update: Statement
  readonly #insert: Statement
  readonly #remove: Statement
  readonly #removeChildren: Statement
  readonly #offsets: RowOffsets
  /** How many there are of each kind: counting a million rows for every page would take longer than reading it. */
  readonly #totals = new Map<string, number>()
  readonly #pages = new KeptPages()
  readonly #kept = new KeptRows()
  readonly #blocks: KeptBlocks

  /** By kind, the names of the fields that its objects are found by. */
  readonly #indexed: ReadonlyMap<string, ReadonlySet<string>>

  constructor(prepare: Prepare, indexed: readonly IndexedField[] = []) {
    this.#prepare = prepare
    const byKind = Map.groupBy(indexed, ({ kind }) => kind)
    this.#indexed = new Map([...byKind].map(([kind, fields]) => [kind, new Set(fields.map(nameOf))]))
    this.#row = prepare('SELECT text, uniq, hidden FROM rows WHERE kind = ? AND parent = ? AND id = ?')
    this.#unique = prepare('SELECT text FROM rows WHERE kind = ? AND parent = ? AND uniq = ?')
    this.#update = prepare('UPDATE rows SET text = ?, uniq = ?, hidden = ? WHERE kind = ? AND parent = ? AND id = ?')
    this.#insert = prepare('INSERT INTO rows (text, uniq, hidden, kind, parent, id) VALUES (?, ?, ?, ?, ?, ?)')
    this.#remove = prepare('DELETE FROM rows WHERE kind = ? AND parent = ? AND id = ? RETURNING seq')
    // What lives under an object has its path as the beginning of `parent`; "0" is the character after "/".
    this.#removeChildren = prepare("DELETE FROM rows WHERE parent >= ? AND parent < ? AND parent <> ''")
    const seq = prepare('SELECT seq FROM rows WHERE kind = ? AND parent = ? AND seq >= ? ORDER BY seq LIMIT 1 OFFSET ?')
    this.#offsets = createRowOffsets(
      ({ kind, parent = '' }, from, skipped) => (seq.get(kind, parent, from, skipped) as { seq: number } | undefined)?.seq,
    )
    this.#blocks = new KeptBlocks(readBlocks(prepare))
  }

  /** After the table may have changed without a word. */
  forget(): void {
    this.#blocks.forget()
    this.#forgetOthers()
  }

  /** What was changed since the last commit, or a part of it, is undone. */
  undo(): void {
    this.#blocks.undo()
    this.#forgetOthers()
  }

  /** What was changed is there for good. */
  settle(): void {
    this.#blocks.settle()
  }

  #forgetOthers(): void {
    this.#totals.clear()
    this.#pages.forget()
    this.#kept.forget()
    this.#offsets.forget()
  }

  #write(kind: string, where: Question['where']): Written {
    const names = this.#indexed.get(kind)
    return writeConditions(where, names && ((name) => names.has(name)))
  }

  text(key: Key): string | undefined {
    return this.#read(key)?.text
  }

  get(key: Key): Row | undefined {
    const found = this.#read(key)
    return found && { ...key, ...found }
  }

  #read(key: Key): KeptRow | undefined {
    const kept = this.#kept.find(key)
    if (kept) return kept
    const found = this.#row.get(key.kind, key.parent ?? '', key.id) as
      | { text: string; uniq: string | null; hidden: string | null }
      | undefined
    if (!found) return undefined
    const row = { text: found.text, unique: found.uniq ?? undefined, hidden: found.hidden ?? undefined }
    this.#kept.keep(key, row)
    return row
  }

  byUnique(kind: string, unique: string, parent = ''): string | undefined {
    return (this.#unique.get(kind, parent, unique) as { text: string } | undefined)?.text
  }

  /** @throws UniqueError */
  put(row: Row): void {
    const { kind, parent = '', id, text, unique, hidden, isNew = false } = row
    try {
      const values = [text, unique ?? null, hidden ?? null, kind, parent, id] as const
      this.#pages.changed({ kind, parent })
      if (!isNew) {
        this.#kept.changed(row)
        if (this.#update.run(...values).changes !== 0) return this.#blocks.changed({ kind, parent }, id)
      }
      const { lastInsertRowid } = this.#insert.run(...values)
      this.#offsets.stored({ kind, parent }, Number(lastInsertRowid))
      this.#blocks.changedAt({ kind, parent }, Number(lastInsertRowid))
      this.#addTotal(kind, parent, 1)
      this.#kept.keep(row, row)
    } catch (error) {
      if ((error as { errcode?: number }).errcode === uniqueViolation) throw new UniqueError(`${kind} ${unique}`, { cause: error })
      throw error
    }
  }

  delete(key: Key): boolean {
    this.#pages.changed(key)
    this.#kept.changed(key)
    const removed = this.#remove.get(key.kind, key.parent ?? '', key.id) as { seq: number } | undefined
    if (removed) {
      this.#offsets.deleted(key, removed.seq)
      this.#blocks.changedAt(key, removed.seq)
    }
    const path = under(key)
    if (this.#removeChildren.run(path, `${path.slice(0, -1)}0`).changes !== 0) {
      this.#blocks.forgetBelow(path)
      this.#forgetOthers()
    }
    if (removed) this.#addTotal(key.kind, key.parent ?? '', -1)
    return removed !== undefined
  }

  #addTotal(kind: string, parent: string, more: number): void {
    const total = this.#totals.get(`${kind} ${parent}`)
    if (total !== undefined) this.#totals.set(`${kind} ${parent}`, total + more)
  }

  count({ kind, parent = '', where = [] }: Omit<Question, 'page'>): number {
    const total = where.length === 0 ? this.#totals.get(`${kind} ${parent}`) : undefined
    if (total !== undefined) return total
    const { searched, from, sql, values, isWhole } = this.#write(kind, where)
    const { n } = this.#prepare(
      `SELECT count(*) AS n FROM ${isWhole ? searched : from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql}`,
    ).get(kind, parent, ...values) as {
      n: number
    }
    if (values.length === 0) this.#totals.set(`${kind} ${parent}`, n)
    return n
  }

  ids({ kind, parent = '', where, order, first = 0, most = Infinity }: Parameters<Store['ids']>[0]): string[] {
    const { searched, from, sql, values } = this.#write(kind, where)
    const found = `SELECT id FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql} ORDER BY seq${direction(order === 'newest')}`
    const { ids } = this.#prepare(`SELECT json_group_array(id) AS ids FROM (${found} LIMIT ? OFFSET ?)`).get(
      kind,
      parent,
      ...values,
      Math.min(most, Number.MAX_SAFE_INTEGER),
      first,
    ) as { ids: string }
    return JSON.parse(ids) as string[]
  }

  newest({ kind, parent = '', where }: Omit<Question, 'page' | 'order'>): string | undefined {
    const { searched, from, sql, values } = this.#write(kind, where)
    const found = `SELECT text FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql} ORDER BY seq DESC LIMIT 1`
    return (this.#prepare(found).get(kind, parent, ...values) as { text: string } | undefined)?.text
  }

  list(question: Question): Page {
    const { where = [], page, by } = question
    if (by !== undefined) return this.#sort(question, by)
    if (where.length > 0) return page ? this.#filter(question, page) : this.#find(question)
    if (!page) return this.#readAll(question)
    const kept = this.#pages.find(question)
    if (kept) return kept
    const read = this.#readAll(question)
    this.#pages.keep(question, read)
    return read
  }

  /** Whatever its objects are: the page that is asked for, or all of them. */
  #readAll(question: Question): Page {
    const { page } = question
    const total = this.count(question)
    const skipped = page ? (page.number - 1) * page.size : 0
    const size = page ? Math.min(page.size, total - skipped) : total
    if (size <= 0) return { texts: '', total }
    // What is skipped is walked over, so a page in the second half is found from the other end, and one far from both from a known place.
    const isFar = Math.min(skipped, total - skipped - size) > stride
    return { texts: isFar ? this.#readFar(question, skipped, size, total) : this.#readNear(question, skipped, size, total), total }
  }

  /** By a field that each has: only those that are shown are more than looked at, and where it is indexed not even the others. */
  #sort({ kind, parent = '', where = [], page = { number: 1, size: Number.MAX_SAFE_INTEGER } }: Question, by: string): Page {
    if (!/^\w+$/.test(by)) throw new Error(`${JSON.stringify(by)} is no field. Expected name.`)
    const { searched, from, sql, values } = this.#write(kind, where)
    const isIndexed = where.length === 0 && this.#indexed.get(kind)?.has(by) === true
    const found = isIndexed
      ? `SELECT seq, value AS sorted FROM fields WHERE kind = ? AND parent = ? AND name = '${by}'`
      : `SELECT seq, json_extract(text, '$.${by}') AS sorted FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql}`
    const order = 'ORDER BY sorted COLLATE BINARY, seq'
    const shown = `SELECT seq, sorted FROM found ${order} LIMIT ? OFFSET ?`
    const { total, texts } = this.#prepare(
      `WITH found AS MATERIALIZED (${found}) SELECT (SELECT count(*) FROM found) AS total,
       (SELECT group_concat(text, ',') FROM (SELECT text FROM (${shown}) JOIN rows USING (seq) ${order})) AS texts`,
    ).get(kind, parent, ...values, page.size, (page.number - 1) * page.size) as { total: number; texts: string | null }
    return { texts: texts ?? '', total }
  }

  /** All of them in one go, which is most of what behaviors ask: and much less than to number them first. */
  #find({ kind, parent = '', where, order }: Question): Page {
    const { searched, from, sql, values } = this.#write(kind, where)
    const found = `SELECT text FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql} ORDER BY seq${direction(order === 'newest')}`
    const { total, texts } = this.#prepare(`SELECT count(*) AS total, group_concat(text, ',') AS texts FROM (${found})`).get(
      kind,
      parent,
      ...values,
    ) as { total: number; texts: string | null }
    return { texts: texts ?? '', total }
  }

  /** Each row is looked at once, and the texts are read of those that are shown. */
  #filter({ kind, parent = '', where, order }: Question, page: NonNullable<Question['page']>): Page {
    const { searched, from, sql, values } = this.#write(kind, where)
    const found = `SELECT seq FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql}`
    const shownRows = `SELECT seq FROM found ORDER BY seq${direction(order === 'newest')} LIMIT ? OFFSET ?`
    const shown = `SELECT text FROM (${shownRows}) JOIN rows USING (seq) ORDER BY seq${direction(order === 'newest')}`
    const { total, texts } = this.#prepare(
      `WITH found AS MATERIALIZED (${found})
       SELECT (SELECT count(*) FROM found) AS total, (SELECT group_concat(text, ',') FROM (${shown})) AS texts`,
    ).get(kind, parent, ...values, page.size, (page.number - 1) * page.size) as { total: number; texts: string | null }
    return { texts: texts ?? '', total }
  }

  hidden({ kind, parent = '', order }: Pick<Question, 'kind' | 'parent' | 'order'>): string {
    const found = `SELECT coalesce(hidden, '{}') AS hidden FROM rows WHERE kind = ? AND parent = ? ORDER BY seq${direction(order === 'newest')}`
    const { texts } = this.#prepare(`SELECT group_concat(hidden, ',') AS texts FROM (${found})`).get(kind, parent) as {
      texts: string | null
    }
    return texts ?? ''
  }

  blocks(question: Pick<Question, 'kind' | 'parent'>): string[] {
    return this.#blocks.list(question)
  }

  #readFar({ kind, parent = '', order }: Question, skipped: number, size: number, total: number): string {
    const isNewest = order === 'newest'
    const start = isNewest ? total - skipped - size : skipped
    const { seq, before } = this.#offsets.nearest({ kind, parent }, start)
    const found = 'SELECT seq, text FROM rows WHERE kind = ? AND parent = ? AND seq >= ? ORDER BY seq LIMIT ? OFFSET ?'
    const { texts } = this.#prepare(
      `SELECT group_concat(text, ',') AS texts FROM (SELECT text FROM (${found}) ORDER BY seq${direction(isNewest)})`,
    ).get(kind, parent, seq, size, start - before) as { texts: string }
    return texts
  }

  #readNear({ kind, parent = '', order }: Question, skipped: number, size: number, total: number): string {
    const isNewest = order === 'newest'
    const isBackwards = skipped > total / 2
    const found = `SELECT seq, text FROM rows WHERE kind = ? AND parent = ? ORDER BY seq${direction(isNewest !== isBackwards)} LIMIT ? OFFSET ?`
    const inOrder = isBackwards ? `SELECT text FROM (${found}) ORDER BY seq${direction(isNewest)}` : found
    const { texts } = this.#prepare(`SELECT group_concat(text, ',') AS texts FROM (${inOrder})`).get(
      kind,
      parent,
      size,
      isBackwards ? total - skipped - size : skipped,
    ) as { texts: string | null }
    return texts ?? ''
  }
}

function readBlocks(prepare: Prepare): ReadBlocks {
  const next = prepare('SELECT seq FROM rows WHERE kind = ? AND parent = ? AND seq >= ? ORDER BY seq LIMIT 1')
  const find = prepare('SELECT seq FROM rows WHERE kind = ? AND parent = ? AND id = ?')
  const found = 'SELECT text FROM rows WHERE kind = ? AND parent = ? AND seq >= ? AND seq < ? ORDER BY seq'
  const read = prepare(`SELECT group_concat(text, ',') AS texts FROM (${found})`)
  return {
    next: ({ kind, parent = '' }, from) => (next.get(kind, parent, from) as { seq: number } | undefined)?.seq,
    find: ({ kind, parent = '' }, id) => (find.get(kind, parent, id) as { seq: number } | undefined)?.seq,
    read: ({ kind, parent = '' }, from, end) => (read.get(kind, parent, from, end) as { texts: string }).texts,
  }
}

const direction = (isDown: boolean) => (isDown ? ' DESC' : '')

/** SQLITE_CONSTRAINT_UNIQUE. */
const uniqueViolation = 2067
