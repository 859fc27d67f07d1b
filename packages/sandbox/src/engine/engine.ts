/** What generic operations and behaviors both work through, so that an object is the same however it came to be: `Objects` with the types of each kind. */
import type { Clock } from '../clock/clock.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key, Page, ListQuery, Store } from '../store/store.ts'
import type { ResourceRow } from '../tables/resource-row.ts'
import { urnOf } from './fields.ts'
import type { AnyHooks, Hooks } from './hooks.ts'
import type { Ids } from './ids.ts'
import { type AnyKind, type Asked, type At, type Changes, type Given, type HiddenOf, type Kind, keyOf, type Stored } from './kinds.ts'
import type { Lifecycle } from './lifecycle.ts'
import { Objects, rowOf } from './objects.ts'
import type { Value } from './values.ts'
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
  /** The one that was made last. */
  readonly newest: <K extends AnyKind>(kind: K, asked?: Omit<Asked<K>, 'page' | 'order'>) => Stored<K> | undefined
  readonly count: <K extends AnyKind>(kind: K, asked?: Omit<Asked<K>, 'page'>) => number
  /** What is kept with an object and never sent. @throws Failure 404 */
  readonly hidden: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>) => HiddenOf<K>
  /** Of all that live somewhere, in the order in which `all` has them. */
  readonly allHidden: <K extends AnyKind>(kind: K, asked: Pick<ListQuery, 'parent' | 'order'>) => HiddenOf<K>[]
  readonly hide: <K extends AnyKind>(kind: K, at: At<NoInfer<K>>, fields: Changes<HiddenOf<K>>) => void
  /** The object as replies hold it: as its kind's hook shows it, or as it is stored. */
  readonly show: <K extends Kind>(kind: K, at: At<NoInfer<K>>, value: Kinds[K]) => Kinds[K]
  readonly hooksOf: (kind: string) => AnyHooks
  /** A new uuid for an object of the kind, for those who need it before the object is made. */
  readonly newId: (kind: Kind) => string
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
  readonly list: (question: ListQuery) => Page<Value>
  readonly all: (question: ListQuery) => Value[]
  readonly hidden: (key: Key) => Value
  readonly hide: (key: Key, fields: Value) => void
  /** @returns the key of the first object of the kind that `work` makes; undefined when it makes none */
  readonly expect: (kind: string, work: () => void) => Key | undefined
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

export function createEngine(parts: EngineParts): Engine {
  const { hooks } = parts
  const objects = new Objects(parts)
  const { trigger, continueTrigger, triggerNow } = objects.lifecycle
  const untyped = {
    rowOf,
    add: (kind: string, fields: Value, options?: CreateOptions) => objects.create(kind, fields, options),
    get: byKey((key) => objects.get(key)),
    find: byKey((key) => objects.find(key)),
    findUnique: (kind: string, values: readonly unknown[], parent?: string) => objects.findUnique(kind, values, parent),
    text: (key: Key) => objects.text(key),
    change: byKey((key, fields: Value) => objects.change(key, fields)),
    update: byKey((key, fields: Value, mode?: UpdateMode) => objects.update(key, fields, mode)),
    remove: byKey((key) => objects.remove(key)),
    list: byKind((question) => objects.list(question)),
    all: byKind((question) => objects.all(question)),
    newest: byKind((question) => objects.newest(question)),
    count: byKind((question) => objects.count(question)),
    trigger,
    continueTrigger,
    triggerNow,
    hidden: byKey((key) => objects.hidden(key)),
    allHidden: byKind((question) => objects.allHidden(question)),
    hide: byKey((key, fields: Value) => objects.hide(key, fields)),
    show: byKey((key, value: Value) => objects.show(key, value)),
    hooksOf: (kind: string) => hooks?.get(kind) ?? noHooks,
    newId: (kind: string) => objects.newId(kind),
    urnOf: (kind: string, value: Value) => urnOf(rowOf(kind), value),
    anyKind: objects,
  }
  // Whatever is stored of a kind was made by the functions of this engine, which take only what its type allows.
  return untyped as unknown as Engine
}

/** A function of a key, called with the kind and the place apart. */
function byKey<Rest extends unknown[], Result>(work: (key: Key, ...rest: Rest) => Result) {
  return (kind: AnyKind, at: At<AnyKind>, ...rest: Rest): Result => work(keyOf(kind, at), ...rest)
}

/** A function of a question, called with the kind apart. */
function byKind<Result>(work: (question: ListQuery) => Result) {
  return (kind: AnyKind, asked: Omit<ListQuery, 'kind'> = {}): Result => work({ ...asked, kind })
}

export { onlyOne } from './hooks.ts'
