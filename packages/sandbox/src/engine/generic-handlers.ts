/** Makes the handler of an operation from the tables alone, where its effect says enough. */
import { type Condition, type Key, childPath } from '../store/store.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import { resourceRows } from '../generated/resources.ts'
import type { AnyHandler } from './call.ts'
import type { UntypedCall } from './request.ts'
import { notFound } from './failure.ts'
import { idOf, onlyOne } from './hooks.ts'
import { mapPage, parsePage, replyPage, replyValues } from './pages.ts'
import { type Value, formatJson } from './values.ts'
import type { AccountContext } from './account-context.ts'

/** Undefined when only a handler of its own can answer the operation. */
export function createGenericHandler(operation: OperationRow): AnyHandler | undefined {
  const { effect, bind, root } = operation
  if (!effect || !bind || !resourceRows[effect.resource]) return undefined
  // What comes after the object's own path is about a part of it, which the tables do not describe.
  const isWhole =
    operation.path.endsWith('}') || effect.by !== undefined || bind.length === 0 || resourceRows[effect.resource]?.id === undefined
  const answersOne = root !== undefined && root.many === undefined
  switch (effect.kind) {
    case 'lists':
      return root?.many ? list : undefined
    case 'gets':
      return isWhole && answersOne ? getOne : undefined
    case 'creates':
      return answersOne && !operation.action ? create : undefined
    case 'updates':
    case 'replaces':
      return isWhole && (answersOne || operation.status === 204) ? update : undefined
    case 'deletes':
      return isWhole && (answersOne || operation.echoes || operation.media === undefined) ? remove : undefined
    case 'acts-on':
      return undefined
  }
}

const list: AnyHandler = (call, ctx) => {
  const { operation } = call
  const { engine } = ctx
  const kind = kindOf(operation)
  const parent = openParent(call, engine, operation.bind ?? [])
  const hooks = engine.hooksOf(kind)
  hooks.beforeAccess?.(call, ctx, parent)
  const root = operation.root?.key ?? ''
  const filters = listFilters(call)
  const where = [...relate(call, ctx), ...(hooks.where?.(filters, call, ctx) ?? filters)]
  const order = hooks.order ?? 'newest'
  const write = writerOf(call, kind, parent, ctx)
  const more = (total: number) => hooks.besideAll?.[operation.id]?.(total, parent, ctx, call)
  const chosen = hooks.chosen?.(call, ctx)
  const isKept = hooks.keeping?.(call, ctx, parent)
  const ordered = order === 'name' ? { by: nameField(kind, engine) } : { order }
  if (isKept || chosen) {
    const values = chosen ?? engine.anyKind.all({ kind, parent, where, ...ordered }).filter((value) => isKept?.(value) ?? true)
    return replyValues(call, root, values, write, more(values.length))
  }
  const page = engine.anyKind.list({ kind, parent, where, ...ordered, ...(operation.paged && { page: parsePage(call) }) })
  return replyPage(call, root, write ? mapPage(page, write) : page, more(page.total))
}

function nameField(kind: string, engine: AccountContext['engine']): string {
  const { id } = engine.rowOf(kind)
  return id?.kind === 'name' ? id.field : 'name'
}

/** Undefined where lists hold what is stored, which then is not read. */
function writerOf(call: UntypedCall, kind: string, parent: string, ctx: AccountContext): ((value: Value) => unknown) | undefined {
  const { serialize, listed = serialize } = ctx.engine.hooksOf(kind)
  return listed && ((value) => listed(value, { kind, parent, id: idOf(kind, value) }, ctx, call))
}

const getOne: AnyHandler = (call, ctx) => {
  const { key, text } = open(call, ctx)
  const { serialize, beside } = ctx.engine.hooksOf(key.kind)
  return serialize || beside?.[call.operation.id] ? replyOne(call, JSON.parse(text) as Value, key, ctx) : wrap(call, text)
}

