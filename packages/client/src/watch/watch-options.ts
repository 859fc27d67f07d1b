/** What watching a list takes and gives. The types alone; `watch-list.ts` does it. */
import type { CloudFamilies } from '../generated/cloud.ts'
import type { Items } from '../pages/list-call.ts'

/** How often to look, and at what. */
export interface WatchOptions {
  /** As the list's own, to watch a part of it: `{ tag_name: 'storefront' }`. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Ends it: the loop then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds from one look to the next. Less than 100 counts as 100, because every look is a request for each page. Default 5,000. */
  readonly intervalMs?: number
}

/** What is another in something than it was. */
export interface FieldChange {
  /** Where it is: `status`, `region.slug`. */
  readonly field: string
  /** `undefined` when it was not there. */
  readonly from: unknown
  /** `undefined` when it is there no more. */
  readonly to: unknown
}

/** What happened between two looks. `changes` is empty for what was made or is gone. */
export type Change<Item> =
  | { readonly kind: 'made'; readonly before: undefined; readonly after: Item; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'changed'; readonly before: Item; readonly after: Item; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'gone'; readonly before: Item; readonly after: undefined; readonly changes: readonly FieldChange[] }

interface Listed<Item> {
  readonly list: (request?: undefined) => Items<Item, unknown>
}

/** The families whose list of all there is can be watched. */
export type WatchedName = { [Name in keyof CloudFamilies]: CloudFamilies[Name] extends Listed<unknown> ? Name : never }[keyof CloudFamilies]

/** What is in the list of a family. */
export type WatchedItem<Name extends WatchedName> = CloudFamilies[Name] extends Listed<infer Item> ? Item : never
