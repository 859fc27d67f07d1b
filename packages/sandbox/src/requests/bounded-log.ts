/** The last entries, as many as may be kept by their count and by their bytes. */
export interface Sized {
  readonly bytes: number
}

export class BoundedLog<Entry extends Sized> {
  readonly most: number
  readonly mostBytes: number
  readonly #ring: (Entry | undefined)[] = []
  #first = 0
  #size = 0
  #bytes = 0

  constructor(most: number, mostBytes: number) {
    this.most = most
    this.mostBytes = mostBytes
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#bytes
  }

  add(entry: Entry): void {
    if (this.most === 0) return
    if (this.#size === this.most) this.#drop()
    this.#ring[(this.#first + this.#size) % this.most] = entry
    this.#size += 1
    this.#bytes += entry.bytes
    while (this.#bytes > this.mostBytes && this.#size > 1) this.#drop()
  }

  clear(): void {
    this.#ring.length = 0
    this.#first = 0
    this.#size = 0
    this.#bytes = 0
  }

  /** Newest first. */
  *[Symbol.iterator](): Generator<Entry> {
    for (let n = this.#size - 1; n >= 0; n -= 1) {
      const entry = this.#ring[(this.#first + n) % this.most]
      if (entry) yield entry
    }
  }

  /** Takes the newest back, as long as they are meant. */
  takeBack(isMeant: (entry: Entry) => boolean): void {
    for (;;) {
      const last = (this.#first + this.#size - 1) % this.most
      const entry = this.#size === 0 ? undefined : this.#ring[last]
      if (entry === undefined || !isMeant(entry)) return
      this.#ring[last] = undefined
      this.#size -= 1
      this.#bytes -= entry.bytes
    }
  }

  #drop(): void {
    this.#bytes -= this.#ring[this.#first]?.bytes ?? 0
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % this.most
    this.#size -= 1
  }
}