const create: AnyHandler = (call, ctx) => {
  const { engine } = ctx
  const kind = kindOf(call.operation)
  const parent = openParent(call, engine, call.operation.bind ?? [])
  const { beforeAccess, parseCreate, reading, afterUpdate, afterCreate, told } = engine.hooksOf(kind)
  beforeAccess?.(call, ctx, parent)
  const { fields, set, ...options } = parseCreate?.(call, ctx, parent) ?? {
    fields: reading?.(call.body, call, ctx, undefined) ?? parseBody(call),
  }
  const added = engine.anyKind.create(kind, fields, { ...options, parent })
  const key = { kind, parent, id: engine.rowOf(kind).id ? idOf(kind, added) : String(options.id ?? onlyOne) }
  const value = set ? engine.anyKind.change(key, set) : added
  afterUpdate?.(value, key, ctx)
  afterCreate?.(value, key, ctx, call)
  const tell = told?.[call.operation.id]
  if (tell) return { body: formatJson(tell(value, key, ctx, call)) }
  return replyOne(call, afterCreate ? engine.anyKind.get(key) : value, key, ctx)
}

const update: AnyHandler = (call, ctx) => {
  const { engine } = ctx
  const { root, effect, id } = call.operation
  const { key, text } = open(call, ctx)
  const { beforeUpdate, parseUpdate, reading, afterUpdate } = engine.hooksOf(key.kind)
  const before = JSON.parse(text) as Value
  beforeUpdate?.(before, key, ctx, call)
  const updated = parseUpdate
    ? engine.anyKind.change(key, parseUpdate(call, ctx, before, key))
    : engine.anyKind.update(
        key,
        reading?.(call.body, call, ctx, before) ?? parseBody(call),
        effect?.kind === 'replaces' ? 'replace' : 'merge',
      )
  engine.trigger(key, id)
  const value = engine.rowOf(key.kind).lifecycle ? engine.anyKind.get(key) : updated
  afterUpdate?.(value, key, ctx)
  if (!root) return {}
  return replyOne(call, afterUpdate ? engine.anyKind.get(key) : value, key, ctx)
}

const remove: AnyHandler = (call, ctx) => {
  const { engine, settings, store, clock } = ctx
  const { key, text } = open(call, ctx)
  engine.hooksOf(key.kind).beforeDelete?.(JSON.parse(text) as Value, key, ctx)
  const { lifecycle, fields } = engine.rowOf(key.kind)
  const { root, echoes } = call.operation
  // Where deleting takes a while, the lifecycle names the operation and the object goes when that time is over.
  if (lifecycle?.transitions.some(({ on }) => on.includes(call.operation.id))) {
    engine.trigger(key, call.operation.id)
    const seconds = settings.actionSeconds ?? 5
    store.schedule({ at: clock.now() + seconds * 1000, name: 'engine.remove', payload: JSON.stringify(key) })
    return root ? replyOne(call, engine.anyKind.get(key), key, ctx) : {}
  }
  // The reply is the last that is seen of it.
  const reply = root
    ? replyOne(call, { ...engine.anyKind.get(key), ...('deleted_at' in fields && { deleted_at: clock.stamp() }) }, key, ctx)
    : echoes
      ? { body: JSON.stringify(Object.fromEntries(echoes.map((name) => [name, call.path[name]]))) }
      : {}
  engine.anyKind.remove(key)
  return reply
}

function replyOne(call: UntypedCall, value: Value, key: Key, ctx: AccountContext): { readonly body: string } {
  const { serialize, beside } = ctx.engine.hooksOf(key.kind)
  const text = formatJson(serialize?.(value, key, ctx, call) ?? value)
  return wrap(call, text, beside?.[call.operation.id]?.(value, key, ctx, call))
}

/** One object's text under its root, under the root's older names, and with what else the reply holds. */
function wrap({ operation }: UntypedCall, text: string, beside?: object): { readonly body: string } {
  const { key = '', also, rest } = operation.root ?? {}
  if (key === '') return { body: text }
  const others = beside ?? rest
  if (!also && !others) return { body: `{"${key}":${text}}` }
  const older = (also ?? []).map((name) => `,"${name}":${text}`)
  const more = Object.entries(others ?? {}).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return { body: `{"${key}":${text}${older.join('')}${more.join('')}}` }
}

function parseBody({ body }: UntypedCall): Value {
  return (body ?? {}) as Value
}

interface Opened {
  readonly key: Key
  readonly text: string
}

