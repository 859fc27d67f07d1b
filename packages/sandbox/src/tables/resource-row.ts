/** What the sandbox knows of one kind of stored object. Written by generators/sandbox from x-resource and x-lifecycle. */
export interface ResourceRow {
  readonly family: string
  readonly one?: string
  readonly many?: string
  readonly id?: { readonly field: string; readonly kind: IdKind }
  /** The kinds it lives under, outermost first. */
  readonly parents?: readonly string[]
  readonly unique?: readonly string[]
  readonly urn?: string
  readonly taggable?: boolean
  /** What a 404 says, with `{id}` for the one that was asked for. */
  readonly missing?: string
  /** What is said when another one has what must be unique; a conflict unless the status says otherwise. */
  readonly taken?: { readonly status?: number; readonly message: string }
  readonly lifecycle?: LifecycleRow
  /** Field → the JSON types it may have: string, number, boolean, array, object, null (z). */
  readonly fields: Readonly<Record<string, string>>
  /** What an object begins as. */
  readonly blank: unknown
  /** For arrays of objects: what each begins as, and which of its fields are ids that the server makes. */
  readonly items?: Readonly<Record<string, { readonly blank: unknown; readonly ids?: readonly string[] }>>
  readonly stamps?: { readonly created: readonly string[]; readonly updated?: readonly string[] }
  /** Of fields that are sent, whose values grow and that no catalog has: what there is today. */
  readonly known?: Readonly<Record<string, readonly string[]>>
  /** Fields that hold a whole object of a catalog where requests send its slug. */
  readonly embeds?: Readonly<Record<string, string>>
  /** What a field is when the request that makes the object leaves it out. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Fields that go back to what they begin as when a request that replaces the object leaves them out. All others stay. */
  readonly replaced?: readonly string[]
}

export type IdKind = 'integer' | 'uuid' | 'slug' | 'name' | 'ip' | 'urn' | 'token'

export interface LifecycleRow {
  readonly field: string
  readonly initial: string
  readonly transitions: readonly TransitionRow[]
}

export interface TransitionRow {
  readonly from: readonly string[]
  readonly to: string
  readonly on: readonly string[]
  readonly seconds?: number
}
