/** One request as a behaviour sees it: routed, authorised, validated, parameters already of their types. */
import type { Caller } from '../auth/tokens.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { World } from './world.ts'

export interface Call {
  readonly operation: OperationRow
  readonly path: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  /** What JSON or a form gave; undefined without a body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port the client used, for links that lead back here. */
  readonly origin: string
  /** Path and query as they were sent. */
  readonly url: string
  /** Undefined where anybody may ask. */
  readonly caller?: Caller | undefined
  /** The body as it was sent, for operations that read it themselves. */
  readonly rawBody?: Uint8Array | undefined
}

export interface Reply {
  /** The operation's own when left out. */
  readonly status?: number
  /** JSON text, or what `type` says. */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** The media type when it is not JSON. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers one operation. Changes happen in a transaction that a `Failure` undoes. */
export type Behavior = (call: Call, world: World) => Reply
