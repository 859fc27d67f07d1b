/** Creates the handlers of operations that the tables describe well enough. */
import { type Condition, type Key, childPath } from '../store/store.ts'
import type { MembersRow, OperationRow } from '../tables/operation-row.ts'
import type { AnyHandler } from './call.ts'
import type { UntypedCall, Reply } from './request.ts'
import { notFound } from './failure.ts'
import type { Hooks, ListPlan, ResourceHooks, UpdatePlan } from './hooks.ts'
import type { Kind } from './kinds.ts'
import { measure } from './metrics.ts'
import { idOf, normalizeId, onlyOne } from './object-ids.ts'
import { mapPage, parsePage, replyPage, replyValues } from './pages.ts'
import { refuseReferenced } from './references.ts'
import { type Value, formatJson } from './values.ts'
import type { AccountContext, UpdateMode } from './account-context.ts'

/** Creates the handler of an operation from the tables. Undefined when only a handler of a family can answer it. */
export function createGenericHandler({ id, generic, effect, measures }: OperationRow, hooks: Hooks): AnyHandler | undefined {
  if (measures) return (call, ctx) => measure(call, ctx, measures, hooks.get(measures.resource) ?? {})
  if (!generic || !effect) return undefined
  const handler = genericHandlers[generic]
  const own = hooks.get(effect.resource) ?? {}
  if (generic === 'act' && !effect.members && !own.operations?.[id]) return undefined
  return (call, ctx) => handler(call, ctx, own)
}

type HookedHandler = (call: UntypedCall, ctx: AccountContext, hooks: ResourceHooks) => Reply

const list: HookedHandler = (call, ctx, hooks) => {
  const { operation } = call
  const { engine } = ctx
  const kind = kindOf(operation)
  const parent = openParent(call, engine, operation.pathResources ?? [])
  hooks.beforeAccess?.(call, ctx, parent)
  const root = operation.root?.key ?? ''
  const filters = listFilters(call)
  const relatedTo = findRelated(call, ctx)
  const plan: ListPlan<Kind> = hooks.listQuery?.(call, ctx, { parent, filters, relatedTo }) ?? {}
  const where = [...listRelated(call, relatedTo, plan), ...(plan.where ?? filters)]
  const { order = 'newest', filter, values: planned } = plan
  const write = writerOf(call, kind, parent, ctx, hooks)
  const more = (total: number) => hooks.envelope?.[operation.id]?.({ total, parent }, ctx, call)
  const ordered = order === 'name' ? { by: nameField(kind, engine) } : { order }
  if (filter || planned) {
    const values = planned ?? engine.untyped.list({ kind, parent, where, ...ordered }).filter((value) => filter?.(value) ?? true)
    return replyValues(call, root, values, write, more(values.length))
  }
  const page = engine.untyped.listPage({ kind, parent, where, ...ordered, ...(operation.paged && { page: parsePage(call) }) })
  return replyPage(call, root, write ? mapPage(page, write) : page, more(page.total))
}

function nameField(kind: string, engine: AccountContext['engine']): string {
  const { id } = engine.rowOf(kind)
  return id?.kind === 'name' ? id.field : 'name'
}

/** Returns undefined when lists send the stored text, which then is not parsed. */
function writerOf(
  call: UntypedCall,
  kind: string,
  parent: string,
  ctx: AccountContext,
  { serialize }: ResourceHooks,
): ((value: Value) => unknown) | undefined {
  return serialize && ((value) => serialize(value, { kind, parent, id: idOf(kind, value) }, ctx, { isList: true, call }))
}

const getOne: HookedHandler = (call, ctx, hooks) => {
  const { key, text } = requireObject(call, ctx, hooks)
  const isChanged = hooks.serialize ?? hooks.envelope?.[call.operation.id]
  return isChanged ? replyOne(call, JSON.parse(text) as Value, key, ctx, hooks) : wrap(call, text)
}

const create: HookedHandler = (call, ctx, hooks) => {
  const { engine } = ctx
  const kind = kindOf(call.operation)
  const parent = openParent(call, engine, call.operation.pathResources ?? [])
  hooks.beforeAccess?.(call, ctx, parent)
  const { fields, set, ...options } = hooks.parseCreate?.(call, ctx, parent) ?? { fields: parseBody(call) }
  const added = engine.untyped.create(kind, fields, { ...options, parent })
  const key = { kind, parent, id: engine.rowOf(kind).id ? idOf(kind, added) : String(options.id ?? onlyOne) }
  const value = set ? engine.untyped.setFields(key, set) : added
  hooks.afterUpdate?.(value, key, ctx, undefined)
  hooks.afterCreate?.(value, key, ctx, call)
  return replyOne(call, hooks.afterCreate || hooks.afterUpdate ? engine.untyped.get(key) : value, key, ctx, hooks)
}

