/**
 * What every kind of stored object has in common: made from a blank, stamped, unique, embedded, moved on by its lifecycle. Generic
 * operations and behaviors both work through it, so an object is the same however it came to be.
 */
import { resourceRows } from '../generated/resources.ts'
import type { Clock } from '../clock/clock.ts'
import { type Key, type Page, type Question, type Row, type Store, UniqueError } from '../store/store.ts'
import type { Kinds } from '../generated/types.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import { conflict, Failure, notFound, unprocessable } from './failure.ts'
import { type AnyHooks, type Hooks, listLeaving, onlyOne } from './hooks.ts'
import type { Ids } from './ids.ts'
import { type AnyKind, type Asked, type At, type Changes, type Given, type HiddenOf, type Kind, keyOf, type Stored } from './kinds.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { accepts, isRecord, mergeFields, uniqueTags, type Value, writeJson } from './values.ts'
import type { World } from './world.ts'

export interface Engine extends Lifecycle {
  readonly rowOf: (kind: string) => ResourceRow
  /** Makes an object of `fields` over the blank. @throws Failure 409, 422 */
  readonly add: <K extends Kind>(kind: K, fields: Given<Kinds[K]>, options?: AddOptions<K>) => Kinds[K]
  /** @throws Failure 404 */
  readonly get: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>) => Stored<K>
  readonly find: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>) => Stored<K> | undefined
  /** The one with these values in the fields that are unique. */
  readonly findUnique: <K extends Kind>(kind: K, values: readonly (string | number)[], parent?: string) => Kinds[K] | undefined
  /** The text of an object by its id, or by the one field that is unique. @throws Failure 404 */
  readonly text: (key: Key) => string
  /** Sets these fields as they are; the server's own fields too. @throws Failure 404, 409 */
  readonly change: <K extends Kind>(kind: K, at: At<NoInfer<K>>, fields: Changes<Kinds[K]>) => Kinds[K]
  /** What a request asks for: only fields that the kind has, of the types they may have. */
  readonly update: <K extends Kind>(kind: K, at: At<NoInfer<K>>, fields: Given<Kinds[K]>, mode?: UpdateMode) => Kinds[K]
  /**
   * With everything under it, and with what other families keep of any of it. What must hold before is asked where a request is
   * answered. @throws Failure 404
   */
  readonly remove: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>) => void
  readonly list: <K extends AnyKind>(kind: K, asked: Asked<K>) => Page<Stored<K>>
  readonly all: <K extends AnyKind>(kind: K, asked?: Asked<K>) => Stored<K>[]
  readonly count: <K extends AnyKind>(kind: K, asked?: Omit<Asked<K>, 'page'>) => number
  /** What is kept with an object and never sent. @throws Failure 404 */
  readonly hidden: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>) => HiddenOf<K>
  readonly hide: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>, fields: Changes<HiddenOf<K>>) => void
  /** The object as replies hold it: as its kind's hook shows it, or as it is stored. */
  readonly show: <K extends Kind>(kind: K, at: At<NoInfer<K>>, value: Kinds[K]) => Kinds[K]
  readonly hooksOf: (kind: string) => AnyHooks
  readonly urnOf: (kind: string, value: Value) => string | undefined
  readonly anyKind: AnyKindEngine
}

/** The same of objects whose kind is known only when the sandbox runs. */
export interface AnyKindEngine {
  readonly create: (kind: string, fields: Value, options?: CreateOptions) => Value
  readonly get: (key: Key) => Value
  readonly find: (key: Key) => Value | undefined
  readonly change: (key: Key, fields: Value) => Value
  readonly update: (key: Key, fields: Value, mode?: UpdateMode) => Value
  readonly remove: (key: Key) => void
  readonly list: (question: Question) => Page<Value>
  readonly all: (question: Question) => Value[]
  readonly hidden: (key: Key) => Value
  readonly hide: (key: Key, fields: Value) => void
}

export type UpdateMode = 'merge' | 'replace'

export interface CreateOptions {
  readonly parent?: string
  readonly hidden?: Value
  /** False when an action will move the state on. */
  readonly lifecycle?: boolean
  /** Instead of a new one. */
  readonly id?: string | number
}

