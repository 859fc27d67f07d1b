/**
 * The moments of the requests that still count, in a ring. A request counts for exactly one window; there is no moment at which all
 * is forgotten. Asking costs O(1) amortized: each moment is put in once and taken out once.
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

  /** How many more are allowed at `now`. */
  countRemaining(now: number): number {
    this.#forget(now)
    return this.maxEntries - this.#size
  }

  /** When the oldest that still counts stops counting; undefined when none does. */
  findNextFreeTime(now: number): number | undefined {
    this.#forget(now)
    return this.#size === 0 ? undefined : (this.#ring[this.#head] ?? 0) + this.#window
  }

  /** When `weight` more will be allowed; never, when that is more than the limit itself. */
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

  /** Oldest first, as far as they were not forgotten yet. */
  get timestamps(): readonly number[] {
    return Array.from({ length: this.#size }, (_each, n) => this.#ring[(this.#head + n) % this.#ring.length] ?? 0)
  }

  #forget(now: number): void {
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