const update: HookedHandler = (call, ctx, hooks) => {
  const { engine } = ctx
  const { root, effect, id } = call.operation
  const { key, text } = requireObject(call, ctx, hooks)
  const before = JSON.parse(text) as Value
  hooks.beforeUpdate?.(before, key, ctx, call)
  const plan: UpdatePlan<Kind> = hooks.parseUpdate?.(call, ctx, before, key) ?? { fields: parseBody(call) }
  const updated = applyPlan(plan, key, ctx, effect?.kind === 'replaces' ? 'replace' : 'merge')
  const value = engine.rowOf(key.kind).lifecycle ? engine.untyped.trigger(key, id) : updated
  hooks.afterUpdate?.(value, key, ctx, before)
  if (!root) return {}
  return replyOne(call, hooks.afterUpdate ? engine.untyped.get(key) : value, key, ctx, hooks)
}

/** Changes an object as its hook for the operation says, or adds and removes members of an array field. */
const act: HookedHandler = (call, ctx, hooks) => {
  const { engine } = ctx
  const { root, effect, id } = call.operation
  const { key, text } = requireObject(call, ctx, hooks)
  const before = JSON.parse(text) as Value
  hooks.beforeUpdate?.(before, key, ctx, call)
  const plan = effect?.members ? { set: changeMembers(call, before, effect.members) } : hooks.operations?.[id]?.(call, ctx, before, key)
  applyPlan(plan ?? {}, key, ctx)
  engine.untyped.trigger(key, id)
  hooks.afterUpdate?.(engine.untyped.get(key), key, ctx, before)
  return root ? replyOne(call, engine.untyped.get(key), key, ctx, hooks) : {}
}

function applyPlan({ fields, set }: UpdatePlan<Kind>, key: Key, { engine }: AccountContext, mode: UpdateMode = 'merge'): Value {
  const merged = fields ? engine.untyped.update(key, fields, mode) : undefined
  return set ? engine.untyped.setFields(key, set) : (merged ?? engine.untyped.get(key))
}

/** Adds the values of the body to an array of the object, or removes them. */
function changeMembers(call: UntypedCall, before: Value, { field, change, ignoresCase }: MembersRow): Value {
  const normalize = (value: unknown) => (ignoresCase && typeof value === 'string' ? value.toLowerCase() : value)
  const members = (before[field] ?? []) as readonly unknown[]
  const values = (parseBody(call)[field] ?? []) as readonly unknown[]
  const normalizedValues = new Set(values.map(normalize))
  if (change === 'remove') return { [field]: members.filter((member) => !normalizedValues.has(normalize(member))) }
  const present = new Set(members.map(normalize))
  const added = new Map(values.filter((value) => !present.has(normalize(value))).map((value) => [normalize(value), value]))
  return { [field]: [...members, ...added.values()] }
}

const remove: HookedHandler = (call, ctx, hooks) => {
  const { engine, clock } = ctx
  const { key, text } = requireObject(call, ctx, hooks)
  hooks.beforeDelete?.(JSON.parse(text) as Value, key, ctx)
  refuseReferenced(key, ctx)
  const { lifecycle, fields } = engine.rowOf(key.kind)
  const { root, echoedParameters } = call.operation
  // The lifecycle may delete the object later.
  if (lifecycle?.transitions.some(({ on, deleteSeconds }) => deleteSeconds !== undefined && on.includes(call.operation.id))) {
    const value = engine.untyped.trigger(key, call.operation.id)
    return root ? replyOne(call, value, key, ctx, hooks) : {}
  }
  // The response contains the object as it was last stored.
  const reply = root
    ? replyOne(call, { ...engine.untyped.get(key), ...('deleted_at' in fields && { deleted_at: clock.timestamp() }) }, key, ctx, hooks)
    : echoedParameters
      ? { body: JSON.stringify(Object.fromEntries(echoedParameters.map((name) => [name, call.path[name]]))) }
      : {}
  engine.untyped.delete(key)
  return reply
}

const genericHandlers = { list, get: getOne, create, update, delete: remove, act } as const

function replyOne(call: UntypedCall, value: Value, key: Key, ctx: AccountContext, { serialize, envelope }: ResourceHooks): Reply {
  const more = envelope?.[call.operation.id]?.({ value, key }, ctx, call)
  const { key: name = '' } = call.operation.root ?? {}
  if (more && name in more) return { body: formatJson(more) }
  const text = formatJson(serialize?.(value, key, ctx, { isList: false, call }) ?? value)
  return wrap(call, text, more)
}

