/**
 * The texts of all of a kind in blocks, as they were last read, until something in a block changes: who sums over a hundred thousand rows
 * reads those again that are others now.
 */
import type { Question } from './store.ts'

type Of = Pick<Question, 'kind' | 'parent'>

/** Rows of all kinds together; a row keeps its number when its neighbors go. */
const rowsOfBlock = 2048

export interface ReadBlocks {
  /** The number of the first row from this one on. */
  readonly next: (of: Of, from: number) => number | undefined
  /** The texts of those from one number to before another, joined with commas. */
  readonly read: (of: Of, from: number, end: number) => string
  /** The number of a row. */
  readonly find: (of: Of, id: string) => number | undefined
}

interface Kept {
  readonly of: Of
  /** By number, in no order. */
  readonly texts: Map<number, string>
  /** All of them in their order; undefined since something changed. */
  all: string[] | undefined
}

export class KeptBlocks {
  readonly #kept = new Map<string, Kept>()
  readonly #read: ReadBlocks
  /** What has changed since the last commit, and may be undone: by list, the numbers of blocks. */
  readonly #touched = new Map<Kept, Set<number>>()
  #isForgotten = false

  constructor(read: ReadBlocks) {
    this.#read = read
  }

  list(of: Of): string[] {
    const name = nameOf(of)
    const kept = this.#kept.get(name) ?? { of, texts: new Map<number, string>(), all: undefined }
    this.#kept.set(name, kept)
    return (kept.all ??= this.#readAll(kept))
  }

  /** A row is new or gone. */
  changedAt(of: Of, seq: number): void {
    const kept = this.#kept.size > 0 ? this.#kept.get(nameOf(of)) : undefined
    if (kept) this.#leave(kept, seq)
  }

  /** A row has another text. Its number is looked for where anybody asks for blocks of the kind, and only there. */
  changed(of: Of, id: string): void {
    const kept = this.#kept.size > 0 ? this.#kept.get(nameOf(of)) : undefined
    const seq = kept && this.#read.find(of, id)
    if (kept && seq !== undefined) this.#leave(kept, seq)
  }

  forget(): void {
    this.#kept.clear()
    this.#isForgotten = true
  }

  /** Whatever lives under a path is gone. */
  forgetBelow(path: string): void {
    for (const [name, { of }] of this.#kept) if (of.parent?.startsWith(path)) this.#kept.delete(name)
    this.#isForgotten = true
  }

  /** What has changed is there for good. */
  settle(): void {
    if (this.#touched.size > 0) this.#touched.clear()
    this.#isForgotten = false
  }

  /** What has changed since then is, some of it, as it was before. */
  undo(): void {
    if (this.#isForgotten) return this.#kept.clear()
    for (const [kept, numbers] of this.#touched) {
      for (const number of numbers) kept.texts.delete(number)
      kept.all = undefined
    }
  }

  #leave(kept: Kept, seq: number): void {
    const number = Math.floor(seq / rowsOfBlock)
    const touched = this.#touched.get(kept) ?? new Set()
    this.#touched.set(kept, touched.add(number))
    kept.texts.delete(number)
    kept.all = undefined
  }

  #readAll({ of, texts }: Kept): string[] {
    const all: string[] = []
    for (let first = this.#read.next(of, 0); first !== undefined;) {
      const number = Math.floor(first / rowsOfBlock)
      const end = (number + 1) * rowsOfBlock
      const text = texts.get(number) ?? this.#read.read(of, first, end)
      texts.set(number, text)
      all.push(text)
      first = this.#read.next(of, end)
    }
    return all
  }
}

const nameOf = ({ kind, parent = '' }: Of) => `${kind} ${parent}`