/** As `CreateOptions`, with what is hidden of its type. */
export interface AddOptions<K extends Kind> extends Omit<CreateOptions, 'hidden'> {
  readonly hidden?: Changes<HiddenOf<K>>
}

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly actionSeconds: number | undefined
  /** What families say of kinds; nothing when left out. */
  readonly hooks?: Hooks
  /** The world that the engine is part of, for the hooks. */
  readonly world?: () => World
}

const noHooks: AnyHooks = {}

function nowhere(): World {
  throw new Error('An engine with hooks needs a world to call them in.')
}

export function createEngine({ store, clock, ids, actionSeconds, hooks = new Map(), world = nowhere }: EngineParts): Engine {
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
      store.put({ ...key, text: writeJson(value), unique: uniqueOf(row, value), hidden })
    } catch (error) {
      if (!(error instanceof UniqueError)) throw error
      if (row.taken) throw new Failure(row.taken.status ?? 409, row.taken.message)
      throw conflict(
        `${row.unique?.join(' and ')}: already used by another ${(row.one ?? key.kind).replace(/_info$/, '').replaceAll('_', ' ')}.`,
      )
    }
  }

  /** Puts catalog objects where requests send slugs. */
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

  const create: AnyKindEngine['create'] = (kind, fields, { parent = '', hidden, lifecycle = true, id: given } = {}) => {
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

  const change = (key: Key, fields: Value): Value => {
    const row = store.get(key)
    if (!row) throw missing(key)
    const value = { ...(JSON.parse(row.text) as Value), ...fields }
    put(key, value, row.hidden)
    return value
  }

  const update = (key: Key, fields: Value, mode: UpdateMode = 'merge'): Value => {
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

  const all = (question: Question) => JSON.parse(`[${store.list(question).texts}]`) as Value[]

  const remove = (key: Key) => {
    const leaving = listLeaving(key, hooks, { all, hidden }, find(key))
    if (!store.delete(key)) throw missing(key)
    for (const { key: own, value, hidden: kept } of leaving) hooks.get(own.kind)?.removed?.(value, own, world(), kept)
  }

  const hide = (key: Key, fields: Value) => {
    const row = store.get(key)
    if (!row) throw notFound()
    store.put({ ...row, hidden: JSON.stringify({ ...readHidden(row), ...fields }) })
  }

  const findUnique = (kind: string, values: readonly unknown[], parent?: string) => {
    const found = store.byUnique(kind, JSON.stringify(values), parent)
    return found === undefined ? undefined : (JSON.parse(found) as Value)
  }

  const list = (question: Question) => store.list(question)

  const untyped = {
    rowOf,
    add: create,
    get: byKey(get),
    find: byKey(find),
    findUnique,
    text,
    change: byKey(change),
    update: byKey(update),
    remove: byKey(remove),
    list: byKind(list),
    all: byKind(all),
    count: byKind((question) => store.count(question)),
    trigger,
    continueTrigger,
    triggerNow,
    hidden: byKey(hidden),
    hide: byKey(hide),
    show: byKey((key: Key, value: Value) => hooks.get(key.kind)?.show?.(value, key, world()) ?? value),
    hooksOf: (kind: string) => hooks.get(kind) ?? noHooks,
    urnOf,
    anyKind: { create, get, find, change, update, remove, list, all, hidden, hide },
  }
  // Whatever is stored of a kind was made by the functions of this engine, which take only what its type allows.
  return untyped as unknown as Engine
}

/** A function of a key, called with the kind and the place apart. */
function byKey<Rest extends unknown[], Result>(work: (key: Key, ...rest: Rest) => Result) {
  return (kind: AnyKind, at: At<AnyKind>, ...rest: Rest): Result => work(keyOf(kind, at), ...rest)
}

/** A function of a question, called with the kind apart. */
function byKind<Result>(work: (question: Question) => Result) {
  return (kind: AnyKind, asked: Omit<Question, 'kind'> = {}): Result => work({ ...asked, kind })
}

export { onlyOne } from './hooks.ts'

function readHidden({ hidden }: Row): Value {
  return hidden === undefined ? {} : (JSON.parse(hidden) as Value)
}
