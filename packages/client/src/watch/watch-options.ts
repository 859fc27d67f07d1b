/** What watching a list takes and gives. The types alone; `watch-list.ts` does it. */
import type { CloudFamilies } from '../generated/cloud.ts'
import type { Items } from '../pages/list-call.ts'

/** How often to look, and at what. */
export interface WatchOptions {
  /** As the list's own, to watch a part of it: `{ tag_name: 'storefront' }`. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Ends it: the loop then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Milliseconds from one look to the next, at least; when few requests of the hour are left it takes longer, and a sandbox on this machine says by
   * itself when to look. Less than 100 counts as 100, because every look is a request for each page. Default 5,000.
   */
  readonly intervalMs?: number
}

/** What is another in something than it was, one of these for each field it can be. */
export type FieldChange<Item = Readonly<Record<string, unknown>>> = ChangeWithin<Item, '', [1, 1, 1]>

/** Field by field, into objects, as deep as `Depth` is long; below that `unknown`. */
type ChangeWithin<Item, Path extends string, Depth extends readonly unknown[]> = Depth extends readonly [unknown, ...infer Rest]
  ? string extends keyof Item
    ? FieldAt<`${Path}${string}`, unknown>
    : {
        [Name in keyof Item & string]-?: FieldAt<`${Path}${Name}`, Item[Name]> | ChangeOf<NonNullable<Item[Name]>, `${Path}${Name}.`, Rest>
      }[keyof Item & string]
  : FieldAt<`${Path}${string}`, unknown>

type ChangeOf<Value, Path extends string, Depth extends readonly unknown[]> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? ChangeWithin<Value, Path, Depth>
    : never

interface FieldAt<Path extends string, Value> {
  /** Where it is: `status`, `region.slug`. */
  readonly field: Path
  /** `undefined` when it was not there. */
  readonly from: Value | undefined
  /** `undefined` when it is there no more. */
  readonly to: Value | undefined
}

/** What happened between two looks. `changes` is empty for what was made or is gone. */
export type Change<Item> =
  | { readonly kind: 'made'; readonly before: undefined; readonly after: Item; readonly changes: readonly FieldChange<Item>[] }
  | { readonly kind: 'changed'; readonly before: Item; readonly after: Item; readonly changes: readonly FieldChange<Item>[] }
  | { readonly kind: 'gone'; readonly before: Item; readonly after: undefined; readonly changes: readonly FieldChange<Item>[] }

interface Listed<Item> {
  readonly list: (request?: undefined) => Items<Item, unknown>
}

/** The families whose list of all there is can be watched. */
export type WatchedName = { [Name in keyof CloudFamilies]: CloudFamilies[Name] extends Listed<unknown> ? Name : never }[keyof CloudFamilies]

/** What is in the list of a family. */
export type WatchedItem<Name extends WatchedName> = CloudFamilies[Name] extends Listed<infer Item> ? Item : never
