/**
 * The one picture of the specification that generators read: plain data, already resolved and checked.
 * `$ref`s to named schemas stay references, so that a type is written once; every other reference is resolved.
 */
import type { Lifecycle, ResourceExtension, SchemaObject, Stability } from './json-schema.ts'

export interface ApiModel {
  readonly apis: readonly Api[]
}

/** One of the four APIs: an entry document with a base URL of its own. */
export interface Api {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly baseUrl: string
  readonly families: readonly Family[]
  /** The bundle itself, for generators whose tool takes OpenAPI (types, mock, reference). */
  readonly document: BundledDocument
}

/** Everything of one resource family: the documents `reserved-ips.yaml`, `reserved-ips.….yaml`. */
export interface Family {
  /** Kebab-case, as the document is named: `reserved-ips`. */
  readonly name: string
  /** As its operationIds begin, camelCase, one step for each property of the client: `reservedIps`, `droplets_actions`. */
  readonly group: string
  readonly title: string
  readonly description: string
  readonly operations: readonly Operation[]
  readonly schemas: readonly NamedSchema[]
}

export interface NamedSchema {
  readonly name: string
  readonly family: string
  readonly schema: SchemaObject
  readonly resource?: ResourceExtension
  readonly lifecycle?: Lifecycle
  readonly source: Source
}

export interface Operation {
  readonly id: string
  /** Whose base URL it has: its API's name, or that of a server of its own (`{agent_url}` → `agent`). */
  readonly server: string
  /** What comes after the group, as the client has it: `databases_users_create` → `users.create`. */
  readonly name: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly deprecated: boolean
  /** Of one that is deprecated: since when, and what to use. */
  readonly deprecation?: Deprecation
  readonly stability: Stability
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  readonly replies: readonly Reply[]
  /** Where the form of the body decides that of the reply: what is answered to each. */
  readonly forms?: readonly ReplyForm[]
  /** Alternatives; each names the schemes that are all needed, with their scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly effect?: Effect
  readonly action?: ActionExtension
  /** What it can start, where its body has a form for each. */
  readonly verbs?: readonly ActionVerb[]
  /** Limits of its own beside the token's hourly and burst limits. */
  readonly rateLimits: readonly RateLimit[]
  readonly scopes: readonly string[]
  readonly tool?: Tool
  readonly renamedFrom?: string
  /** The newer spelling of the same operation, under another path or method. */
  readonly sameAs?: string
  readonly decision?: string
  readonly source: Source
}

export interface Deprecation {
  /** Days, as `2026-01-31`. */
  readonly since: string
  readonly sunset?: string
  /** An operationId, or a sentence. */
  readonly use: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly deprecated: boolean
  readonly description: string
  readonly schema: SchemaObject
  readonly example?: unknown
  /** Query arrays: repeated names when true, one comma-separated value when false. */
  readonly explode: boolean
}

export interface RequestBody {
  readonly required: boolean
  readonly content: readonly MediaType[]
}

export interface Reply {
  /** A status, or `default` for every status that is not listed. */
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly content: readonly MediaType[]
}

/** What is answered to a body of this form. */
export interface ReplyForm {
  readonly body: SchemaObject
  readonly reply: MediaType
}

export interface MediaType {
  readonly mediaType: string
  readonly schema: SchemaObject
  readonly examples: readonly NamedExample[]
}

export interface NamedExample {
  readonly name: string
  readonly summary?: string
  readonly value: unknown
}

export const effectVerbs = ['lists', 'gets', 'creates', 'updates', 'replaces', 'deletes', 'acts-on'] as const
export type EffectVerb = (typeof effectVerbs)[number]

/** What an operation does to a stored object, or that it computes its answer. */
export type Effect =
  | { readonly kind: EffectVerb; readonly schema: string; readonly by: readonly string[] }
  | { readonly kind: 'computes'; readonly reason: string }

export interface ActionExtension {
  readonly types: readonly string[]
  readonly 'resource-type': string
  readonly locks?: readonly string[]
  readonly duration?: string
}

/** One of the types of action that an operation starts. */
export interface ActionVerb {
  /** As the body says it: `power_off`. */
  readonly type: string
  /** The form of the body. */
  readonly body: SchemaObject
  /** What is sent beside the type. */
  readonly takes: 'nothing' | 'optional' | 'required'
  readonly description: string
  readonly example?: NamedExample
}

export interface RateLimit {
  readonly name: string
  readonly limit: number
  readonly window: string
  readonly counts?: string
}

export interface Tool {
  readonly name: string
  readonly kind: 'read-only' | 'additive' | 'destructive'
  readonly idempotent: boolean
  readonly calls: string
  readonly arguments: Readonly<Record<string, string | { readonly to: string; readonly as: string }>>
  readonly 'require-one-of'?: readonly (readonly string[])[]
  readonly aliases?: Readonly<Record<string, string>>
}

/** Where something was written by hand: a document below spec/ and a JSON pointer in it. */
export interface Source {
  readonly file: string
  readonly pointer: string
}

/** What `redocly bundle` writes, as far as it is read here. */
export interface BundledDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly summary?: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string; readonly variables?: Readonly<Record<string, { readonly default: string }>> }[]
  readonly tags?: readonly { readonly name: string; readonly description: string; readonly 'x-address'?: string }[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
