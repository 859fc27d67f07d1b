/** What the sandbox knows of one operation. Written by generators/sandbox, one row for each operation of the specification. */
export interface OperationRow {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly api: string
  readonly family: string
  /** The newer spelling, which answers. */
  readonly sameAs?: string
  /** Headers that every reply has. */
  readonly deprecation?: { readonly deprecation: string; readonly sunset?: string }
  /** What the caller must show: nothing, any token, one that may read or write, or a model access key. */
  readonly access: 'open' | 'token' | 'read' | 'write' | 'inference'
  readonly scopes?: readonly string[]
  /** The status of success. */
  readonly status: number
  readonly media?: string
  /** The property of the reply that holds the object, or the array of objects when `many`. Its key is empty where the reply is the object. */
  readonly root?: RootRow
  readonly effect?: { readonly kind: EffectKind; readonly resource: string; readonly by?: readonly string[] }
  /** Which resource each parameter of the path names, outermost first; missing when the path does not follow the line of parents. */
  readonly bind?: readonly (readonly [parameter: string, resource: string])[]
  /** The object that the path begins with, where what is read does not live under it and is listed there all the same. */
  readonly related?: readonly [parameter: string, resource: string]
  /** The parameters of the path that are all the reply holds. */
  readonly echoes?: readonly string[]
  /** The generic handler of the engine that answers the operation when no family does. */
  readonly generic?: 'list' | 'get' | 'create' | 'update' | 'delete'
  /** Query parameter → field (`name`, `region.slug`, `tags[]`); null for one that only a handler understands. */
  readonly filters?: Readonly<Record<string, string | null>>
  readonly paged?: true
  /** Whether there is a validator of parameters. */
  readonly parameters?: true
  /** `fields`: what an object may hold; everything else that is sent is left out. Any name is good when it is missing. */
  readonly body?: BodyRow
  readonly action?: { readonly seconds: number }
  readonly limits?: readonly LimitRow[]
}

export interface BodyRow {
  readonly required: boolean
  readonly types: readonly string[]
  readonly fields?: readonly string[]
  readonly refusals?: RefusalRows
  /** Of those sentences that are not said with 422. */
  readonly statuses?: Readonly<Record<string, number>>
  /** Place in the body (`regions.*`) → the kind of object that must be there under the slug that is sent. */
  readonly catalogs?: Readonly<Record<string, string>>
}

/** Place in the body (`inbound_rules.*.protocol`) → what is said of a value there that is refused: always, or by the keyword it breaks. */
export type RefusalRows = Readonly<Record<string, string | Readonly<Record<string, string>>>>

export interface RootRow {
  readonly key: string
  readonly many?: true
  /** Older names of the same property; the reply carries them all. */
  readonly also?: readonly string[]
  /** What else the reply must have, at its least. */
  readonly rest?: Readonly<Record<string, unknown>>
}

export type EffectKind = 'lists' | 'gets' | 'creates' | 'updates' | 'replaces' | 'deletes' | 'acts-on'

export interface LimitRow {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  /** `body.<property>`: each of its items counts; otherwise each request does. */
  readonly counts?: string
}
