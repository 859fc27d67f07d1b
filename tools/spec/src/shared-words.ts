/** Finds sentences of the specification that share a long run of words with other texts. Facts may carry over; sentences may not. */

export interface WrittenText {
  /** Document and line, or pointer, where it stands. */
  readonly place: string
  readonly text: string
}

export interface SharedRun {
  readonly place: string
  readonly words: string
}

/** Each run of `length` words that one of `texts` has in common with `others`, the longest stretch once. */
export function findSharedRuns(texts: readonly WrittenText[], others: readonly string[], length: number): SharedRun[] {
  const known = new Set(others.flatMap((other) => runsOf(splitWords(other), length)))
  return texts.flatMap(({ place, text }) => {
    const words = splitWords(text)
    const hits = runsOf(words, length).flatMap((run, at) => (known.has(run) ? [at] : []))
    return joinNeighbors(hits).map(([first, last]) => ({ place, words: words.slice(first, last + length).join(' ') }))
  })
}

export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+(?:['’.-][\p{L}\p{N}_]+)*/gu) ?? []
}

function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(' '))
}

function joinNeighbors(positions: readonly number[]): [first: number, last: number][] {
  const stretches: [number, number][] = []
  for (const position of positions) {
    const current = stretches.at(-1)
    if (current && position === current[1] + 1) current[1] = position
    else stretches.push([position, position])
  }
  return stretches
}
