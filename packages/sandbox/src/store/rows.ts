/** Stored objects, in one table. Types of results are the columns of the statements. */
import { type IndexedField, getIndexName } from './indexed-fields.ts'
import { ListCache } from './list-cache.ts'
import { isNested } from './schema.ts'
import type { Prepare } from './statements.ts'
import { type Key, type ListQuery, type Page, type Row, type Store, childPath, UniqueError } from './store.ts'
import { type WhereClause, formatConditions } from './format-conditions.ts'

type Statement = ReturnType<Prepare>
type PageRange = NonNullable<ListQuery['page']>

interface PageRow {
  readonly total: number
  readonly texts: string | null
}

const columns = { text: 'text', id: 'json_quote(id)', hidden: "coalesce(hidden, '{}')" } as const satisfies Record<
  NonNullable<ListQuery['select']>,
  string
>

export class Rows implements Pick<Store, 'get' | 'find' | 'put' | 'delete' | 'list' | 'count'> {
  readonly #prepare: Prepare
  readonly #row: Statement
  readonly #unique: Statement
  readonly #update: Statement
  readonly #insert: Statement
  readonly #cache = new ListCache()
  /** Names of the indexed fields, by kind. */
  readonly #indexed: ReadonlyMap<string, ReadonlySet<string>>

  constructor(prepare: Prepare, indexed: readonly IndexedField[] = []) {
    this.#prepare = prepare
    const byKind = Map.groupBy(indexed, ({ kind }) => kind)
    this.#indexed = new Map([...byKind].map(([kind, fields]) => [kind, new Set(fields.map(getIndexName))]))
    this.#row = prepare('SELECT text, uniq, hidden FROM rows WHERE kind = ? AND parent = ? AND id = ?')
    this.#unique = prepare('SELECT id, text, hidden FROM rows WHERE kind = ? AND parent = ? AND uniq = ?')
    this.#update = prepare('UPDATE rows SET text = ?, uniq = ?, hidden = ? WHERE kind = ? AND parent = ? AND id = ?')
    this.#insert = prepare('INSERT INTO rows (text, uniq, hidden, kind, parent, id) VALUES (?, ?, ?, ?, ?, ?)')
  }

  /** Drops cached reads, after a rollback or when the tables were replaced. */
  clearCache(): void {
    this.#cache.clear()
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

  find({ kind, parent = '', unique }: Parameters<Store['find']>[0]): Row | undefined {
    const found = this.#unique.get(kind, parent, unique) as { id: string; text: string; hidden: string | null } | undefined
    return found && { kind, parent, unique, id: found.id, text: found.text, hidden: found.hidden ?? undefined }
  }

  /** @throws UniqueError */
  put({ kind, parent = '', id, text, unique, hidden, isNew = false }: Row): void {
    const row = { kind, parent, id, text, unique, hidden }
    try {
      const values = [text, unique ?? null, hidden ?? null, kind, parent, id] as const
      const isUpdate = !isNew && this.#update.run(...values).changes !== 0
      if (!isUpdate) this.#insert.run(...values)
      this.#cache.put(row, !isUpdate)
    } catch (error) {
      if ((error as { errcode?: number }).errcode === uniqueViolation) throw new UniqueError(`${kind} ${unique}`, { cause: error })
      throw error
    }
  }

  delete(key: Key): boolean {
    const isRemoved =
      this.#prepare('DELETE FROM rows WHERE kind = ? AND parent = ? AND id = ?').run(key.kind, key.parent ?? '', key.id).changes !== 0
    const path = childPath(key)
    // The parent of everything under an object begins with its path; "0" is the character after "/".
    const removeChildren = this.#prepare(`DELETE FROM rows WHERE parent >= ? AND parent < ? AND ${isNested}`)
    if (removeChildren.run(path, `${path.slice(0, -1)}0`).changes !== 0) this.#cache.clear()
    else if (isRemoved) this.#cache.delete(key)
    return isRemoved
  }

  count({ kind, parent = '', where = [] }: ListQuery): number {
    const total = where.length === 0 ? this.#cache.findTotal({ kind, parent }) : undefined
    if (total !== undefined) return total
    const { table, from, sql, values, isIndexOnly } = this.#formatWhere(kind, where)
    const { n } = this.#prepare(
      `SELECT count(*) AS n FROM ${isIndexOnly ? table : from} WHERE ${table}.kind = ? AND ${table}.parent = ?${sql}`,
    ).get(kind, parent, ...values) as { n: number }
    if (where.length === 0) this.#cache.setTotal({ kind, parent }, n)
    return n
  }

  list(query: ListQuery): Page {
    const { where = [], page, by, select = 'text' } = query
    if (by !== undefined) return this.#readSorted(query, by)
    if (!page) return this.#readAll(query)
    if (where.length > 0) return this.#readFiltered(query, page)
    if (select !== 'text') return this.#readPage(query, page)
    const cached = this.#cache.findPage(query)
    if (cached) return cached
    const read = this.#readPage(query, page)
    this.#cache.setPage(query, read)
    return read
  }

