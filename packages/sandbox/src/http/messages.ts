/** Requests and responses as plain data, without sockets. */
import type { DerivedKey } from '../auth/passwords.ts'

export interface CoreRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body?: Uint8Array | undefined
  /** Status of the error response, if the server could not read the request. */
  readonly rejectStatus?: number
  /** Scheme, host and port as the client has them; taken from `Host` by default. */
  readonly origin?: string
  /** True while the server stops and only answers open requests. */
  readonly isStopping?: boolean
  /** Network address of the client; undefined for a client in this process. */
  readonly remoteAddress?: string | undefined
  /** True if too many other passwords are being checked. */
  readonly isThrottled?: boolean
  /** Key of the password in the request, if it was derived before the request is handled. */
  readonly derivedKey?: DerivedKey
}

export interface CoreResponse {
  readonly status: number
  readonly headers: Record<string, string | number>
  /** Null if the response has no body. */
  readonly body: string | Uint8Array | AsyncIterable<string> | null
  /** An injected fault that the server applies to the connection. */
  readonly fault?: ConnectionFault
  /** Waits for another server and returns the response to send. The other fields are an error for callers that cannot wait. */
  readonly complete?: (signal: AbortSignal) => Promise<CoreResponse>
}

export interface ConnectionFault {
  /** Delay of the response in milliseconds. */
  readonly latency: number
  readonly cut?: CutAt
}

export type CutAt = 'before' | 'after' | 'middle'
