/** Types of list calls; implemented in `add-pages.ts`. */
import type { Call } from '../call.ts'
import type { SuccessReply } from '../reply.ts'

/**
 * A list: await it for one page, or iterate it for the items of all pages. Iteration requests pages of 200 items, unless the query sets a size; a
 * list that was awaited continues from its page.
 *
 * ```ts
 * for await (const droplet of cloud.droplets.list({ tag_name: 'storefront' })) console.log(droplet.name)
 * ```
 */
export interface ListCall<Body, Item> extends Call<Body>, Items<Item, Body> {}

/**
 * Reads a list to its end. Items that exist from the first request to the last are yielded exactly once, even if others are added or deleted
 * meanwhile; if that cannot be guaranteed, reading rejects with a `CloudError`. Equal numbers of additions and deletions between the same two requests
 * cannot be detected.
 */
export interface Items<Item, Body> extends AsyncIterable<Item> {
  /** Yields the pages, each with its items, body and rate limit. */
  pages(): AsyncIterable<Page<Item, Body>>
  /** Returns all items, or the first `limit`. @throws CloudError for a limit that is not a non-negative integer */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>
}

/** One page of a list. */
export interface Page<Item, Body> extends SuccessReply<number, Body> {
  /** Items of this page. */
  readonly items: readonly Item[]
}
