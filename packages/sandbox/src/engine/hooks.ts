/** What families say of a kind of object, so that the engine can answer for it. */
import { type Condition, type Key, type ListQuery, childPath } from '../store/store.ts'
import { resourceRows } from '../generated/resources.ts'
import type { Kinds } from '../generated/types.ts'
import type { Call } from './call.ts'
import type { UntypedCall } from './request.ts'
import type { AddOptions, UntypedHooks, Order, AccountContext } from './account-context.ts'
import type { Changes, CreateInput, Given, HiddenOf, Kind, OperationId, ReplyOf, Sent } from './kinds.ts'
import type { Value } from './values.ts'

/** One family says how a kind is read and asked for; any number say what goes with it. */
export interface ResourceHooks<K extends Kind> {
  /** The fields that follow from its others, whoever changed those: they are stored with it, so that whatever holds it has them. */
  computed?(value: Kinds[K]): Changes<Kinds[K]>
  /** What replies hold of it, where that is not what is stored. Lists show their page only. */
  serialize?(value: Kinds[K], key: Key<K>, ctx: AccountContext, call?: UntypedCall): Sent<Kinds[K]>
  /** What lists hold of it, or no more of it, where that is not what other replies do. */
  listed?(value: Kinds[K], key: Key<K>, ctx: AccountContext, call?: UntypedCall): Partial<Sent<Kinds[K]>>
  /** What else the replies of these operations hold beside it; what they must hold at the least when left out. */
  readonly beside?: {
    readonly [Id in OperationId]?: (value: Kinds[K], key: Key<K>, ctx: AccountContext, call: Call<Id>) => Partial<Sent<ReplyOf<Id>>>
  }
  /** The same of lists, of which there are `total`. */
  readonly besideAll?: {
    readonly [Id in OperationId]?: (total: number, parent: string, ctx: AccountContext, call: Call<Id>) => Partial<Sent<ReplyOf<Id>>>
  }
  /** What must hold before anything is asked of this kind, its objects too: of what it lives under, of the caller. @throws Failure */
  beforeAccess?(call: UntypedCall, ctx: AccountContext, parent: string): void
  /** How an id of the path is stored, where requests may spell it in several ways. */
  id?(asked: string): string
  /** What a request asks to be made, where that is not what `reading` says: annotate `call` with its type. @throws Failure */
  parseCreate?(call: UntypedCall, ctx: AccountContext, parent: string): CreateFields<K>
  /** What follows when a request made it, before that is answered. */
  afterCreate?(value: Kinds[K], key: Key<K>, ctx: AccountContext, call: UntypedCall): void
  /** The replies of operations that tell its maker more than others are told. */
  readonly told?: {
    readonly [Id in OperationId]?: (value: Kinds[K], key: Key<K>, ctx: AccountContext, call: Call<Id>) => Sent<ReplyOf<Id>>
  }
  /** What a request to make or change it says, where that is not its body as it is: annotate `body` with its type. @throws Failure */
  reading?(body: unknown, call: UntypedCall, ctx: AccountContext, before: Kinds[K] | undefined): Given<Kinds[K]>
  /** What a request to change it sets, as it is and without being merged: annotate `call` with its type. @throws Failure */
  parseUpdate?(call: UntypedCall, ctx: AccountContext, before: Kinds[K], key: Key<K>): Changes<Kinds[K]>
  /** The conditions of a list, of those that its parameters say of the fields of the table. */
  where?(usual: readonly Condition[], call: UntypedCall, ctx: AccountContext): readonly Condition[]
  /** Which of those are listed, where no condition can say it; undefined where all of them are. */
  keeping?(call: UntypedCall, ctx: AccountContext, parent: string): ((value: Kinds[K]) => boolean) | undefined
  /** Those that the parameters of a list name one by one, in its order; undefined where they name none. */
  chosen?(call: UntypedCall, ctx: AccountContext): readonly Kinds[K][] | undefined
  /** The conditions for those that have to do with an object they do not live under, where a path lists them below it. */
  related?(to: Key, ctx: AccountContext, call: UntypedCall): readonly Condition[]
  /** How it is listed, `name` by its name; the newest first unless it says otherwise. */
  readonly order?: Order
  /** What must hold before a request changes it. @throws Failure */
  beforeUpdate?(value: Kinds[K], key: Key<K>, ctx: AccountContext, call: UntypedCall): void
  /** After a request has made or changed it. */
  afterUpdate?(value: Kinds[K], key: Key<K>, ctx: AccountContext): void
  /** What must hold before a request removes it. @throws Failure */
  beforeDelete?(value: Kinds[K], key: Key<K>, ctx: AccountContext): void
  /** What goes with it, whoever removed it, or what it was under. It is gone already, and so is what was hidden. */
  afterDelete?(value: Kinds[K], key: Key<K>, ctx: AccountContext, hidden: HiddenOf<K>): void
}

