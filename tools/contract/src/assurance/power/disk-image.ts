/** The bytes of one file on a simulated disk: what is there, and what was written since and not synced. */
import type { FileEvent } from './read-trace.ts'

export interface Change {
  readonly event: FileEvent
  readonly index: number
}

export class DiskImage {
  /** In their order. */
  waiting: Change[] = []
  #bytes: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  /** What was written before is on the disk now. */
  sync(index: number): void {
    const isSafe = (change: Change) => change.index < index
    for (const change of this.waiting.filter(isSafe)) this.apply(change)
    this.waiting = this.waiting.filter((change) => !isSafe(change))
  }

  apply({ event: { kind, at, bytes } }: Change): void {
    const size = kind === 'T' ? at : Math.max(this.#size, at + bytes.length)
    if (size > this.#bytes.length) {
      const next = Buffer.alloc(size * 2)
      this.bytes.copy(next)
      this.#bytes = next
    }
    // What was cut off, or never written, reads as zeros.
    if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
    if (kind === 'W') bytes.copy(this.#bytes, at)
  }
}

const sectorBytes = 512

/** A disk writes whole sectors, and of several any. */
export function splitSectors({ event, index }: Change): readonly Change[] {
  const parts: Change[] = []
  for (let from = 0; from < event.bytes.length;) {
    const length = Math.min(sectorBytes - ((event.at + from) % sectorBytes), event.bytes.length - from)
    parts.push({ event: { ...event, at: event.at + from, bytes: event.bytes.subarray(from, from + length) }, index })
    from += length
  }
  return parts
}
