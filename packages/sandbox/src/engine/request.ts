/** Requests that handlers receive, and responses that they return. */
import type { Caller } from '../auth/tokens.ts'
import type { OperationRow } from '../tables/operation-row.ts'

export interface Request {
  readonly operation: OperationRow
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port that the client used, for links in responses. */
  readonly origin: string
  /** Path and query as sent. */
  readonly url: string
  /** Undefined for public operations. */
  readonly caller?: Caller | undefined
  /** Body as sent, for operations that parse it themselves. */
  readonly rawBody?: Uint8Array | undefined
  /** Further values of repeated filters, by filter. */
  readonly alternatives?: Readonly<Record<string, readonly Filter[]>> | undefined
}

export type Filter = string | number | boolean

/** Request for any operation. */
export interface UntypedCall extends Request {
  readonly path: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  /** Parsed JSON or form; undefined without a body. */
  readonly body: unknown
}

export interface Reply {
  /** Default: the success status of the operation. */
  readonly status?: number
  /** JSON text, or content of `type`. */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** Media type; default JSON. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Waits for another server and returns the reply. The other fields are not used. @throws Failure */
  readonly complete?: (signal: AbortSignal) => Promise<Reply>
}
