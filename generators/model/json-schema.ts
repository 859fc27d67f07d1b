/** Subset of JSON Schema 2020-12 that the specification may use. `checkKeywords` rejects everything else. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: SchemaType | readonly SchemaType[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly contentMediaType?: string
  /** Schema of each event of a text/event-stream. */
  readonly contentSchema?: SchemaObject
  readonly items?: SchemaObject
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaObject
  readonly propertyNames?: SchemaObject
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly oneOf?: readonly SchemaObject[]
  readonly allOf?: readonly SchemaObject[]
  readonly not?: SchemaObject
  readonly if?: SchemaObject
  readonly then?: SchemaObject
  readonly else?: SchemaObject
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> }
  readonly 'x-resource'?: ResourceExtension
  readonly 'x-lifecycle'?: Lifecycle
  readonly 'x-echo'?: Echo | readonly Echo[]
  /** Marks an open enumeration, which accepts other strings too. A string names the catalog resource whose slugs the values are. */
  readonly 'x-extensible-enum'?: true | string
  /** Replacement of a deprecated schema. `renamed`: the same schema under a newer name. */
  readonly 'x-deprecation'?: { readonly use?: string; readonly renamed?: boolean }
  readonly 'x-provenance'?: Provenance
  readonly 'x-messages'?: ErrorMessages | ResourceMessages
  readonly 'x-refers'?: Reference
}

/** Reference to another resource. */
export interface Reference {
  readonly to: string
  /** Status of a request that names a missing object. */
  readonly missing?: 404 | 422
  readonly message?: string
  /** Property that must be equal in both. */
  readonly same?: string
  readonly onDelete?: 'refuse' | 'clear' | 'cascade'
  readonly inUse?: { readonly status?: number; readonly message: string }
}

/** Relation between a sent and a returned value; see docs/specification.md. */
export type Echo = 'chosen' | 'fitting' | 'rewritten' | 'stamped'

/** Error message of the platform for an invalid value: one for all errors, or one per violated keyword. */
export type ErrorMessages = string | Readonly<Record<string, string>>

/** Source of a fact that the platform's public document does not have, with a note for readers. */
export interface Provenance {
  readonly from: 'seed' | 'observed' | 'client' | 'document' | 'ours'
  readonly note: string
}

export interface ResourceExtension {
  readonly one?: string
  readonly many?: string
  readonly id?: { readonly field: string; readonly kind: 'integer' | 'uuid' | 'slug' | 'name' | 'ip' | 'urn' | 'token' }
  readonly urn?: string
  readonly parent?: string
  readonly unique?: readonly string[]
  readonly taggable?: boolean
}

/** Error messages of the platform for a resource. */
export interface ResourceMessages {
  /** Message of a 404, with `{id}` for the requested id. */
  readonly missing?: string
  /** Error when a unique field is already used; the status is 409 by default. */
  readonly taken?: { readonly status?: number; readonly message: string }
}

export interface Lifecycle {
  readonly field: string
  readonly initial: string
  readonly transitions: readonly {
    readonly from: string | readonly string[]
    readonly to: string
    /** States that the transition leads to instead in some cases. */
    readonly or?: string | readonly string[]
    readonly on: string | readonly string[]
    readonly after?: string
    readonly 'deleted-after'?: string
  }[]
  /** States that no transition leads to, by their cause. */
  readonly 'set-by'?: Readonly<Partial<Record<'request' | 'platform' | 'fault', readonly string[]>>>
}
