/** The stored objects of a state, in one table. What a statement gives is of the columns that it names. */
import { type IndexedField, nameOf } from './indexed-fields.ts'
import { ListCache } from './list-cache.ts'
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
  readonly #cache = new ListCache()

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
    this.#remove = prepare('DELETE FROM rows WHERE kind = ? AND parent = ? AND id = ?')
    // What lives under an object has its path as the beginning of `parent`; "0" is the character after "/".
    this.#removeChildren = prepare("DELETE FROM rows WHERE parent >= ? AND parent < ? AND parent <> ''")
  }

  /** Drops cached reads, after a rollback or when the tables were replaced. */
  clearCache(): void {
    this.#cache.clear()
  }

  #write(kind: string, where: Question['where']): Written {
    const names = this.#indexed.get(kind)
    return writeConditions(where, names && ((name) => names.has(name)))
  }

  text(key: Key): string | undefined {
    return this.get(key)?.text
  }

  get(key: Key): Row | undefined {
    const { kind, parent = '', id } = key
    const cached = this.#cache.findRow(key)
    if (cached) return cached
    const found = this.#row.get(kind, parent, id) as { text: string; uniq: string | null; hidden: string | null } | undefined
    if (!found) return undefined
    const row = { kind, parent, id, text: found.text, unique: found.uniq ?? undefined, hidden: found.hidden ?? undefined }
    this.#cache.addRow(row)
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
      const isUpdate = !isNew && this.#update.run(...values).changes !== 0
      if (!isUpdate) this.#insert.run(...values)
      this.#cache.change(row, isUpdate ? 0 : 1)
      this.#cache.addRow({ kind, parent, id, text, unique, hidden })
    } catch (error) {
      if ((error as { errcode?: number }).errcode === uniqueViolation) throw new UniqueError(`${kind} ${unique}`, { cause: error })
      throw error
    }
  }

  delete(key: Key): boolean {
    const isRemoved = this.#remove.run(key.kind, key.parent ?? '', key.id).changes !== 0
    const path = under(key)
    if (this.#removeChildren.run(path, `${path.slice(0, -1)}0`).changes !== 0) this.#cache.clear()
    else if (isRemoved) this.#cache.change(key, -1)
    return isRemoved
  }

  count({ kind, parent = '', where = [] }: Omit<Question, 'page'>): number {
    const total = where.length === 0 ? this.#cache.findTotal({ kind, parent }) : undefined
    if (total !== undefined) return total
    const { searched, from, sql, values, isWhole } = this.#write(kind, where)
    const { n } = this.#prepare(
      `SELECT count(*) AS n FROM ${isWhole ? searched : from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql}`,
    ).get(kind, parent, ...values) as { n: number }
    if (values.length === 0) this.#cache.setTotal({ kind, parent }, n)
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
    if (!page) return this.#readAll(question)
    if (where.length > 0) return this.#filter(question, page)
    const cached = this.#cache.findPage(question)
    if (cached) return cached
    const read = this.#readPage(question, page)
    this.#cache.setPage(question, read)
    return read
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
  #readAll({ kind, parent = '', where, order }: Question): Page {
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

  /** Reads a page of everything of a kind. SQLite steps over every row before the page, so a page in the second half is read from the end. */
  #readPage(question: Question, page: NonNullable<Question['page']>): Page {
    const { kind, parent = '', order } = question
    const total = this.count(question)
    const skipped = (page.number - 1) * page.size
    const size = Math.min(page.size, total - skipped)
    if (size <= 0) return { texts: '', total }
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
    return { texts: texts ?? '', total }
  }
}

const direction = (isDown: boolean) => (isDown ? ' DESC' : '')

/** SQLITE_CONSTRAINT_UNIQUE. */
const uniqueViolation = 2067
