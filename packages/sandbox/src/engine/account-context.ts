/** What a handler has to do with: the state, the time, new ids, the engine and the actions. One for each account. */
import type { Tokens } from '../auth/tokens.ts'
import type { User } from '../auth/users.ts'
import type { Clock } from '../clock/clock.ts'
import type { Inspection } from '../store/inspection.ts'
import type { Key, ListQuery, Page, Store } from '../store/store.ts'
import type { AnyKind, ListOptions, ObjectRef, Changes, CreateInput, UpdateInput, HiddenOf, Kind, ObjectOf } from './kinds.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import type { Kinds } from '../generated/types.ts'
import type { Value } from './values.ts'
import type { Ids } from './ids.ts'

export interface AccountContext {
  /** The account's own part of the state. */
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  readonly actions: Actions
  readonly settings: Settings
  /** Whose account this is. */
  readonly owner: User
  readonly platform: Platform
}

/** What belongs to no account. */
export interface Platform {
  /** The whole state, where users, applications and tokens are. */
  readonly store: Store
  readonly inspection: Inspection
  readonly clock: Clock
  readonly ids: Ids
  readonly tokens: Tokens
  readonly contextFor: (account: string) => AccountContext
  /** Whether an operation fails for as long as a fault is in place that was asked for. */
  readonly isFailing: (operation: string) => boolean
  /** A secret of the server itself, which follows from the seed. */
  readonly deriveSecret: (name: string) => string
  /** One that what is stored was made with: where the first day was made beforehand, it is the same in every sandbox. */
  readonly worldSecret: (name: string) => string
}

export interface Settings {
  /** How long every action and transition takes, when `--action-seconds` says it for all. */
  readonly actionSeconds: number | undefined
  /** Whether what was done is seen everywhere only after a while, see `lag.ts`. */
  readonly lag: 'real' | 'none'
}

export interface Engine extends Lifecycle {
  readonly rowOf: (kind: string) => ResourceRow
  /** Creates an object. @throws Failure 409, 422 */
  readonly create: <K extends Kind>(kind: K, fields: CreateInput<K>, options?: TypedCreateOptions<K>) => Kinds[K]
  /** @throws Failure 404 */
  readonly get: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => ObjectOf<K>
  readonly find: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => ObjectOf<K> | undefined
  /** The one with these values in the fields that are unique. */
  readonly findUnique: <K extends Kind>(kind: K, values: readonly (string | number)[], parent?: string) => Kinds[K] | undefined
  /** The text of an object by its id, or by the one field that is unique. @throws Failure 404 */
  readonly getText: (key: Key) => string
  /** Sets these fields as they are; the server's own fields too. @throws Failure 404, 409 */
  readonly setFields: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: Changes<Kinds[K]>) => Kinds[K]
  /** What a request asks for: only fields that the kind has, of the types they may have. */
  readonly update: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: UpdateInput<Kinds[K]>, mode?: UpdateMode) => Kinds[K]
  /**
   * With everything under it, and with what other families keep of any of it. What must hold before is asked where a request is
   * answered. @throws Failure 404
   */
  readonly delete: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => void
  readonly listPage: <K extends AnyKind>(kind: K, asked: ListOptions<K>) => Page<ObjectOf<K>>
  readonly list: <K extends AnyKind>(kind: K, asked?: ListOptions<K>) => ObjectOf<K>[]
  /** The one that was made last. */
  readonly findNewest: <K extends AnyKind>(kind: K, asked?: Omit<ListOptions<K>, 'page' | 'order'>) => ObjectOf<K> | undefined
  readonly count: <K extends AnyKind>(kind: K, asked?: Omit<ListOptions<K>, 'page'>) => number
  /** What is kept with an object and never sent. @throws Failure 404 */
  readonly getHidden: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => HiddenOf<K>
  /** Of all that live somewhere, in the order in which `all` has them. */
  readonly listHidden: <K extends AnyKind>(kind: K, asked: Pick<ListQuery, 'parent' | 'order'>) => HiddenOf<K>[]
  readonly setHidden: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: Changes<HiddenOf<K>>) => void
  /** The object as replies hold it: as its kind's hook shows it, or as it is stored. */
  readonly serialize: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, value: Kinds[K]) => Kinds[K]
  /** A new uuid for an object of the kind, for those who need it before the object is made. */
  readonly createId: (kind: Kind) => string
  readonly urnOf: (kind: string, value: Value) => string | undefined
  readonly untyped: AnyKindEngine
}

/** The same of objects whose kind is known only when the sandbox runs. */
export interface AnyKindEngine {
  readonly create: (kind: string, fields: Value, options?: CreateOptions) => Value
  readonly get: (key: Key) => Value
  readonly find: (key: Key) => Value | undefined
  readonly setFields: (key: Key, fields: Value) => Value
  readonly update: (key: Key, fields: Value, mode?: UpdateMode) => Value
  readonly delete: (key: Key) => void
  readonly listPage: (question: ListQuery) => Page<Value>
  readonly list: (question: ListQuery) => Value[]
  readonly getHidden: (key: Key) => Value
  readonly setHidden: (key: Key, fields: Value) => void
  /** @returns the key of the first object of the kind that `work` makes; undefined when it makes none */
  readonly findCreated: (kind: string, work: () => void) => Key | undefined
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
export interface TypedCreateOptions<K extends Kind> extends Omit<CreateOptions, 'hidden'> {
  readonly hidden?: Changes<HiddenOf<K>>
}

export interface Actions {
  /** @throws Failure 422 when one of `locks` has an action that has not ended */
  readonly start: (plan: ActionPlan) => Kinds['Action']
  readonly requireIdle: (keys: readonly Key[]) => void
  /** Tells whoever watches. */
  readonly notifyEnded: (action: Kinds['Action']) => void
}

export interface ActionPlan {
  readonly type: string
  /** What is acted on; its lifecycle is moved on by `type` when the action ends. */
  readonly key: Key
  readonly resourceType: string
  /** Null where the resource's id is no integer. */
  readonly resourceId: number | null
  readonly region: unknown
  readonly seconds: number
  readonly locks?: readonly Key[]
  /** A job handler that does what the action is for, given `payload`, when it ends. */
  readonly done?: string
  /** A job handler for when it ends in error instead. */
  readonly failed?: string
  readonly payload?: unknown
}

export interface Lifecycle {
  /** Moves the object's state on, now and later, as its lifecycle says for `trigger`. */
  readonly trigger: (key: Key, trigger: string) => void
  /** Goes on where a transition that took its time has ended. */
  readonly scheduleNext: (key: Key, trigger: string) => void
  /** As `trigger`, but without waiting. */
  readonly applyTrigger: (key: Key, trigger: string) => void
}
