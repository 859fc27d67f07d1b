/** Types of stored objects, of the hidden data that families store with them, and of queries for them. */
import type { EngineFields, Kinds, Operations } from '../generated/types.ts'
import type { Key, ListQuery } from '../store/store.ts'

export type OperationId = keyof Operations
export type ReplyOf<Id extends OperationId> = Operations[Id]['reply']

/** Kind of object that the specification defines. */
export type Kind = keyof Kinds

/** Data stored with an object that responses never show, by kind. A family adds its own with `declare module '…/engine/kinds.ts'`. */
export interface Hidden {
  Action: PendingAction
}

/** Kinds without a schema, internal to a family. Families add theirs in the same way. */
export interface InternalKinds {
  /** Project of a resource, by its URN. */
  placement: { readonly urn: string; readonly project: string; readonly at: string }
}

export type AnyKind = Kind | keyof InternalKinds

export type ObjectOf<K extends AnyKind> = K extends Kind ? Kinds[K] : K extends keyof InternalKinds ? InternalKinds[K] : never
export type HiddenOf<K extends AnyKind> = K extends keyof Hidden ? Hidden[K] : Readonly<Record<never, never>>

/** Reference to an object: its id if it has no parent, else its key. */
export type ObjectRef<K extends AnyKind> = string | number | ObjectKey<K>

/** Key whose kind is given separately. */
export interface ObjectKey<K extends AnyKind> {
  readonly kind?: K
  readonly id: string | number
  readonly parent?: string | undefined
}

/** `T` as input: readonly at every depth, and optional fields may be undefined. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? {
        readonly [Field in keyof T]: Pick<T, Field> extends Required<Pick<T, Field>>
          ? DeepReadonly<T[Field]>
          : DeepReadonly<T[Field]> | undefined
      }
    : T

/** Fields to set as they are; undefined removes one. */
export type Changes<T> = { readonly [Field in keyof T]?: DeepReadonly<T[Field]> | undefined }

/**
 * Fields of a request, laid over the current ones. Null is ignored where a field is not nullable, and a slug stands for the object of a
 * catalog.
 */
export type UpdateInput<T> = { readonly [Field in keyof T]?: PartialValue<T[Field]> | null | undefined }

/** Fields of a new object: all that its schema requires, except those that the engine sets. */
export type CreateInput<K extends Kind> = UpdateInput<Kinds[K]> & {
  readonly [Field in keyof Kinds[K] as Exclude<RequiredKey<Kinds[K], Field>, EngineFields[K]>]: CompleteValue<Kinds[K][Field]>
}
type RequiredKey<T, Field extends keyof T> = Pick<T, Field> extends Required<Pick<T, Field>> ? Field : never
type CompleteValue<T> = T extends { readonly slug: string } ? DeepReadonly<T> | string : DeepReadonly<T>

type PartialValue<T> = T extends readonly (infer Item)[]
  ? readonly PartialValue<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]?: PartialValue<T[Field]> | undefined } | (T extends { readonly slug: string } ? string : never)
    : T

/** Condition on a field, on a nested field (`region.slug`), on any item of an array (`tags[]`) or on a field of such an item. */
export type FieldCondition<K extends AnyKind> = ConditionsOf<ObjectOf<K>> | (ConditionsOf<HiddenOf<K>> & { readonly hidden: true })

type ConditionsOf<T> = { [Field in keyof T & string]-?: ConditionsOn<Field, NonNullable<T[Field]>> }[keyof T & string]
type ConditionsOn<Path extends string, T> = T extends string | number | boolean
  ? EqualsCondition<Path, T>
  : T extends readonly (infer Item)[]
    ? Item extends string | number | boolean
      ? EqualsCondition<`${Path}[]`, Item>
      : never
    : { [Field in keyof T & string]-?: NestedConditions<`${Path}.${Field}`, NonNullable<T[Field]>> }[keyof T & string]
type NestedConditions<Path extends string, T> = T extends readonly (infer Item)[]
  ? {
      [Field in keyof Item & string]-?: EqualsCondition<`${Path}[].${Field}`, Extract<Item[Field], string | number | boolean>>
    }[keyof Item & string]
  : EqualsCondition<Path, Extract<T, string | number | boolean>>

interface EqualsCondition<Path extends string, T> {
  readonly field: Path
  readonly equals: T
  /** Ignores case. */
  readonly ignoreCase?: boolean
}

/** Options of a list of one kind. */
export interface ListOptions<K extends AnyKind> extends Omit<ListQuery, 'kind' | 'where'> {
  readonly where?: readonly FieldCondition<K>[]
}

export function keyOf<K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>): Key<K> {
  if (typeof at !== 'object') return { kind, id: String(at) }
  return { kind, id: String(at.id), ...(at.parent !== undefined && { parent: at.parent }) }
}

/** Data stored with an action until it ends. */
export interface PendingAction {
  /** Object of the action (`Volume/…`), to list its actions. */
  readonly about: string
  readonly key: Key
  readonly locks: readonly Key[]
  readonly onComplete?: string
  readonly onFail?: string
  readonly payload?: unknown
  /** True if the action will fail; decided at its start. */
  readonly fails?: boolean
}
