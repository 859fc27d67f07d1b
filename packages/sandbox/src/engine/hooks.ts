/** Hooks: code of a family that adapts the generic engine to one kind of resource. */
import { type Condition, type Key, type ListQuery, childPath } from '../store/store.ts'
import { resourceRows } from '../generated/resources.ts'
import { idOf } from './object-ids.ts'
import type { Kinds, StateFields } from '../generated/types.ts'
import type { Call } from './call.ts'
import type { MetricTargets } from './metric-targets.ts'
import type { UntypedCall } from './request.ts'
import type { AccountContext, TypedCreateOptions, CreateOptions } from './account-context.ts'
import type { Changes, CreateInput, UpdateInput, HiddenOf, Kind, OperationId, ReplyOf, DeepReadonly } from './kinds.ts'
import type { Value } from './values.ts'

/**
 * Hooks of one kind. One family defines a hook of a kind; any number of families may define `afterDelete`. To read `call.body`, annotate
 * `call` with its operation. Without a type argument: the hooks of a kind that is known only at run time, as the engine calls them.
 */
export interface ResourceHooks<K extends Kind = Kind> {
  /** Returns fields that follow from others. They are stored with the object after every change. */
  computed?(value: Typed<K, Kinds[K]>): Typed<K, Changes<Kinds[K]>>
  /** Checks a request to any endpoint of the kind before its object is looked up. @throws Failure */
  beforeAccess?(call: UntypedCall, ctx: AccountContext, parent: string): void
  /** Parses a create request. Without it, the fields are those of the body. @throws Failure */
  parseCreate?(call: UntypedCall, ctx: AccountContext, parent: string): CreatePlan<K>
  /** Parses an update request. Without it, the fields are those of the body. @throws Failure */
  parseUpdate?(call: UntypedCall, ctx: AccountContext, before: Typed<K, Kinds[K]>, key: KeyOf<K>): UpdatePlan<K>
  /** Checks an update request. @throws Failure */
  beforeUpdate?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext, call: UntypedCall): void
  /** Checks a delete request. @throws Failure */
  beforeDelete?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext): void
  /** Runs after a create request stored the object, before the response. */
  afterCreate?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext, call: UntypedCall): void
  /** Runs after a request stored the object, before `afterCreate`. @param before undefined for a new object @throws Failure */
  afterUpdate?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext, before: Typed<K, Kinds[K]> | undefined): void
  /** Runs after the object, or a parent of it, was removed by a request, a job or another family. */
  afterDelete?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext, hidden: Typed<K, HiddenOf<K>>): void
  /**
   * Handlers of state changes, by the new state: `value` is in that state already and not stored yet. Each returns fields to set together
   * with the state; the state field among them chooses one of the states that the transition names in `or`. False keeps the present state
   * until `engine.trigger` is called.
   */
  readonly onEnter?: EnterHooks<K>
  /** Plans a list. Without it, the filters of the specification apply and the newest objects come first. */
  listQuery?(call: UntypedCall, ctx: AccountContext, input: ListInput): ListPlan<K>
  /** Returns the object as responses show it. Lists call it for the objects of the page; without it, the stored text is sent as it is. */
  serialize?(value: Typed<K, Kinds[K]>, key: KeyOf<K>, ctx: AccountContext, view: View): Typed<K, Partial<DeepReadonly<Kinds[K]>>>
  /** Lists the targets of the metrics of an object. @param part name of the parts with separate series @throws Failure 404, 422 */
  metricTargets?(id: string, ctx: AccountContext, input: MetricInput): MetricTargets
  /**
   * Other operations on the object, by operationId. They return the fields to set, or nothing if they stored the change themselves.
   * `beforeUpdate` runs first, `afterUpdate` last. @throws Failure
   */
  readonly operations?: OperationsOf<K>
  /** Fields of responses beside the object or the list, by operationId. A field named like the object replaces it. */
  readonly envelope?: EnvelopeOf<K>
}

/** `T`, or a plain record when the kind is known only at run time. */
type Typed<K extends Kind, T> = Kind extends K ? Value : T
type KeyOf<K extends Kind> = Kind extends K ? Key : Key<K>

export type CreatePlan<K extends Kind> = Kind extends K ? UntypedCreatePlan : TypedCreatePlan<K>

interface UntypedCreatePlan extends CreateOptions {
  readonly fields: Value
  readonly set?: Value
}

export interface TypedCreatePlan<K extends Kind> extends Omit<TypedCreateOptions<K>, 'parent'> {
  /** Fields laid over the defaults of the kind. */
  readonly fields: CreateInput<K>
  /** Fields set as they are, after the object was created. */
  readonly set?: Changes<Kinds[K]>
}

export interface UpdatePlan<K extends Kind> {
  /** Fields of a request: merged, checked against the field types, and followed by new timestamps. */
  readonly fields?: Typed<K, UpdateInput<Kinds[K]>>
  /** Fields set as they are; undefined removes one. */
  readonly set?: Typed<K, Changes<Kinds[K]>>
}

export interface MetricInput {
  readonly part: string | undefined
  readonly query: UntypedCall['query']
}

export interface ListInput {
  readonly parent: string
  /** Conditions that the specification derives from the query. */
  readonly filters: readonly Condition[]
  /** The object that the path begins with when the listed objects are not stored under it. */
  readonly relatedTo: Key | undefined
}

export interface ListPlan<K extends Kind> {
  /** Replaces the filters of the specification. */
  readonly where?: readonly Condition[]
  /** Conditions for objects related to `relatedTo`; required when that is given. */
  readonly related?: readonly Condition[]
  /** `name` sorts by name. The default is `newest`. */
  readonly order?: 'oldest' | 'newest' | 'name' | undefined
  /** Filters in memory what no condition can express. */
  readonly filter?: ((value: Typed<K, Kinds[K]>) => boolean) | undefined
  /** Replaces the query: exactly these objects, in this order. */
  readonly values?: readonly Typed<K, Kinds[K]>[] | undefined
}

