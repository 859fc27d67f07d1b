/** Everything a handler may use, scoped to one account: store, clock, id generator, engine and actions. */
import type { Tokens } from '../auth/tokens.ts'
import type { User } from '../auth/users.ts'
import type { Clock } from '../clock/clock.ts'
import type { FindModelServer } from '../inference/model-servers.ts'
import type { Inspection } from '../store/inspection.ts'
import type { Key, ListQuery, Page, Store } from '../store/store.ts'
import type { AnyKind, ListOptions, ObjectRef, Changes, CreateInput, UpdateInput, HiddenOf, Kind, ObjectOf, OperationId } from './kinds.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import type { Kinds } from '../generated/types.ts'
import type { Value } from './values.ts'
import type { Ids } from './ids.ts'

export interface AccountContext {
  /** Objects of the account. */
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  readonly actions: Actions
  readonly settings: Settings
  /** User that owns the account. */
  readonly owner: User
  readonly platform: Platform
}

/** Parts of the sandbox that no account owns. */
export interface Platform {
  /** Objects of all accounts, with users, applications and tokens. */
  readonly store: Store
  readonly inspection: Inspection
  readonly clock: Clock
  readonly ids: Ids
  readonly tokens: Tokens
  readonly contextFor: (account: string) => AccountContext
  /** Finds the server that answers for a model; undefined if the sandbox answers. */
  readonly findModelServer: FindModelServer
  /** True while an injected fault makes the operation fail. */
  readonly isFailing: (operation: string) => boolean
  /** Returns the password hash of the seeded user. */
  readonly ownerPasswordHash: () => string
  /** Derives a secret of the server from its seed. */
  readonly deriveSecret: (name: string) => string
  /** Derives a secret that the stored data was created with. It is the same in every sandbox when the initial world was built beforehand. */
  readonly worldSecret: (name: string) => string
}

export interface Settings {
  /** Duration of every action and transition, from `--action-seconds`; undefined for the durations of the specification. */
  readonly actionSeconds: number | undefined
  /** `real` adds the propagation delays of `lag.ts`. */
  readonly lag: 'real' | 'none'
}

export interface Engine {
  readonly rowOf: (kind: string) => ResourceRow
  /** Creates an object. @throws Failure 409, 422 */
  readonly create: <K extends Kind>(kind: K, fields: CreateInput<K>, options?: TypedCreateOptions<K>) => Kinds[K]
  /** @throws Failure 404 */
  readonly get: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => ObjectOf<K>
  readonly find: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => ObjectOf<K> | undefined
  /** Finds an object by the values of its unique fields. */
  readonly findUnique: <K extends Kind>(kind: K, values: readonly (string | number)[], parent?: string) => Kinds[K] | undefined
  /** Returns the JSON text of an object, looked up by its id or its unique field. @throws Failure 404 */
  readonly getText: (key: Key) => string
  /** Sets fields as they are, including those of the server; undefined removes one. @throws Failure 404, 409 */
  readonly setFields: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: Changes<Kinds[K]>) => Kinds[K]
  /** Sets fields of a request: unknown fields and wrong types are dropped, nested objects merged, timestamps updated. @throws Failure 404, 409 */
  readonly update: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: UpdateInput<Kinds[K]>, mode?: UpdateMode) => Kinds[K]
  /** Deletes an object with its children and runs their `afterDelete` hooks. It does not run `beforeDelete`. @throws Failure 404 */
  readonly delete: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => void
  readonly listPage: <K extends AnyKind>(kind: K, options: ListOptions<K>) => Page<ObjectOf<K>>
  readonly list: <K extends AnyKind>(kind: K, options?: ListOptions<K>) => ObjectOf<K>[]
  /** Finds the object that was created last. */
  readonly findNewest: <K extends AnyKind>(kind: K, options?: Omit<ListOptions<K>, 'page' | 'order'>) => ObjectOf<K> | undefined
  readonly count: <K extends AnyKind>(kind: K, options?: Omit<ListOptions<K>, 'page'>) => number
  /** Returns the data stored with an object that responses never show. @throws Failure 404 */
  readonly getHidden: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>) => HiddenOf<K>
  /** Lists the hidden data of a parent's objects, in the order of `list`. */
  readonly listHidden: <K extends AnyKind>(kind: K, options: Pick<ListQuery, 'parent' | 'order'>) => HiddenOf<K>[]
  readonly setHidden: <K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>, fields: Changes<HiddenOf<K>>) => void
  /** Returns the object as responses show it, by the `serialize` hook of its kind. */
  readonly serialize: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, value: Kinds[K]) => Kinds[K]
  /** Applies the immediate transition of `trigger` from the present state, schedules the timed ones and returns the object. @throws Failure 404 */
  readonly trigger: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, trigger: OperationId | 'create') => Kinds[K]
  /** Applies all transitions of `trigger` at once and returns the object. @throws Failure 404 */
  readonly applyTrigger: <K extends Kind>(kind: K, at: ObjectRef<NoInfer<K>>, trigger: string) => Kinds[K]
  /** Job handler of a timed transition. It does nothing if the object is deleted, has left the state or was triggered again. */
  readonly runTransition: (job: TransitionJob) => void
  /** Generates a UUID for an object that is created later. */
  readonly createId: (kind: Kind) => string
  readonly urnOf: (kind: string, value: Value) => string | undefined
  readonly untyped: AnyKindEngine
}

