/**
 * Usage of one rate limit in a sliding window. The platform counts a request between sending and response, so a request counts here while it is in
 * flight and, from its response on, for the whole window.
 */
export class SlidingWindow {
  limit = 0
  readonly #milliseconds: number
  /** Oldest first. */
  readonly #used: { readonly at: number; readonly weight: number }[] = []
  #inFlight = 0
  #weight = 0
  #closedUntil = 0

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Milliseconds until a request of this weight fits; 0 if it fits now. While only requests in flight block it, the caller polls. */
  getWaitMs(weight: number, now: number): number {
    let first = this.#used[0]
    while (first && first.at + this.#milliseconds <= now) {
      this.#used.shift()
      this.#weight -= first.weight
      first = this.#used[0]
    }
    if (this.#closedUntil > now) return this.#closedUntil - now
    let over = this.#weight + this.#inFlight + weight - this.limit
    if (over <= 0) return 0
    for (const each of this.#used) {
      over -= each.weight
      if (over <= 0) return each.at + this.#milliseconds - now
    }
    return pollIntervalMs
  }

  /** Reserves the weight. Call the returned function when the request ends: with the time at which it counts, or `undefined` if it does not count. */
  reserve(weight: number): (at: number | undefined) => void {
    this.#inFlight += weight
    return (at) => {
      this.#inFlight -= weight
      if (at === undefined) return
      this.#used.push({ at, weight })
      this.#weight += weight
    }
  }

  /** Blocks the window until the given time, because the platform reported an empty limit. */
  closeUntil(until: number): void {
    this.#closedUntil = until
  }
}

const pollIntervalMs = 50
