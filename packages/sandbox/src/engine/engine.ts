/**
 * What every kind of stored object has in common: made from a blank, stamped, unique, embedded, moved on by its lifecycle. Generic
 * operations and behaviours both work through it, so an object is the same however it came to be.
 */
import { resourceRows } from '../generated/resources.ts'
import type { Clock } from '../clock/clock.ts'
import { type Key, type Page, type Question, type Row, type Store, UniqueError, under } from '../store/store.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import { conflict, Failure, notFound, unprocessable } from './failure.ts'
import type { Ids } from './ids.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { accepts, isRecord, mergeFields, uniqueTags, type Value } from './values.ts'

export interface Engine extends Lifecycle {
  readonly rowOf: (kind: string) => ResourceRow
  /** Makes an object of `fields` over the blank. Fields it does not have are ignored. @throws Failure 409, 422 */
  readonly create: (kind: string, fields: Value, options?: CreateOptions) => Value
  /** @throws Failure 404 */
  readonly get: (key: Key) => Value
  readonly find: (key: Key) => Value | undefined
  /** The text of an object by its id, or by the one field that is unique. @throws Failure 404 */
  readonly text: (key: Key) => string
  /** Sets these fields as they are; the server's own fields too. @throws Failure 404, 409 */
  readonly change: (key: Key, fields: Value) => Value
  /** What a request asks for: only fields that the kind has, of the types they may have. */
  readonly update: (key: Key, fields: Value, mode?: 'merge' | 'replace') => Value
  /** With everything under it. @throws Failure 404 */
  readonly remove: (key: Key) => void
  readonly list: (question: Question) => Page
  readonly all: (question: Question) => Value[]
  /** What is kept with an object and never sent. */
  readonly hidden: (key: Key) => Value
  readonly hide: (key: Key, fields: Value) => void
  readonly urnOf: (kind: string, value: Value) => string | undefined
}

export interface CreateOptions {
  readonly parent?: string
  readonly hidden?: Value
  /** False when an action will move the state on. */
  readonly lifecycle?: boolean
  /** Instead of a new one. */
  readonly id?: string | number
}

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly actionSeconds: number | undefined
}

/** The id of things there is only one of. */
export const onlyOne = '-'