/** A list plan that changes only the order. */
export const oldestFirst = (): { readonly order: 'oldest' } => ({ order: 'oldest' })
export const byName = (): { readonly order: 'name' } => ({ order: 'name' })

/** The response that an object is serialized for. */
export interface View {
  readonly isList: boolean
  /** Undefined outside a request for objects of the kind. */
  readonly call?: UntypedCall | undefined
}

type EnterHooks<K extends Kind> = Kind extends K
  ? Readonly<Record<string, EnterHook<K>>>
  : { readonly [State in StateOf<K>]?: EnterHook<K> }

type EnterHook<K extends Kind> = (
  value: Typed<K, Kinds[K]>,
  key: KeyOf<K>,
  ctx: AccountContext,
  transition: { readonly from: string; readonly trigger: string },
) => Typed<K, Changes<Kinds[K]>> | false | undefined

type StateOf<K extends Kind> = K extends keyof StateFields ? Extract<ValueAt<Kinds[K], StateFields[K]>, string> : never
type ValueAt<T, Path> = Path extends keyof T
  ? T[Path]
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof T
      ? ValueAt<NonNullable<T[Name]>, Rest>
      : never
    : never

type EnvelopeOf<K extends Kind> = Kind extends K
  ? Readonly<Record<string, (subject: EnvelopeSubject<Kind>, ctx: AccountContext, call: UntypedCall) => object>>
  : {
      readonly [Id in OperationId]?: (
        subject: Id extends `${string}_list${string}` ? ListSubject : ObjectSubject<K>,
        ctx: AccountContext,
        call: Call<Id>,
      ) => Partial<DeepReadonly<ReplyOf<Id>>>
    }

/** Handles an operation on an object of the kind. */
export type OperationHook<K extends Kind, Id extends OperationId> = (
  call: Call<Id>,
  ctx: AccountContext,
  before: Kinds[K],
  key: Key<K>,
) => UpdatePlan<K> | void

type OperationsOf<K extends Kind> = Kind extends K
  ? Readonly<Record<string, (call: UntypedCall, ctx: AccountContext, before: Value, key: Key) => UpdatePlan<Kind> | void>>
  : { readonly [Id in OperationId]?: OperationHook<K, Id> }

interface ObjectSubject<K extends Kind> {
  readonly value: Typed<K, Kinds[K]>
  readonly key: KeyOf<K>
}

interface ListSubject {
  /** The number of objects on all pages. */
  readonly total: number
  readonly parent: string
}

type EnvelopeSubject<K extends Kind> = ObjectSubject<K> | ListSubject

export type HooksByKind = { readonly [K in Kind]?: ResourceHooks<K> }

/** The hooks of all families, by kind. */
export type Hooks = ReadonlyMap<string, ResourceHooks>

/** @throws Error when two families define the same hook of one kind */
export function joinHooks(tables: readonly HooksByKind[]): Hooks {
  const joined = new Map<string, ResourceHooks>()
  for (const [kind, own] of tables.flatMap((table) => Object.entries(table))) {
    // The only place that erases the type: the engine calls the hooks of a kind with objects of that kind.
    const hooks = own as unknown as ResourceHooks
    const before = joined.get(kind) ?? {}
    const duplicate = Object.keys(hooks).find((name) => name !== 'afterDelete' && name in before)
    if (duplicate !== undefined) throw new Error(`Two families define the hook ${duplicate} of ${kind}.`)
    joined.set(kind, { ...before, ...hooks, ...chainAfterDelete(before, hooks) })
  }
  return joined
}

function chainAfterDelete(before: ResourceHooks, hooks: ResourceHooks): ResourceHooks {
  if (!before.afterDelete || !hooks.afterDelete) return {}
  return {
    afterDelete: (...deleted) => {
      before.afterDelete?.(...deleted)
      hooks.afterDelete?.(...deleted)
    },
  }
}

/** Object that is about to be deleted. */
export interface DeletedObject {
  readonly key: Key
  readonly value: Value
  readonly hidden: Value
}

interface ObjectReader {
  readonly list: (query: ListQuery) => Value[]
  readonly getHidden: (key: Key) => Value
}

/** Lists the object and its children that have `afterDelete` hooks. */
export function listDeleted(key: Key, hooks: Hooks, reads: ObjectReader, value: Value | undefined): DeletedObject[] {
  if (!value) return []
  const own = hooks.get(key.kind)?.afterDelete ? [{ key, value, hidden: reads.getHidden(key) }] : []
  const below = (childKinds.get(key.kind) ?? []).filter((kind) => leavesTraces(kind, hooks))
  const parent = childPath(key)
  return [
    ...own,
    ...below.flatMap((kind) =>
      reads.list({ kind, parent }).flatMap((child) => listDeleted({ kind, parent, id: idOf(kind, child) }, hooks, reads, child)),
    ),
  ]
}

function leavesTraces(kind: string, hooks: Hooks): boolean {
  return hooks.get(kind)?.afterDelete !== undefined || (childKinds.get(kind) ?? []).some((child) => leavesTraces(child, hooks))
}

/** Child kinds by parent kind. */
const childKinds = new Map<string, string[]>()
for (const [kind, { parents }] of Object.entries(resourceRows)) {
  const parent = parents?.at(-1)
  if (parent !== undefined) childKinds.set(parent, [...(childKinds.get(parent) ?? []), kind])
}
