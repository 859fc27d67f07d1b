/** What a world of one's own says: as an object in a program, as YAML in a file. The specification's own types say what a resource takes. */
import type { Fault } from '../control/faults.ts'
import type { StatedIds } from '../engine/ids.ts'
import type { Operations } from '../generated/types.ts'
import type { worldKinds } from '../generated/world-kinds.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import type { LimitName } from '../limits/account-limits.ts'

/** What stands for another entry of the same world: `${vpcs.shop-net}` is its id, `${droplets.web-1.urn}` another of its fields. */
export type Reference = `${string}\${${string}.${string}}${string}`

export interface WorldSettings {
  /** When the first day begins, like `2026-03-02T09:00:00Z`, and whether time stands still there; now, where nothing is said. */
  readonly clock?: string | { readonly now?: string; readonly frozen?: boolean }
  /** How many the account may hold. */
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>
  /** People with accounts of their own, beside the first one. */
  readonly users?: readonly {
    readonly email: string
    readonly name?: string
    /** Without one, nobody can sign in as this user. */
    readonly password?: string
    readonly password_hash?: string
  }[]
  /** Personal tokens that may do only what their scopes say. */
  readonly tokens?: readonly {
    readonly token?: string
    readonly token_hash?: string
    readonly scopes: readonly string[]
    /** The e-mail address of the user whose account it opens; the first account's otherwise. */
    readonly account?: string
  }[]
  readonly applications?: readonly {
    readonly name: string
    readonly redirect_uris: readonly string[]
    readonly client_id?: string
    readonly client_secret?: string
    readonly client_secret_hash?: string
  }[]
  /** What goes wrong on purpose from the first request on. */
  readonly faults?: readonly (Omit<Fault, 'operation'> & { readonly operation?: string })[]
  /** Ids of what every account has on its first day, by the name of its schema. */
  readonly ids?: StatedIds
  /** What happens once the resources are there, in this order. */
  readonly steps?: readonly WorldStep[]
}

/** A request, or a move of the clock. */
export interface WorldStep {
  /** Method and path, like `POST /v2/droplets/${droplets.web-1}/actions`. */
  readonly request?: string
  /** Sent as JSON, or as it is where it is a text. `${reply.field}` is a field of the reply to the request before. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The e-mail address of the user whose account it is for; the first account's otherwise. */
  readonly account?: string
  readonly advance_seconds?: number
  readonly now?: string
  /** Ids of the objects that are made in this step, by the name of their schema, like `{ Action: 2209617360 }`. */
  readonly ids?: StatedIds
}

export type WorldDefinition = WorldSettings & WorldResources & { readonly $schema?: string }

type Kinds = typeof worldKinds

export type WorldResources = { readonly [Name in keyof Kinds]?: readonly WorldEntry<Kinds[Name]>[] }

/** What a request that makes one says, what lives under it, the id it is to have, and what references call it if not by its name. */
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
