/** A request as a handler receives it, and the reply that it returns. */
import type { Caller } from '../auth/tokens.ts'
import type { OperationRow } from '../tables/operation-row.ts'

export interface Request {
  readonly operation: OperationRow
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port the client used, for links that lead back here. */
  readonly origin: string
  /** Path and query as they were sent. */
  readonly url: string
  /** Undefined where anybody may ask. */
  readonly caller?: Caller | undefined
  /** The body as it was sent, for operations that read it themselves. */
  readonly rawBody?: Uint8Array | undefined
  /** Filter → what else it was given for, beside its value in the query. */
  readonly alternatives?: Readonly<Record<string, readonly Filter[]>> | undefined
}

export type Filter = string | number | boolean

/** A request for no operation in particular. */
export interface UntypedCall extends Request {
  readonly path: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  /** What JSON or a form gave; undefined without a body. */
  readonly body: unknown
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