/** The methods of `Engine` for kinds that are known only at run time. */
export interface AnyKindEngine {
  readonly create: (kind: string, fields: Value, options?: CreateOptions) => Value
  readonly get: (key: Key) => Value
  readonly find: (key: Key) => Value | undefined
  readonly setFields: (key: Key, fields: Value) => Value
  readonly update: (key: Key, fields: Value, mode?: UpdateMode) => Value
  readonly delete: (key: Key) => void
  readonly listPage: (query: ListQuery) => Page<Value>
  readonly list: (query: ListQuery) => Value[]
  readonly getHidden: (key: Key) => Value
  readonly setHidden: (key: Key, fields: Value) => void
  readonly trigger: (key: Key, trigger: string) => Value
  readonly applyTrigger: (key: Key, trigger: string) => Value
  /** Runs `work` and returns the key of the first object of the kind that it created; undefined without one. */
  readonly findCreated: (kind: string, work: () => void) => Key | undefined
}

/** Job of a timed transition. */
export interface TransitionJob {
  readonly key: Key
  readonly trigger: string
  readonly from: readonly string[]
  readonly to: string
  /** Number of the trigger among those of the object; undefined for its creation. A later one makes the job void. */
  readonly run?: number | undefined
}

export type UpdateMode = 'merge' | 'replace'

export interface CreateOptions {
  readonly parent?: string
  readonly hidden?: Value
  /** Id to use instead of a generated one. */
  readonly id?: string | number
  /** Time in milliseconds at which the object entered its state; now by default. */
  readonly since?: number
}

/** `CreateOptions` with typed hidden data. */
export interface TypedCreateOptions<K extends Kind> extends Omit<CreateOptions, 'hidden'> {
  readonly hidden?: Changes<HiddenOf<K>>
}

export interface Actions {
  /** @throws Failure 422 if one of `locks` has an action in progress */
  readonly start: (plan: ActionPlan) => Kinds['Action']
  readonly requireIdle: (keys: readonly Key[]) => void
  /** Notifies listeners that an action ended. */
  readonly notifyEnded: (action: Kinds['Action']) => void
}

export interface ActionPlan {
  readonly type: string
  /** Object of the action. When the action ends, `type` triggers its lifecycle. */
  readonly key: Key
  readonly resourceType: string
  /** Null if the id of the resource is not an integer. */
  readonly resourceId: number | null
  readonly region: unknown
  readonly seconds: number
  readonly locks?: readonly Key[]
  /** Name of the job handler that runs with `payload` when the action completes. */
  readonly onComplete?: string
  /** Name of the job handler that runs when the action fails. */
  readonly onFail?: string
  readonly payload?: unknown
}
