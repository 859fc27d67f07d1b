/** The part of JSON Schema 2020-12 that the specification may use. Anything else is refused by `checkKeywords`. */
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
  /** What each event of a text/event-stream holds. */
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
  /** The `enum` will grow: any other text is taken too. The kind of object whose slugs they are, where there is one. */
  readonly 'x-open-values'?: true | string
  readonly 'x-renamed-from'?: string
  readonly 'x-stability'?: Stability
  readonly 'x-decision'?: string
  readonly 'x-refusal'?: Refusal
}

/** Where a value neither comes back as it was sent nor is the platform's alone; docs/specification.md says what each means. */
export type Echo = 'chosen' | 'fitting' | 'rewritten' | 'stamped'

/** What the platform says of a value that is refused, whatever is wrong with it or by the keyword that it breaks. */
export type Refusal = string | Readonly<Record<string, string>>

export type Stability = 'stable' | 'beta' | 'experimental'

export interface ResourceExtension {
  readonly one?: string
  readonly many?: string
  readonly id?: { readonly field: string; readonly kind: 'integer' | 'uuid' | 'slug' | 'name' | 'ip' | 'urn' | 'token' }
  readonly urn?: string
  readonly parent?: string
  readonly unique?: readonly string[]
  readonly taggable?: boolean
  /** What a 404 says, with `{id}` for the one that was asked for. */
  readonly missing?: string
  /** What is said when another one has what must be unique; a conflict unless the status says otherwise. */
  readonly taken?: { readonly status?: number; readonly message: string }
}

export interface Lifecycle {
  readonly field: string
  readonly initial: string
  readonly transitions: readonly {
    readonly from: string | readonly string[]
    readonly to: string
    readonly on: string | readonly string[]
    readonly after?: string
  }[]
}
