/**
 * Model of the specification that all generators read: plain data, resolved and checked.
 * References to named schemas are kept, so that each type is emitted once; all other references are resolved.
 */
import type { Lifecycle, Provenance, ResourceExtension, SchemaObject } from './json-schema.ts'

export interface ApiModel {
  readonly apis: readonly Api[]
}

/** One of the four APIs: an entry document with its own base URL. */
export interface Api {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly baseUrl: string
  readonly families: readonly Family[]
  /** Limits of every token, by name. */
  readonly rateLimits: readonly RateLimit[]
  /** Bundled document, for generators that use OpenAPI tools (types, mock, reference). */
  readonly document: BundledDocument
}

/** Resource family: the documents `reserved-ips.yaml`, `reserved-ips.….yaml`. */
export interface Family {
  /** Kebab-case name of the document: `reserved-ips`. */
  readonly name: string
  /** Prefix of the operationIds, camelCase, one step per client property: `reservedIps`, `droplets_actions`. */
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
  /** Server of the operation: the name of its API, or of its own server (`{agent_url}` → `agent`). */
  readonly server: string
  /** Name in the client, after the group: `databases_users_create` → `users.create`. */
  readonly name: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly deprecated: boolean
  readonly deprecation?: Deprecation
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  readonly replies: readonly Reply[]
  /** Response by form of the body, if the response depends on it. */
  readonly forms?: readonly ReplyForm[]
  /** Alternatives; each lists the schemes that are required together, with their scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly effect?: Effect
  readonly action?: ActionExtension
  /** Action types, if the body has a form for each. */
  readonly verbs?: readonly ActionVerb[]
  /** Rate limits in addition to the hourly and burst limits of the token. */
  readonly rateLimits: readonly RateLimit[]
  readonly scopes: readonly string[]
  readonly tool?: Tool
  /** Earlier name, whose operation is deprecated. */
  readonly renamedFrom?: string
  /** Current operation, if this one is an alias under another path or method. */
  readonly sameAs?: string
  /** Current operation, if this one is its earlier name, with names of its own in requests and responses. */
  readonly renamedTo?: string
  readonly provenance?: Provenance
  readonly source: Source
}

export interface Deprecation {
  /** Date, such as `2026-01-31`. */
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

/** Response to a body of this form. */
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

/** Values of properties that select the object, if neither the path nor the query does. */
export type Where = Readonly<Record<string, string | number | boolean>>

/** Effect of an operation on a stored resource, `measures` for its metrics, or `computes` for another computed response. */
export type Effect =
  | {
      readonly kind: EffectVerb
      readonly schema: string
      readonly by: readonly string[]
      readonly where?: Where
      readonly members?: Members
    }
  | {
      readonly kind: 'measures'
      readonly schema: string
      readonly by: readonly string[]
      readonly series: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'computes'; readonly reason: string }

/** Array property of the resource whose items an operation adds or removes. */
export interface Members {
  readonly field: string
  readonly change: 'add' | 'remove'
  /** True if values are compared without regard to case. */
  readonly ignoresCase?: boolean
}

export interface ActionExtension {
  readonly types: readonly string[]
  readonly 'resource-type': string
  readonly locks?: readonly string[]
  readonly duration?: string
}

/** Action type that an operation can start. */
export interface ActionVerb {
  /** Value of `type` in the body: `power_off`. */
  readonly type: string
  /** Form of the body. */
  readonly body: SchemaObject
  /** Fields of the body besides `type`. */
  readonly input: 'none' | 'optional' | 'required'
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

/** Location in the hand-written specification: a document below spec/ and a JSON pointer. */
export interface Source {
  readonly file: string
  readonly pointer: string
}

/** Subset of the output of `redocly bundle`. */
export interface BundledDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly summary?: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string; readonly variables?: Readonly<Record<string, { readonly default: string }>> }[]
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly 'x-rate-limit'?: readonly RateLimit[]
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[]
}
