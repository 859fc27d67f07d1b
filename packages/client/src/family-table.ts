/** The shape of the generated tables: data that `bindFamily`, its features and the transport interpret. */
import type { LimitRow } from './governor/governor.ts'

export interface OperationFacts {
  /** Goes without a token: it needs none, or has credentials of its own in its parameters. */
  readonly open?: boolean
  /** The body is sent as a form instead of JSON. */
  readonly form?: boolean
  /**
   * The part of the request that its fields by themselves are; empty where there is none. Default: the body for POST, PUT and PATCH, the query for a
   * list and where there are parameters of one, none for any other.
   */
  readonly takes?: 'body' | 'query' | ''
  /** The parts that its request has besides the path and headers, where that is not the one part that it takes. */
  readonly parts?: string
  /** The parameters of its query, besides `page` and `per_page`. */
  readonly query?: string
  /** It comes in pages, and this is where in the body its items are: `droplets`, `scan.findings`. */
  readonly pages?: string
  /** It is a list that does not come in pages, and this is where in the body its items are. */
  readonly list?: string
  /** The field that tells the items of a list apart; empty when none does. Default: `id`. */
  readonly key?: string
  /** The query parameter that says how long a page is, and its most. Default: `per_page`, 200. */
  readonly size?: readonly [parameter: string, most: number]
  /** Limits of its own beside those of the token. */
  readonly limits?: readonly LimitRow[]
  /** Where in the body the state of its resource is: `droplet.status`. */
  readonly state?: string
  /** For each of its states those that can follow it. */
  readonly states?: Readonly<Record<string, readonly string[]>>
  /** What it gets are actions; its family waits for one by `wait`. */
  readonly waits?: boolean
  /** It starts actions. Where what it made or closed can be read again, by the fields of it: `/v2/droplets/{id}`; empty when it made nothing. */
  readonly acts?: string
  /** What can be started, each by its own name: the types of its body, and for each the part of the request that its fields are. */
  readonly verbs?: Readonly<Record<string, 'body' | ''>>
  /** The parameters of the query that choose what is acted on; they come first in a call by a verb. */
  readonly by?: readonly string[]
  /** It is deprecated, and this is what to use instead. */
  readonly deprecated?: string
  /** Its actions cannot be read. They have ended when what it made or changed is in one of these states. */
  readonly ends?: { readonly path: string; readonly wanted: readonly string[]; readonly states: NonNullable<OperationFacts['states']> }
}

/** `GET /v2/volumes`, and what differs from the usual. */
export type OperationRow = string | readonly [line: string, facts: OperationFacts]

export interface FamilyTable {
  /** The API it belongs to, which decides its base URL and credential. */
  readonly api: string
  readonly operations: Readonly<Record<string, OperationRow>>
}
