/** Types of the generated tables, which `bindFamily`, its features and the transport interpret. */
import type { LimitRow } from './governor/governor.ts'

export interface OperationFacts {
  /** True if the operation is sent without a token: it needs none, or its parameters hold the credentials. */
  readonly open?: boolean
  /** Kind of the reply as a stream, which a body with `stream: true` requests. */
  readonly stream?: 'chat' | 'image' | 'message' | 'response'
  /** True if the body is sent as a form instead of JSON. */
  readonly form?: boolean
  /**
   * The part of the request that fields without a part name belong to; empty if there is none. Default: the body for POST, PUT and PATCH, the query
   * for a list or an operation with query parameters, none for any other.
   */
  readonly input?: 'body' | 'query' | ''
  /** The parts of the request besides path and headers, if they differ from `takes`. */
  readonly parts?: string
  /** Names of the query parameters besides `page` and `per_page`, separated by spaces. */
  readonly query?: string
  /** Path of the items in the body of a paginated list: `droplets`, `scan.findings`. */
  readonly pages?: string
  /** Path of the items in the body of a list without pages. */
  readonly list?: string
  /** Field that identifies an item of a list; empty if there is none. Default: `id`. */
  readonly key?: string
  /** Query parameter of the page size, and its maximum. Default: `per_page`, 200. */
  readonly size?: readonly [parameter: string, most: number]
  /** Rate limits of the operation, in addition to those of the token. */
  readonly limits?: readonly LimitRow[]
  /** Path of the resource's state in the body: `droplet.status`. */
  readonly state?: string
  /** True if the operation reads an action; its family gets a `wait` method. */
  readonly waits?: boolean
  /** Set if the operation starts actions: path that reads the resource it created or changed, such as `/v2/droplets/{id}`; empty if there is none. */
  readonly read?: string
  /** Action types of the body that get their own method, each with the part of the request that its fields belong to. */
  readonly verbs?: Readonly<Record<string, 'body' | ''>>
  /** Query parameters that select the resources; they are the first arguments of the methods in `verbs`. */
  readonly by?: readonly string[]
  /** Replacement to use, if the operation is deprecated. */
  readonly deprecated?: string
  /** Set if its actions cannot be read: they have ended when the resource at `path` is in one of the `wanted` states. */
  readonly done?: { readonly path: string; readonly target: readonly string[] }
}

/** Method and path template after the group's path, such as `GET /{volume_id}`, and the facts that differ from the defaults. */
export type OperationRow = string | readonly [line: string, facts: OperationFacts]

/** Operations whose paths begin alike, and nested groups. */
export interface OperationGroup {
  /** Beginning of the path of every operation, after the path of the outer group. */
  readonly path: string
  readonly operations: Readonly<Record<string, OperationRow | OperationGroup>>
}

export interface FamilyTable extends OperationGroup {
  /** API of the family, which decides base URL and credential. */
  readonly api: string
}