/** What is to be made. */
export interface CreateFields<K extends Kind> extends Omit<AddOptions<K>, 'parent'> {
  /** Laid over what an object of the kind begins as. */
  readonly fields: CreateInput<K>
  /** Set as they are, once it is there. */
  readonly set?: Changes<Kinds[K]>
}

export type HooksByKind = { readonly [K in Kind]?: ResourceHooks<K> }

export type Hooks = ReadonlyMap<string, UntypedHooks>

/** @throws Error when two families say the same of one kind */
export function joinHooks(tables: readonly HooksByKind[]): Hooks {
  const joined = new Map<string, UntypedHooks>()
  for (const [kind, own] of tables.flatMap((table) => Object.entries(table))) {
    // The engine calls the hooks of a kind with what is stored of that kind.
    const hooks = own as unknown as UntypedHooks
    const before = joined.get(kind) ?? {}
    const twice = Object.keys(hooks).find((name) => name !== 'afterDelete' && name in before)
    if (twice !== undefined) throw new Error(`Two families define the hook ${twice} of ${kind}.`)
    joined.set(kind, { ...before, ...hooks, ...chainRemoved(before, hooks) })
  }
  return joined
}

function chainRemoved(before: UntypedHooks, hooks: UntypedHooks): UntypedHooks {
  if (!before.afterDelete || !hooks.afterDelete) return {}
  return {
    afterDelete: (...gone) => {
      before.afterDelete?.(...gone)
      hooks.afterDelete?.(...gone)
    },
  }
}

/** An object that is about to go. */
export interface Leaving {
  readonly key: Key
  readonly value: Value
  readonly hidden: Value
}

interface Reads {
  readonly all: (question: ListQuery) => Value[]
  readonly hidden: (key: Key) => Value
}

/** The object and what is under it, as far as anything goes with them. */
export function listLeaving(key: Key, hooks: Hooks, reads: Reads, value: Value | undefined): Leaving[] {
  if (!value) return []
  const own = hooks.get(key.kind)?.afterDelete ? [{ key, value, hidden: reads.hidden(key) }] : []
  const below = (childKinds.get(key.kind) ?? []).filter((kind) => leavesTraces(kind, hooks))
  const parent = childPath(key)
  return [
    ...own,
    ...below.flatMap((kind) =>
      reads.all({ kind, parent }).flatMap((child) => listLeaving({ kind, parent, id: idOf(kind, child) }, hooks, reads, child)),
    ),
  ]
}

function leavesTraces(kind: string, hooks: Hooks): boolean {
  return hooks.get(kind)?.afterDelete !== undefined || (childKinds.get(kind) ?? []).some((child) => leavesTraces(child, hooks))
}

/** What stands directly under each kind. */
const childKinds = new Map<string, string[]>()
for (const [kind, { parents }] of Object.entries(resourceRows)) {
  const parent = parents?.at(-1)
  if (parent !== undefined) childKinds.set(parent, [...(childKinds.get(parent) ?? []), kind])
}

/** The id of things there is only one of. */
export const onlyOne = '-'

export function idOf(kind: string, value: Value): string {
  const field = resourceRows[kind]?.id?.field
  return field === undefined ? onlyOne : String(value[field])
}
