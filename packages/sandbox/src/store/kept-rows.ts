/**
 * The objects that were last read or stored: a request asks several times for the same one, and for a region, a size or its account nearly
 * every request asks.
 */
import type { Key, Row } from './store.ts'

export type KeptRow = Pick<Row, 'text' | 'unique' | 'hidden'>

/** So many, */
const mostRows = 1000
/** and none that is longer, in characters. */
const longest = 16 * 1024

export class KeptRows {
  readonly #rows = new Map<string, KeptRow>()

  find(key: Key): KeptRow | undefined {
    return this.#rows.get(nameOf(key))
  }

  keep(key: Key, { text, unique, hidden }: KeptRow): void {
    if (text.length + (hidden?.length ?? 0) > longest) return
    if (this.#rows.size >= mostRows) this.#rows.clear()
    this.#rows.set(nameOf(key), { text, unique, hidden })
  }

  /** It is another, or is gone. */
  changed(key: Key): void {
    this.#rows.delete(nameOf(key))
  }

  forget(): void {
    if (this.#rows.size > 0) this.#rows.clear()
  }
}

/** Ids are anything, so where the parent ends is told by its length. */
const nameOf = ({ kind, parent = '', id }: Key) => `${kind} ${parent.length} ${parent}${id}`
