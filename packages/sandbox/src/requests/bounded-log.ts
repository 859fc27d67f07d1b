/** Log of the latest entries, limited by number and by size. */
export interface Sized {
  readonly bytes: number
}

export class BoundedLog<Entry extends Sized> {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly #ring: (Entry | undefined)[] = []
  #first = 0
  #size = 0
  #bytes = 0

  constructor(maxEntries: number, maxBytes: number) {
    this.maxEntries = maxEntries
    this.maxBytes = maxBytes
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#bytes
  }

  add(entry: Entry): void {
    if (this.maxEntries === 0) return
    if (this.#size === this.maxEntries) this.#drop()
    this.#ring[(this.#first + this.#size) % this.maxEntries] = entry
    this.#size += 1
    this.#bytes += entry.bytes
    while (this.#bytes > this.maxBytes && this.#size > 1) this.#drop()
  }

  clear(): void {
    this.#ring.length = 0
    this.#first = 0
    this.#size = 0
    this.#bytes = 0
  }

  /** Iterates over the entries, the newest first. */
  *[Symbol.iterator](): Generator<Entry> {
    for (let n = this.#size - 1; n >= 0; n -= 1) {
      const entry = this.#ring[(this.#first + n) % this.maxEntries]
      if (entry) yield entry
    }
  }

  /** Removes the newest entries as long as they match. */
  removeNewest(matches: (entry: Entry) => boolean): void {
    for (;;) {
      const last = (this.#first + this.#size - 1) % this.maxEntries
      const entry = this.#size === 0 ? undefined : this.#ring[last]
      if (entry === undefined || !matches(entry)) return
      this.#ring[last] = undefined
      this.#size -= 1
      this.#bytes -= entry.bytes
    }
  }

  #drop(): void {
    this.#bytes -= this.#ring[this.#first]?.bytes ?? 0
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % this.maxEntries
    this.#size -= 1
  }
}
