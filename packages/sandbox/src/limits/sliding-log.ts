/**
 * Sliding-window log of request times, in a ring buffer. A request counts for exactly one window. Every operation takes amortized O(1)
 * time, because each entry is added once and removed once.
 */
export class SlidingLog {
  readonly maxEntries: number
  readonly seconds: number
  readonly #window: number
  #ring: Float64Array
  #head = 0
  #size = 0

  constructor(maxEntries: number, windowSeconds: number) {
    this.maxEntries = maxEntries
    this.seconds = windowSeconds
    this.#window = windowSeconds * 1000
    this.#ring = new Float64Array(Math.min(64, Math.max(1, maxEntries)))
  }

  /** Returns the number of further requests that are allowed at `now`. */
  countRemaining(now: number): number {
    this.#removeExpired(now)
    return this.maxEntries - this.#size
  }

  /** Returns the time at which the oldest entry expires; undefined if the log is empty. */
  findNextFreeTime(now: number): number | undefined {
    this.#removeExpired(now)
    return this.#size === 0 ? undefined : (this.#ring[this.#head] ?? 0) + this.#window
  }

  /** Returns the time at which `weight` more entries fit; Infinity if that exceeds the limit itself. */
  findTimeFor(now: number, weight: number): number {
    const over = weight - this.countRemaining(now)
    if (over <= 0) return now
    if (weight > this.maxEntries) return Infinity
    return (this.#ring[(this.#head + over - 1) % this.#ring.length] ?? 0) + this.#window
  }

  count(now: number, weight = 1): void {
    for (let n = 0; n < weight; n += 1) {
      if (this.#size === this.#ring.length) this.#grow()
      this.#ring[(this.#head + this.#size) % this.#ring.length] = now
      this.#size += 1
    }
  }

  clear(): void {
    this.#size = 0
  }

  /** Times of the entries, the oldest first, including expired ones that are not removed yet. */
  get timestamps(): readonly number[] {
    return Array.from({ length: this.#size }, (_each, n) => this.#ring[(this.#head + n) % this.#ring.length] ?? 0)
  }

  #removeExpired(now: number): void {
    while (this.#size > 0 && (this.#ring[this.#head] ?? 0) + this.#window <= now) {
      this.#head = (this.#head + 1) % this.#ring.length
      this.#size -= 1
    }
  }

  #grow(): void {
    const larger = new Float64Array(this.#ring.length * 2)
    for (let n = 0; n < this.#size; n += 1) larger[n] = this.#ring[(this.#head + n) % this.#ring.length] ?? 0
    this.#ring = larger
    this.#head = 0
  }
}