  /** Reads a page in the order of a field. Only the rows on the page are read whole, and an indexed field is read from its index. */
  #readSorted({ kind, parent = '', where = [], page = wholeList, select = 'text' }: ListQuery, by: string): Page {
    if (!/^\w+$/.test(by)) throw new Error(`${JSON.stringify(by)} is not a field. Expected name.`)
    const { table, from, sql, values } = this.#formatWhere(kind, where)
    const isIndexed = where.length === 0 && this.#indexed.get(kind)?.has(by) === true
    const found = isIndexed
      ? `SELECT seq, value AS sorted FROM fields WHERE kind = ? AND parent = ? AND name = '${by}'`
      : `SELECT seq, json_extract(text, '$.${by}') AS sorted FROM ${from} WHERE ${table}.kind = ? AND ${table}.parent = ?${sql}`
    return this.#readFound(found, 'sorted', 'sorted COLLATE BINARY, seq', select, [kind, parent, ...values], page)
  }

  #readFiltered({ kind, parent = '', where, order, select = 'text' }: ListQuery, page: PageRange): Page {
    const { table, from, sql, values } = this.#formatWhere(kind, where)
    const found = `SELECT seq FROM ${from} WHERE ${table}.kind = ? AND ${table}.parent = ?${sql}`
    return this.#readFound(found, 'seq', `seq${direction(order === 'newest')}`, select, [kind, parent, ...values], page)
  }

  /** Reads one page of the rows that a statement finds. Each row is visited once, and only the rows on the page are read whole. */
  #readFound(
    found: string,
    sorted: string,
    order: string,
    select: keyof typeof columns,
    values: readonly (string | number)[],
    page: PageRange,
  ): Page {
    const selectPage = `SELECT ${sorted === 'seq' ? 'seq' : `seq, ${sorted}`} FROM found ORDER BY ${order} LIMIT ? OFFSET ?`
    const { total, texts } = this.#prepare(
      `WITH found AS MATERIALIZED (${found}) SELECT (SELECT count(*) FROM found) AS total,
       (SELECT group_concat(value, ',') FROM (SELECT ${columns[select]} AS value FROM (${selectPage}) JOIN rows USING (seq) ORDER BY ${order})) AS texts`,
    ).get(...values, page.size, (page.number - 1) * page.size) as unknown as PageRow
    return { texts: texts ?? '', total }
  }

  #readAll({ kind, parent = '', where, order, select = 'text' }: ListQuery): Page {
    const { table, from, sql, values } = this.#formatWhere(kind, where)
    const found = `SELECT ${columns[select]} AS value FROM ${from} WHERE ${table}.kind = ? AND ${table}.parent = ?${sql}`
    const { total, texts } = this.#prepare(
      `SELECT count(*) AS total, group_concat(value, ',') AS texts FROM (${found} ORDER BY seq${direction(order === 'newest')})`,
    ).get(kind, parent, ...values) as unknown as PageRow
    return { texts: texts ?? '', total }
  }

  /** Reads a page of all objects of a kind. SQLite visits every row before the page, so a page in the second half is read from the end. */
  #readPage({ kind, parent = '', order, select = 'text' }: ListQuery, page: PageRange): Page {
    const total = this.count({ kind, parent })
    const skippedRows = (page.number - 1) * page.size
    const size = Math.min(page.size, total - skippedRows)
    if (size <= 0) return { texts: '', total }
    const isNewest = order === 'newest'
    const isBackwards = skippedRows > total / 2
    const found = `SELECT seq, ${columns[select]} AS value FROM rows WHERE kind = ? AND parent = ? ORDER BY seq${direction(isNewest !== isBackwards)} LIMIT ? OFFSET ?`
    const inOrder = isBackwards ? `SELECT value FROM (${found}) ORDER BY seq${direction(isNewest)}` : found
    const offset = isBackwards ? total - skippedRows - size : skippedRows
    const { texts } = this.#prepare(`SELECT group_concat(value, ',') AS texts FROM (${inOrder})`).get(
      kind,
      parent,
      size,
      offset,
    ) as unknown as PageRow
    return { texts: texts ?? '', total }
  }

  #formatWhere(kind: string, where: ListQuery['where']): WhereClause {
    const names = this.#indexed.get(kind)
    return formatConditions(where, names && ((name) => names.has(name)))
  }
}

const wholeList: PageRange = { number: 1, size: Number.MAX_SAFE_INTEGER }
const direction = (isDown: boolean) => (isDown ? ' DESC' : '')

/** SQLITE_CONSTRAINT_UNIQUE. */
const uniqueViolation = 2067
