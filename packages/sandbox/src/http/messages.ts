/** Requests and responses as plain data: what the core takes and gives, with no socket in sight. */
import type { DerivedKey } from '../auth/passwords.ts'

export interface CoreRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body?: Uint8Array | undefined
  /** Set by the edge when it could not read the request: the status to answer with. */
  readonly rejectStatus?: number
  /** Scheme, host and port as the client has them; without it, what `Host` says. */
  readonly origin?: string
  /** Whether the server ends and answers only what is still under way. */
  readonly isStopping?: boolean
  /** The network address of the client; none in this process. */
  readonly remoteAddress?: string | undefined
  /** The key of the password that the request brings, if it was derived beforehand. */
  readonly derivedKey?: DerivedKey
}

export interface CoreResponse {
  readonly status: number
  readonly headers: Record<string, string | number>
  /** Null for none. */
  readonly body: string | Uint8Array | AsyncIterable<string> | null
  /** A fault that was asked for: what the edge does to the connection. */
  readonly fault?: ConnectionFault
}

export interface ConnectionFault {
  /** Milliseconds to hold the answer back. */
  readonly latency: number
  readonly cut?: CutAt
}

export type CutAt = 'before' | 'after' | 'middle'
