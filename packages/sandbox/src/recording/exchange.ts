/** A recorded request and its response. Header names are in lower case. */
export interface Exchange {
  readonly method: string
  /** Scheme and host of the request, `https://api.example`. */
  readonly origin: string
  /** Path and query, as on the wire. */
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Duration in milliseconds. */
  readonly durationMs: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
