/** How long and how often to look. */
export interface WaitOptions {
  /** Ends the waiting, which then rejects with the signal's reason. What is waited for goes on. */
  readonly signal?: AbortSignal
  /** Milliseconds until waiting rejects with `WaitTimeoutError`. Default 600,000. */
  readonly timeoutMs?: number
  /**
   * Milliseconds between the first look and the second. Each pause is half as long again as the one before, up to ten times this. Less than 100
   * counts as 100, because every look is a request. Default 1,000.
   */
  readonly intervalMs?: number
  /** Told of the state after each look. */
  readonly onState?: (state: string) => void
}
