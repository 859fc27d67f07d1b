/** Definition of a custom world, as an object in a program or as YAML in a file. Resources have the types of the specification. */
import type { Fault } from '../control/faults.ts'
import type { StatedIds } from '../engine/ids.ts'
import type { Operations } from '../generated/types.ts'
import type { worldKinds } from '../generated/world-kinds.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import type { LimitName } from '../limits/account-limits.ts'

/** Reference to another entry of the same world: `${vpcs.shop-net}` is its id, `${droplets.web-1.urn}` one of its fields. */
export type Reference = `${string}\${${string}.${string}}${string}`

export interface WorldSettings {
  /** Initial time, like `2026-03-02T09:00:00Z`, and whether the clock is frozen. Default: the current time. */
  readonly clock?: string | { readonly now?: string; readonly frozen?: boolean }
  /** Limits of the account. */
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>
  /** Further users, each with a separate account. */
  readonly users?: readonly {
    readonly email: string
    readonly name?: string
    /** Required to sign in as this user. */
    readonly password?: string
    readonly password_hash?: string
  }[]
  /** Personal tokens with scopes. */
  readonly tokens?: readonly {
    readonly token?: string
    readonly token_hash?: string
    readonly scopes: readonly string[]
    /** Email address of the user whose account it gives access to. Default: the owner. */
    readonly account?: string
  }[]
  readonly applications?: readonly {
    readonly name: string
    readonly redirect_uris: readonly string[]
    readonly client_id?: string
    readonly client_secret?: string
    readonly client_secret_hash?: string
  }[]
  /** Faults that are injected from the first request on. */
  readonly faults?: readonly (Omit<Fault, 'operation'> & { readonly operation?: string })[]
  /** Ids of the initial objects of every account, by schema name. */
  readonly ids?: StatedIds
  /** Steps that run after the resources are created, in order. */
  readonly steps?: readonly WorldStep[]
}

/** A request, or a clock change. */
export interface WorldStep {
  /** Method and path, like `POST /v2/droplets/${droplets.web-1}/actions`. */
  readonly request?: string
  /** Sent as JSON; a string is sent unchanged. `${reply.field}` is a field of the previous reply. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Email address of the user whose account it is for. Default: the owner. */
  readonly account?: string
  readonly advance_seconds?: number
  readonly now?: string
  /** Ids of the objects that the step creates, by schema name, like `{ Action: 2209617360 }`. */
  readonly ids?: StatedIds
}

export type WorldDefinition = WorldSettings & WorldResources & { readonly $schema?: string }

type Kinds = typeof worldKinds

export type WorldResources = { readonly [Name in keyof Kinds]?: readonly WorldEntry<Kinds[Name]>[] }

/** Body of the create request, child entries, the id, and the name for references (`as`). */
export type WorldEntry<Row extends WorldKind> = Omit<BodyOf<Row['operation']>, keyof ChildrenOf<Row>> &
  ChildrenOf<Row> & { readonly as?: string; readonly ids?: StatedIds } & (Row extends { readonly hasGeneratedId: true }
    ? { readonly id?: string | number }
    : unknown)

type BodyOf<Id extends string> = Id extends keyof Operations
  ? Referable<Exclude<Operations[Id]['body'], { readonly names: unknown }>>
  : never

type ChildrenOf<Row extends WorldKind> = Row extends { readonly children: infer Children extends Readonly<Record<string, WorldKind>> }
  ? { readonly [Name in keyof Children]?: readonly WorldEntry<Children[Name]>[] }
  : unknown

type Referable<T> = T extends readonly (infer Item)[]
  ? readonly Referable<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Referable<T[Field]> }
    : T extends string | number | boolean
      ? T | Reference
      : T