export function createEngine({ store, clock, ids, actionSeconds }: EngineParts): Engine {
  const rowOf = (kind: string): ResourceRow => {
    const row = resourceRows[kind]
    if (!row) throw new Error(`There is no kind of object named "${kind}".`)
    return row
  }

  const urnOf: Engine['urnOf'] = (kind, value) => rowOf(kind).urn?.replace(/\{(\w+)\}/, (_, field: string) => String(value[field]))

  const find = (key: Key) => {
    const text = store.text(key)
    return text === undefined ? undefined : (JSON.parse(text) as Value)
  }

  const missing = ({ kind, id }: Key) => notFound(rowOf(kind).missing?.replace('{id}', id))

  const get = (key: Key) => {
    const value = find(key)
    if (!value) throw missing(key)
    return value
  }

  const text = (key: Key) => {
    const found = store.text(key)
    if (found !== undefined) return found
    const row = rowOf(key.kind)
    const other =
      row.unique?.length === 1 && row.unique[0] !== row.id?.field
        ? store.byUnique(key.kind, JSON.stringify([key.id]), key.parent)
        : undefined
    if (other === undefined) throw missing(key)
    return other
  }

  /** The unique fields, an embedded object by its slug. */
  const uniqueOf = (row: ResourceRow, value: Value) =>
    row.unique && JSON.stringify(row.unique.map((field) => (isRecord(value[field]) ? value[field]['slug'] : value[field])))

  const put = (key: Key, value: Value, hidden: string | undefined) => {
    const row = rowOf(key.kind)
    try {
      store.put({ ...key, text: JSON.stringify(value), unique: uniqueOf(row, value), hidden })
    } catch (error) {
      if (!(error instanceof UniqueError)) throw error
      if (row.taken) throw new Failure(row.taken.status ?? 409, row.taken.message)
      throw conflict(
        `${row.unique?.join(' and ')}: already used by another ${(row.one ?? key.kind).replace(/_info$/, '').replaceAll('_', ' ')}.`,
      )
    }
  }

  /** Puts catalogue objects where requests send slugs. */
  const embed = (row: ResourceRow, fields: Value): Value => {
    const embedded: Record<string, unknown> = {}
    for (const [field, kind] of Object.entries(row.embeds ?? {})) {
      const slug = fields[field]
      if (typeof slug !== 'string') continue
      const found = find({ kind, id: slug })
      if (!found) throw unprocessable(`${field}: there is no ${rowOf(kind).one ?? kind} "${slug}".`)
      embedded[field] = found
    }
    return embedded
  }

  const pick = (row: ResourceRow, fields: Value): Value => {
    const picked: Record<string, unknown> = {}
    for (const [field, types] of Object.entries(row.fields)) {
      if (Object.hasOwn(fields, field) && accepts(types, fields[field])) picked[field] = fields[field]
    }
    return { ...picked, ...complete(row, picked), ...embed(row, fields) }
  }

  /** An object that is replaced by part of one still has everything that such an object has. */
  const overBlank = (row: ResourceRow, fields: Value): Value => {
    const blank = row.blank as Value
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        const base = blank[field]
        return [field, isRecord(base) && isRecord(value) ? mergeFields(structuredClone(base), value) : value]
      }),
    )
  }

  /** Gives the objects of arrays what requests leave out. */
  const complete = (row: ResourceRow, fields: Value): Value => {
    const completed: Record<string, unknown> = {}
    for (const [field, { blank, ids: names = [] }] of Object.entries(row.items ?? {})) {
      const items = fields[field]
      if (!Array.isArray(items)) continue
      completed[field] = items.map((item: unknown) => {
        if (!isRecord(item)) return item
        const made = Object.fromEntries(names.filter((name) => !item[name]).map((name) => [name, ids.uuid()]))
        return mergeFields(structuredClone(blank as Value), { ...item, ...made })
      })
    }
    return completed
  }

  const makeId = (kind: string, row: ResourceRow, value: Value): string | number => {
    const given = row.id && value[row.id.field]
    switch (row.id?.kind) {
      case undefined:
        return onlyOne
      case 'integer':
        return ids.integer(kind)
      case 'uuid':
        return ids.uuid()
      case 'token':
        return ids.hex(40)
      case 'ip':
        return typeof given === 'string' && given !== '' ? given : ids.ipv4()
      case 'slug':
      case 'name':
      case 'urn':
        if (typeof given === 'string' || typeof given === 'number') return given
        throw unprocessable(`${row.id?.field}: must be given.`)
    }
  }

  const create: Engine['create'] = (kind, fields, { parent = '', hidden, lifecycle = true, id: given } = {}) => {
    const row = rowOf(kind)
    const stamp = clock.stamp()
    const base = { ...structuredClone(row.blank as Value), ...row.defaults }
    for (const field of row.stamps?.created ?? []) base[field] = stamp
    if (row.lifecycle) base[row.lifecycle.field] = row.lifecycle.initial
    const value = mergeFields(base, pick(row, fields))
    const id = given ?? makeId(kind, row, value)
    if (row.id) value[row.id.field] = id
    if (row.urn !== undefined && 'urn' in row.fields) value['urn'] = urnOf(kind, value)
    const key = { kind, parent, id: String(id) }
    if (store.text(key) !== undefined) throw conflict(`${row.id?.field ?? kind}: ${String(id)} exists already.`)
    if (row.taggable) noteTags(value)
    put(key, value, hidden && JSON.stringify(hidden))
    if (lifecycle && row.lifecycle) {
      trigger(key, 'create')
      return get(key)
    }
    return value
  }

  const change: Engine['change'] = (key, fields) => {
    const row = store.get(key)
    if (!row) throw missing(key)
    const value = { ...(JSON.parse(row.text) as Value), ...fields }
    put(key, value, row.hidden)
    return value
  }

  const update: Engine['update'] = (key, fields, mode = 'merge') => {
    const row = rowOf(key.kind)
    const current = get(key)
    const kept = mode === 'merge' ? current : giveUp(row, current)
    const picked = pick(row, fields)
    if (row.id && row.id.kind !== 'name') Reflect.deleteProperty(picked, row.id.field)
    const next: Record<string, unknown> = { ...kept, ...overBlank(row, picked) }
    for (const field of row.stamps?.updated ?? []) next[field] = clock.stamp()
    if (row.taggable) noteTags(next)
    return change(key, next)
  }

  /** What a request that replaces the object leaves of it, before what it sends. */
  const giveUp = (row: ResourceRow, current: Value): Value => {
    const first: Value = { ...structuredClone(row.blank as Value), ...row.defaults }
    const replaced = new Set(row.replaced)
    const names = [...new Set([...Object.keys(current), ...replaced])].filter((name) =>
      Object.hasOwn(replaced.has(name) ? first : current, name),
    )
    return Object.fromEntries(names.map((name) => [name, (replaced.has(name) ? first : current)[name]]))
  }

  /** A tag comes to be when something is given it; nothing has one twice. */
  const noteTags = (value: Value) => {
    if (!Array.isArray(value['tags'])) return
    const tags = uniqueTags<unknown>(value['tags'])
    value['tags'] = tags
    for (const name of tags) {
      if (typeof name === 'string' && store.text({ kind: 'Tag', id: name.toLowerCase() }) === undefined) {
        put({ kind: 'Tag', id: name.toLowerCase() }, { ...(rowOf('Tag').blank as Value), name }, undefined)
      }
    }
  }

  const { trigger, continueTrigger, triggerNow } = createLifecycle({ rowOf, find, change, store, clock, actionSeconds })

  const hidden = (key: Key) => {
    const row = store.get(key)
    if (!row) throw notFound()
    return readHidden(row)
  }

  return {
    rowOf,
    create,
    get,
    find,
    text,
    change,
    update,
    remove: (key) => {
      if (!store.delete(key)) throw missing(key)
    },
    list: (question) => store.list(question),
    all: (question) => JSON.parse(`[${store.list(question).texts}]`) as Value[],
    trigger,
    continueTrigger,
    triggerNow,
    hidden,
    hide: (key, fields) => {
      const row = store.get(key)
      if (!row) throw notFound()
      store.put({ ...row, hidden: JSON.stringify({ ...readHidden(row), ...fields }) })
    },
    urnOf,
  }
}

/** The parent path below `keys`, outermost first. */
export function parentPath(keys: readonly { readonly kind: string; readonly id: string }[]): string {
  return keys.reduce((parent, { kind, id }) => under({ kind, id, parent }), '')
}

function readHidden({ hidden }: Row): Value {
  return hidden === undefined ? {} : (JSON.parse(hidden) as Value)
}
