/** Hints from a user message, to fill in function arguments and structured replies. */
export interface Hints {
  /** Quoted or capitalized names. */
  readonly names: readonly string[]
  readonly numbers: readonly number[]
  /** Words in lower case. */
  readonly words: ReadonlySet<string>
  readonly text: string
}

const openings = new Set(
  'a all and any are as can could count create delete do does find for from get give has have how i if in is it let list look make may my no not of on or please search send set show tell that the then there this to use was we what when where which who why will with would you'.split(
    ' ',
  ),
)

const quoted = /["“„«]([^"”“»]{1,200})["”“»]|`([^`]{1,200})`/gu
const properNouns = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu

export function parseHints(text: string): Hints {
  const own = text.slice(0, 10_000)
  const quotes = [...own.matchAll(quoted)].map(([, first, second]) => first ?? second ?? '')
  const names = [...own.matchAll(properNouns)].map(([name]) => removeOpening(name)).filter((name) => name !== '')
  const numbers = [...own.matchAll(/(?<![\w.])-?\d{1,15}(?:\.\d{1,6})?(?![\w])/g)].map(([digits]) => Number(digits))
  return { names: [...quotes, ...names.toSorted((a, b) => b.length - a.length)], numbers, words: listWords(own), text: own }
}

/** Removes the first word of a question, which is capitalized without being a name. */
function removeOpening(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/u)
  if (!openings.has(first.toLowerCase())) return name
  // "The Tide Atlas" is a name, "Is The Tide Atlas" begins a question.
  return first.toLowerCase() === 'the' && rest.length > 0 ? name : rest.join(' ')
}

/** Lists the significant words, in lower case. */
export function listWords(text: string): ReadonlySet<string> {
  const parts =
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(parts.filter((word) => !openings.has(word)))
}
