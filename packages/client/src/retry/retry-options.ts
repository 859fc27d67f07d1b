/** How failed requests are sent again. */
export interface RetryOptions {
  /** Most retries of one call. Default 3. */
  readonly retries?: number
  /** The wait before retry number n is a random part of this times 2ⁿ⁻¹. Default 500. */
  readonly baseDelayMs?: number
  /** No such wait is longer. Default 8,000. */
  readonly maxDelayMs?: number
  /**
   * Of the client as a whole, not of one call: how many retries may go out while nothing succeeds. Each success gives half a retry back, so that
   * a platform that is down is not asked four times as often as usual. Waits for a rate limit cost nothing. Default 20.
   */
  readonly budget?: number
}
