/**
 * Places along a long list: how many rows come before a number in the order of rows. A page in the middle is found from the nearest one,
 * where SQLite would walk over everything before it. They are made as far as somebody asks, and hold whatever is stored or deleted.
 */

interface List {
  readonly kind: string
  readonly parent?: string
}

interface RowOffset {
  readonly seq: number
  /** How many rows of the list have a smaller `seq`. */
  readonly before: number
}

export interface RowOffsets {
  /** The last one that has no more than `position` rows before it. */
  readonly nearest: (list: List, position: number) => RowOffset
  readonly stored: (list: List, seq: number) => void
  readonly deleted: (list: List, seq: number) => void
  readonly forget: () => void
}

/** Walking over so many takes a fraction of a millisecond. */
export const stride = 4096

/** @param step the `seq` of the row that is so many after the first one from `seq` on; undefined behind the end */
export function createRowOffsets(step: (list: List, seq: number, rows: number) => number | undefined): RowOffsets {
  const lists = new Map<string, { seq: number; before: number }[]>()
  const nameOf = ({ kind, parent = '' }: List) => `${kind} ${parent}`
  const shift = (list: List, seq: number, by: number) => {
    for (const offset of lists.get(nameOf(list)) ?? []) if (offset.seq > seq) offset.before += by
  }
  return {
    nearest: (list, position) => {
      let offsets = lists.get(nameOf(list))
      if (!offsets) lists.set(nameOf(list), (offsets = [{ seq: 0, before: 0 }]))
      let last = offsets.at(-1) ?? { seq: 0, before: 0 }
      while (last.before + stride <= position) {
        const seq = step(list, last.seq, stride)
        if (seq === undefined) break
        offsets.push((last = { seq, before: last.before + stride }))
      }
      return offsets.findLast(({ before }) => before <= position) ?? { seq: 0, before: 0 }
    },
    // The number after the greatest is given out, so one that was deleted at the end comes again.
    stored: (list, seq) => shift(list, seq, 1),
    deleted: (list, seq) => shift(list, seq, -1),
    forget: () => lists.clear(),
  }
}
