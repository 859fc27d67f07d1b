/** Objects of one account: blanks, timestamps, unique fields, embedded catalog objects and lifecycles, for any kind. */
import type { Clock } from '../clock/clock.ts'
import { isReferenced, releaseReferences } from './references.ts'
import { resourceRows } from '../generated/resources.ts'
import { type Key, type Page, type ListQuery, type Row, type Store, UniqueError } from '../store/store.ts'
import type { ResourceRow } from '../tables/resource-row.ts'

import type { AnyKindEngine, CreateOptions, UpdateMode, AccountContext } from './account-context.ts'
import { conflict, Failure, notFound, unprocessable } from './failure.ts'
import { createFields, resetFields, mergeWithBlank, pickFields, uniqueOf, urnOf } from './fields.ts'
import { type Hooks, listDeleted } from './hooks.ts'
import { onlyOne } from './object-ids.ts'
import type { Ids } from './ids.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { mergeFields, uniqueTags, type Value, formatJson } from './values.ts'

/** @throws Error if the kind does not exist */
export function rowOf(kind: string): ResourceRow {
  const row = resourceRows[kind]
  if (!row) throw new Error(`There is no kind of object named "${kind}".`)
  return row
}

/** Object that `findCreated` waits for. */
interface ExpectedObject {
  readonly kind: string
  /** Set when the object is created. */
  key: Key | undefined
}

export class Objects implements AnyKindEngine {
  readonly lifecycle: Lifecycle
  readonly #store: Store
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #hooks: Hooks
  readonly #ctx: () => AccountContext
  #expected: ExpectedObject | undefined

  constructor({ store, clock, ids, actionSeconds, hooks = new Map(), ctx = throwWithoutContext }: EngineParts) {
    this.#store = store
    this.#clock = clock
    this.#ids = ids
    this.#hooks = hooks
    this.#ctx = ctx
    this.lifecycle = createLifecycle({ rowOf, objects: this, store, clock, actionSeconds, hooks, ctx })
  }

  find(key: Key): Value | undefined {
    const text = this.#store.get(key)?.text
    return text === undefined ? undefined : (JSON.parse(text) as Value)
  }

  get(key: Key): Value {
    const value = this.find(key)
    if (!value) throw objectNotFound(key)
    return value
  }

  getText(key: Key): string {
    const found = this.#store.get(key)?.text
    if (found !== undefined) return found
    const { unique, id } = rowOf(key.kind)
    const other =
      unique?.length === 1 && unique[0] !== id?.field ? this.#store.find({ ...key, unique: JSON.stringify([key.id]) })?.text : undefined
    if (other === undefined) throw objectNotFound(key)
    return other
  }

  findUnique(kind: string, values: readonly unknown[], parent?: string): Value | undefined {
    const found = this.#store.find({ kind, unique: JSON.stringify(values), ...(parent !== undefined && { parent }) })?.text
    return found === undefined ? undefined : (JSON.parse(found) as Value)
  }

