/** Options of polling. */
export interface WaitOptions {
  /** Stops waiting; the promise rejects with the signal's reason. The action itself continues. */
  readonly signal?: AbortSignal
  /** Maximum time in milliseconds until `WaitTimeoutError`. Default 600,000. */
  readonly timeoutMs?: number
  /**
   * Milliseconds between the first poll and the second. Each later delay is 1.5 times as long, up to ten times this. Minimum 100, because every
   * poll is a request. Default 1,000.
   */
  readonly intervalMs?: number
  /** Called with the state after each poll. */
  readonly onState?: (state: string) => void
}
