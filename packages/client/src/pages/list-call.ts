/** What calling a list gives. The types alone; `add-pages.ts` makes them work. */
import type { Call } from '../call.ts'
import type { Succeeded } from '../reply.ts'

/**
 * A list: await it for one page, iterate it for every item of every page. Iterated at once it asks for pages of 200, unless the query says
 * otherwise; one that was awaited goes on from the page that it has.
 *
 * ```ts
 * for await (const droplet of cloud.droplets.list({ tag_name: 'storefront' })) console.log(droplet.name)
 * ```
 */
export interface ListCall<Body, Item> extends Call<Body>, Items<Item, Body> {}

/**
 * Reads a list to its end. What is in the list from the first request to the last is given exactly once, even when other items come or go
 * meanwhile; where that cannot be made sure of, reading ends with a `CloudError` instead of quietly too early. Only when as many items go as come
 * between the same two requests does nothing in the answers tell.
 */
export interface Items<Item, Body> extends AsyncIterable<Item> {
  /** The pages as they are, each with its items, its body, its rate limit. */
  pages(): AsyncIterable<Page<Item, Body>>
  /** All of them, or the first `limit`. @throws CloudError for a limit that is no whole number from 0 up */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>
}

/** One page of a list. */
export interface Page<Item, Body> extends Succeeded<number, Body> {
  /** Those of this page. */
  readonly items: readonly Item[]
}
