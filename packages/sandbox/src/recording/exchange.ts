/** One request and its answer, whatever file they were read from or are written to. */
export interface Exchange {
  readonly method: string
  /** Scheme and host of the request, `https://api.example`. */
  readonly origin: string
  /** Path and query, as on the wire. */
  readonly url: string
  /** Lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
  /** Milliseconds since 1970; missing when the recording does not say. */
  readonly at?: number
  /** Milliseconds that the answer took. */
  readonly took?: number
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
