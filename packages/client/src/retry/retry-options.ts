/** Retry policy. */
export interface RetryOptions {
  /** Maximum retries of a call. Default 3. */
  readonly retries?: number
  /** Base delay in milliseconds: the delay before retry n is random, up to this times 2ⁿ⁻¹. Default 500. */
  readonly baseDelayMs?: number
  /** Maximum delay in milliseconds. Default 8,000. */
  readonly maxDelayMs?: number
  /**
   * Retry budget of the whole client: maximum retries without a success in between. Each success restores half a retry. This keeps retries from
   * multiplying the load on a platform that is down. Retries after a rate limit do not count. Default 20.
   */
  readonly budget?: number
}