  create(kind: string, fields: Value, { parent = '', hidden, id: requestedId, since }: CreateOptions = {}): Value {
    const row = rowOf(kind)
    const timestamp = this.#clock.timestamp()
    const base = createFields(row)
    for (const field of row.timestamps?.created ?? []) base[field] = timestamp
    if (row.lifecycle && row.lifecycle.field in row.fields) base[row.lifecycle.field] = row.lifecycle.initial
    const value = mergeFields(base, this.#pick(row, fields))
    const isPromised = requestedId !== undefined && this.#ids.isTaken(requestedId)
    const id = (isPromised ? requestedId : this.#ids.takeStatedId(kind)) ?? requestedId ?? this.#makeId(kind, row, value)
    if (row.id) value[row.id.field] = id
    if (row.urn !== undefined && 'urn' in row.fields) value['urn'] = urnOf(row, value)
    const key = { kind, parent, id: String(id) }
    if (row.taggable) this.#noteTags(value)
    this.#put(key, value, hidden && JSON.stringify(hidden), true)
    if (this.#expected?.kind === kind) this.#expected.key ??= key
    if (row.lifecycle) this.lifecycle.scheduleCreated(key, since)
    return value
  }

  setFields(key: Key, fields: Value): Value {
    const row = this.#store.get(key)
    if (!row) throw objectNotFound(key)
    return this.#set(key, row, JSON.parse(row.text) as Value, fields)
  }

  update(key: Key, fields: Value, mode: UpdateMode = 'merge'): Value {
    const row = rowOf(key.kind)
    const stored = this.#store.get(key)
    if (!stored) throw objectNotFound(key)
    const current = JSON.parse(stored.text) as Value
    const changedFields = this.#pick(row, fields)
    if (row.id && row.id.kind !== 'name') Reflect.deleteProperty(changedFields, row.id.field)
    const next: Value = { ...(mode === 'merge' ? current : resetFields(row, current)), ...mergeWithBlank(row, changedFields) }
    for (const field of row.timestamps?.updated ?? []) next[field] = this.#clock.timestamp()
    if (row.taggable) this.#noteTags(next)
    return this.#set(key, stored, current, next)
  }

  delete(key: Key): void {
    const deletedObjects = listDeleted(key, this.#hooks, this, this.find(key))
    if (!this.#store.delete(key)) throw objectNotFound(key)
    if (isReferenced(key.kind)) releaseReferences(key, this.#ctx())
    for (const { key: own, value, hidden } of deletedObjects) this.#hooks.get(own.kind)?.afterDelete?.(value, own, this.#ctx(), hidden)
  }

  listPage(query: ListQuery): Page<Value> {
    // Rows of a kind are objects.
    return this.#store.list(query) as Page<Value>
  }

  list(query: ListQuery): Value[] {
    return JSON.parse(`[${this.#store.list(query).texts}]`) as Value[]
  }

  findNewest(query: ListQuery): Value | undefined {
    return this.list({ ...query, order: 'newest', page: { number: 1, size: 1 } })[0]
  }

  count(query: ListQuery): number {
    return this.#store.count(query)
  }

  listHidden(query: ListQuery): Value[] {
    return JSON.parse(`[${this.#store.list({ ...query, select: 'hidden' }).texts}]`) as Value[]
  }

  getHidden(key: Key): Value {
    return parseHidden(this.#row(key))
  }

  setHidden(key: Key, fields: Value): void {
    const row = this.#row(key)
    this.#store.put({ ...row, hidden: JSON.stringify({ ...parseHidden(row), ...fields }) })
  }

  trigger(key: Key, trigger: string): Value {
    this.lifecycle.trigger(key, trigger)
    return this.get(key)
  }

  applyTrigger(key: Key, trigger: string): Value {
    this.lifecycle.applyTrigger(key, trigger)
    return this.get(key)
  }

  serialize(key: Key, value: Value): unknown {
    return this.#hooks.get(key.kind)?.serialize?.(value, key, this.#ctx(), { isList: false }) ?? value
  }

  findCreated(kind: string, work: () => void): Key | undefined {
    const expected: ExpectedObject = { kind, key: undefined }
    this.#expected = expected
    try {
      work()
    } finally {
      this.#expected = undefined
    }
    return expected.key
  }

  createId(kind: string): string {
    return this.#ids.uuid(kind)
  }

  #row(key: Key): Row {
    const row = this.#store.get(key)
    if (!row) throw notFound()
    return row
  }

  /** Sets the given fields and keeps the others. */
  #set(key: Key, { hidden }: Row, current: Value, fields: Value): Value {
    const value = { ...current, ...fields }
    this.#put(key, value, hidden)
    return value
  }

  #put(key: Key, value: Value, hidden: string | undefined, isNew = false): void {
    const row = rowOf(key.kind)
    Object.assign(value, this.#hooks.get(key.kind)?.computed?.(value))
    try {
      this.#store.put({ ...key, text: formatJson(value), unique: uniqueOf(row, value), hidden, isNew, value })
    } catch (error) {
      if (!(error instanceof UniqueError)) throw error
      if (isNew && row.id?.kind !== 'name' && this.#store.get(key)?.text !== undefined)
        throw conflict(`${row.id?.field ?? key.kind}: ${key.id} exists already.`)
      throw duplicateFailure(row, key.kind)
    }
  }

  #pick(row: ResourceRow, fields: Value): Value {
    return pickFields(row, fields, this.#ids, (field, kind, slug) => {
      const found = this.find({ kind, id: slug })
      if (!found) throw unprocessable(`${field}: there is no ${rowOf(kind).one ?? kind} "${slug}".`)
      return found
    })
  }

  #makeId(kind: string, row: ResourceRow, value: Value): string | number {
    const id = row.id && value[row.id.field]
    switch (row.id?.kind) {
      case undefined:
        return onlyOne
      case 'integer':
        return this.#nextInteger(kind)
      case 'uuid':
        return this.#ids.uuid()
      case 'token':
        return this.#ids.hex(40)
      case 'ip':
        return typeof id === 'string' && id !== '' ? id : this.#ids.ipv4()
      case 'slug':
      case 'name':
      case 'urn':
        if (typeof id === 'string' || typeof id === 'number') return id
        throw unprocessable(`${row.id?.field}: must be given.`)
    }
  }

  /** Skips integers that a world file or an import has used. */
  #nextInteger(kind: string): number {
    for (;;) {
      const id = this.#ids.integer(kind)
      if (this.#store.get({ kind, id: String(id) }) === undefined) return id
    }
  }

  /** Creates the tags of an object that do not exist yet, and removes duplicates. */
  #noteTags(value: Value): void {
    if (!Array.isArray(value['tags'])) return
    const tags = uniqueTags<unknown>(value['tags'])
    value['tags'] = tags
    for (const name of tags) {
      if (typeof name !== 'string') continue
      const key = { kind: 'Tag', id: name.toLowerCase() }
      if (this.#store.get(key)?.text === undefined) this.#put(key, { ...(rowOf('Tag').blank as Value), name }, undefined, true)
    }
  }
}

function throwWithoutContext(): AccountContext {
  throw new Error('An engine with hooks needs an account context.')
}

function objectNotFound({ kind, id }: Key): Failure {
  return notFound(formatNotFound(kind, id))
}

/** Returns the message of the platform for a missing object, if it has one of its own. */
export function formatNotFound(kind: string, id: string): string | undefined {
  return rowOf(kind).notFoundMessage?.replace('{id}', id)
}

function duplicateFailure({ conflict: error, unique, one }: ResourceRow, kind: string): Failure {
  if (error) return new Failure(error.status ?? 409, error.message)
  return conflict(`${unique?.join(' and ')}: already used by another ${(one ?? kind).replace(/_info$/, '').replaceAll('_', ' ')}.`)
}

function parseHidden({ hidden }: Row): Value {
  return hidden === undefined ? {} : (JSON.parse(hidden) as Value)
}

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly actionSeconds: number | undefined
  /** Hooks of the families. */
  readonly hooks?: Hooks
  /** Returns the context that hooks get. */
  readonly ctx?: () => AccountContext
}