/** Wraps the text of an object in the response: under its root, the root's older names and with the other fields. */
function wrap({ operation }: UntypedCall, text: string, more?: object): Reply {
  const { key = '', aliases, otherFields } = operation.root ?? {}
  if (key === '') return { body: text }
  const others = more ?? otherFields
  if (!aliases && !others) return { body: `{"${key}":${text}}` }
  const older = (aliases ?? []).map((name) => `,"${name}":${text}`)
  const fields = Object.entries(others ?? {}).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return { body: `{"${key}":${text}${older.join('')}${fields.join('')}}` }
}

function parseBody({ body }: UntypedCall): Value {
  return (body ?? {}) as Value
}

interface FoundObject {
  readonly key: Key
  readonly text: string
}

/** Finds the object that the path, the parameters of `by` or the values of `where` select. @throws Failure 404 */
function requireObject(call: UntypedCall, ctx: AccountContext, hooks: ResourceHooks): FoundObject {
  const { engine } = ctx
  const { pathResources = [], effect } = call.operation
  const kind = kindOf(call.operation)
  const last = pathResources.at(-1)
  const isNamed = effect?.by === undefined && effect?.where === undefined && last?.[1] === kind
  const parent = openParent(call, engine, isNamed ? pathResources.slice(0, -1) : pathResources)
  hooks.beforeAccess?.(call, ctx, parent)
  if (effect?.by ?? effect?.where) {
    const where = Object.entries(effect?.where ?? {}).map(([field, equals]) => ({ field, equals }))
    const [found] = engine.untyped.list({ kind, parent, where: [...listFilters(call), ...where], page: { number: 1, size: 1 } })
    if (!found) throw notFound()
    const key = { kind, parent, id: idOf(kind, found) }
    return { key, text: engine.getText(key) }
  }
  if (!isNamed) {
    const key = { kind, parent, id: onlyOne }
    return { key, text: engine.rowOf(kind).id ? engine.getText(key) : openOnly(key, ctx) }
  }
  const id = parseId(call, last)
  const key = { kind, parent, id }
  if (call.operation.relatedResource) return openRelated(call, ctx, key, hooks)
  const text = engine.getText(key)
  const own = ownId(text, kind, engine, id)
  return { key: own === id ? key : { kind, parent, id: own }, text }
}

/** The object that the path begins with when the operation's objects are not stored under it. @throws Failure 404 */
function findRelated(call: UntypedCall, { engine }: AccountContext): Key | undefined {
  const { relatedResource } = call.operation
  if (!relatedResource) return undefined
  const key = { kind: relatedResource[1], id: parseId(call, relatedResource) }
  engine.getText(key)
  return key
}

function listRelated(call: UntypedCall, relatedTo: Key | undefined, { related }: ListPlan<Kind>): readonly Condition[] {
  if (!relatedTo) return []
  if (!related) throw new Error(`No hook lists the objects of the kind ${kindOf(call.operation)} by a ${relatedTo.kind}.`)
  return related
}

/** @throws Failure 404 also when the object is not related to the one that the path begins with */
function openRelated(call: UntypedCall, ctx: AccountContext, key: Key, hooks: ResourceHooks): FoundObject {
  const { engine } = ctx
  const relatedTo = findRelated(call, ctx)
  const plan = hooks.listQuery?.(call, ctx, { parent: key.parent ?? '', filters: [], relatedTo }) ?? {}
  const text = engine.getText(key)
  const field = engine.rowOf(key.kind).id?.field ?? ''
  const equals = (JSON.parse(text) as Readonly<Record<string, string | number>>)[field] ?? ''
  const where = [...listRelated(call, relatedTo, plan), { field, equals }]
  if (engine.untyped.list({ ...key, where }).length === 0) throw notFound()
  return { key, text }
}

/** Returns the id of an object that was found by its unique field. */
function ownId(text: string, kind: string, engine: AccountContext['engine'], requested: string): string {
  const row = engine.rowOf(kind)
  return row.unique?.length === 1 && row.id && row.unique[0] !== row.id.field ? idOf(kind, JSON.parse(text) as Value) : requested
}

/** Returns the parent path that the path parameters name. @throws Failure 404 if a parent does not exist */
function openParent(call: UntypedCall, engine: AccountContext['engine'], bind: readonly (readonly [string, string])[]): string {
  const keys = bind.map((binding) => ({ kind: binding[1], id: parseId(call, binding) }))
  let parent = ''
  for (const key of keys) {
    engine.getText({ ...key, parent })
    parent = childPath({ ...key, parent })
  }
  return parent
}

function parseId({ path }: UntypedCall, [parameter, kind]: readonly [string, string]): string {
  return normalizeId(kind, String(path[parameter]))
}

/** Returns the only object of its parent, and creates it on first use. */
function openOnly(key: Key, { engine, store }: AccountContext): string {
  const text = store.get(key)?.text
  if (text !== undefined) return text
  return JSON.stringify(store.transaction(() => engine.untyped.create(key.kind, {}, { parent: key.parent ?? '' })))
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
