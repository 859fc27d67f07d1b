/** The types of what is stored: what the specification says of each kind, what families keep beside it, and what may be asked of it. */
import type { EngineFields, Kinds, Operations } from '../generated/types.ts'
import type { Key, ListQuery } from '../store/store.ts'

export type OperationId = keyof Operations
export type ReplyOf<Id extends OperationId> = Operations[Id]['reply']

/** A kind of object of the specification. */
export type Kind = keyof Kinds

/** What is kept with an object and never sent, by its kind. Each family adds its own: `declare module '…/engine/kinds.ts'`. */
export interface Hidden {
  Action: PendingAction
}

/** Kinds that no schema describes, which a family keeps for itself. Added in the same way. */
export interface InternalKinds {
  /** Which project a resource was put into, by its urn. */
  placement: { readonly urn: string; readonly project: string; readonly at: string }
}

export type AnyKind = Kind | keyof InternalKinds

export type ObjectOf<K extends AnyKind> = K extends Kind ? Kinds[K] : K extends keyof InternalKinds ? InternalKinds[K] : never
export type HiddenOf<K extends AnyKind> = K extends keyof Hidden ? Hidden[K] : Readonly<Record<never, never>>

/** Which object: its id, when it is at the top, or its key. */
export type ObjectRef<K extends AnyKind> = string | number | ObjectKey<K>

/** A key whose kind is said beside it, or says the same. */
export interface ObjectKey<K extends AnyKind> {
  readonly kind?: K
  readonly id: string | number
  readonly parent?: string | undefined
}

/** A value as it may be given: nothing in it is changed, and what it may lack may be undefined. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? {
        readonly [Field in keyof T]: Pick<T, Field> extends Required<Pick<T, Field>>
          ? DeepReadonly<T[Field]>
          : DeepReadonly<T[Field]> | undefined
      }
    : T

/** Fields to be set as they are; undefined takes one away. */
export type Changes<T> = { readonly [Field in keyof T]?: DeepReadonly<T[Field]> | undefined }

/**
 * Fields to be laid over what an object begins as: what they leave out is there already, null says nothing where a field cannot be
 * null, and a slug stands for the object of a catalog.
 */
export type UpdateInput<T> = { readonly [Field in keyof T]?: PartialValue<T[Field]> | null | undefined }

/** The fields of a new object: all that its schema requires, but for those that the engine sets. */
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

/** A condition on a field, on one of an object in it (`region.slug`), on any item of an array (`tags[]`) or on one of an object in an array in it. */
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
  /** Without regard to case. */
  readonly ignoreCase?: boolean
}

/** What is asked of all objects of a kind. */
export interface ListOptions<K extends AnyKind> extends Omit<ListQuery, 'kind' | 'where'> {
  readonly where?: readonly FieldCondition<K>[]
}

export function keyOf<K extends AnyKind>(kind: K, at: ObjectRef<NoInfer<K>>): Key<K> {
  if (typeof at !== 'object') return { kind, id: String(at) }
  return { kind, id: String(at.id), ...(at.parent !== undefined && { parent: at.parent }) }
}

/** Kept with the action until it ends. */
export interface PendingAction {
  /** `Volume/…`: by which the actions of one object are found. */
  readonly about: string
  readonly key: Key
  readonly locks: readonly Key[]
  readonly done?: string
  readonly failed?: string
  readonly payload?: unknown
  /** It was decided at the start that it will end in error. */
  readonly fails?: boolean
}