/** The object that the path, or the parameters of `by`, name. @throws Failure 404 */
function open(call: UntypedCall, ctx: AccountContext): Opened {
  const { engine } = ctx
  const { bind = [], effect } = call.operation
  const kind = kindOf(call.operation)
  const last = bind.at(-1)
  const isNamed = effect?.by === undefined && last?.[1] === kind
  const parent = openParent(call, engine, isNamed ? bind.slice(0, -1) : bind)
  engine.hooksOf(kind).beforeAccess?.(call, ctx, parent)
  if (effect?.by) {
    const [found] = engine.anyKind.all({ kind, parent, where: listFilters(call), page: { number: 1, size: 1 } })
    if (!found) throw notFound()
    const key = { kind, parent, id: idOf(kind, found) }
    return { key, text: engine.text(key) }
  }
  if (!isNamed) {
    const key = { kind, parent, id: onlyOne }
    return { key, text: engine.rowOf(kind).id ? engine.text(key) : openOnly(key, ctx) }
  }
  const id = parseId(call, engine, last)
  const key = { kind, parent, id }
  if (call.operation.related) return openRelated(call, ctx, key)
  const text = engine.text(key)
  const own = ownId(text, kind, engine, id)
  return { key: own === id ? key : { kind, parent, id: own }, text }
}

/** The conditions for what has to do with the object that the path begins with. @throws Failure 404 when that is not there */
function relate(call: UntypedCall, ctx: AccountContext): readonly Condition[] {
  const { engine } = ctx
  const { related } = call.operation
  if (!related) return []
  const to = { kind: related[1], id: parseId(call, engine, related) }
  engine.text(to)
  const kind = kindOf(call.operation)
  const conditions = engine.hooksOf(kind).related?.(to, ctx, call)
  if (!conditions) throw new Error(`Nothing says which objects of the kind ${kind} have to do with a ${to.kind}.`)
  return conditions
}

/** @throws Failure 404 also when it has nothing to do with the object that the path begins with */
function openRelated(call: UntypedCall, ctx: AccountContext, key: Key): Opened {
  const { engine } = ctx
  const related = relate(call, ctx)
  const text = engine.text(key)
  const field = engine.rowOf(key.kind).id?.field ?? ''
  const equals = (JSON.parse(text) as Readonly<Record<string, string | number>>)[field] ?? ''
  if (engine.anyKind.all({ ...key, where: [...related, { field, equals }] }).length === 0) throw notFound()
  return { key, text }
}

/** An object may have been found by its other name. */
function ownId(text: string, kind: string, engine: AccountContext['engine'], asked: string): string {
  const row = engine.rowOf(kind)
  return row.unique?.length === 1 && row.id && row.unique[0] !== row.id.field ? idOf(kind, JSON.parse(text) as Value) : asked
}

/** The parent path that the parameters of the path lead to; every parent must be there. @throws Failure 404 */
function openParent(call: UntypedCall, engine: AccountContext['engine'], bind: readonly (readonly [string, string])[]): string {
  const keys = bind.map((bound) => ({ kind: bound[1], id: parseId(call, engine, bound) }))
  let parent = ''
  for (const key of keys) {
    engine.text({ ...key, parent })
    parent = childPath({ ...key, parent })
  }
  return parent
}

function parseId(call: UntypedCall, engine: AccountContext['engine'], [parameter, kind]: readonly [string, string]): string {
  const asked = String(call.path[parameter])
  return engine.hooksOf(kind).id?.(asked) ?? asked
}

/** There is one of each for its parent, and it is there from the beginning. */
function openOnly(key: Key, { engine, store }: AccountContext): string {
  const text = store.get(key)?.text
  if (text !== undefined) return text
  return JSON.stringify(store.transaction(() => engine.anyKind.create(key.kind, {}, { parent: key.parent ?? '' })))
}

function listFilters({ operation, query, alternatives = {} }: UntypedCall): Condition[] {
  return Object.entries(operation.filters ?? {}).flatMap(([name, field]) => {
    const value = query[name]
    if (field === null || value === undefined) return []
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
    const { [name]: or } = alternatives
    return [{ field, equals: value, ignoreCase: field === 'tags[]', ...(or && { or }) }]
  })
}

function kindOf({ effect }: OperationRow): string {
  return effect?.resource ?? ''
}
