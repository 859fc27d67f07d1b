/** Finds pages by what a reader types: an address of the API, a name that programs use, or words, right or nearly so. */
import MiniSearch from 'minisearch'
import type { SearchEntry, SearchIndex } from './entry.ts'
import { findAddress } from './find-address.ts'
import { findName } from './find-name.ts'
import { isAct, listOthers, splitParts, splitWholes, splitWords } from './split-words.ts'

/** The best first. */
export type Find = (query: string) => readonly SearchEntry[]

const weights = { title: 8, names: 6, kind: 3, where: 2, path: 2, needs: 4, takes: 1, about: 1.5, says: 0.7 }

/** What readers look for oftener: a thing or an act rather than its parts, today's rather than yesterday's. */
const kinds: Readonly<Record<SearchEntry['kind'], number>> = {
  operation: 1,
  family: 1,
  api: 1,
  guide: 1,
  list: 1,
  schema: 0.6,
  home: 0.5,
}

export async function createFinder({ entries }: SearchIndex): Promise<Find> {
  const known = new Set<string>()
  const words = new MiniSearch<SearchEntry>({
    fields: Object.keys(weights),
    idField: 'address',
    tokenize: splitWords,
    processTerm: (word) => {
      known.add(word)
      return word
    },
  })
  // In pieces, so that a page answers its reader meanwhile.
  await words.addAllAsync(entries, { chunkSize: 100 })
  const lookup = { words, known, entryOf: new Map(entries.map((entry) => [entry.address, entry])) }
  const operations = entries.filter(({ path }) => path !== undefined)

  return (query) => {
    const first = findAddress(query, operations) ?? findName(query, entries)
    return [...new Set([...first, ...findWords(query, lookup)])]
  }
}

interface Lookup {
  readonly words: MiniSearch<SearchEntry>
  /** Every word of every page. */
  readonly known: ReadonlySet<string>
  readonly entryOf: ReadonlyMap<string, SearchEntry>
}

function findWords(query: string, { words, known, entryOf }: Lookup): SearchEntry[] {
  const asked = listQuery(query, known)
  const given = new Set(asked.map(({ word }) => word))
  const found = words.search([...new Set(asked.flatMap(({ word, others }) => [word, ...others]))].join(' '), {
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
    boost: weights,
    prefix: (word) => word.length > 2,
    fuzzy: (word) => (known.has(word) || word.length < 4 ? false : word.length < 7 ? 1 : 2),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    boostTerm: (word) => (given.has(word) ? 1 : 0.5),
  })
  return found
    .flatMap(({ id, score, queryTerms }) => {
      const entry = entryOf.get(String(id))
      if (!entry) return []
      const met = asked.filter(({ word, others }) => [word, ...others].some((each) => queryTerms.includes(each)))
      return [{ entry, score: score * (sumWeights(met) / sumWeights(asked)) ** 3 * weigh(entry) }]
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}

function sumWeights(words: readonly Asked[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}

interface Asked {
  readonly word: string
  readonly others: readonly string[]
  /** What it is about counts for more than what is done to it. */
  readonly weight: number
}

/** A name that is known as a whole is not taken apart; a word that is not known may have two letters the wrong way round. */
function listQuery(query: string, known: ReadonlySet<string>): Asked[] {
  return query.split(/\s+/).flatMap((text) => {
    const others = listOthers(text)
    const wholes = splitWholes(text).filter((whole) => known.has(whole))
    const parts = wholes.length > 0 ? wholes : splitParts(text)
    const isKnown = parts.every((part) => known.has(part)) || others.length > 0
    const words =
      (isKnown
        ? undefined
        : listSwapped(text)
            .map(splitParts)
            .find((swapped) => swapped.every((part) => known.has(part)))) ?? parts
    return words.map((word) => ({ word, others, weight: isAct(text) ? 0.7 : 1 }))
  })
}

function listSwapped(text: string): string[] {
  return Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, at) => `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`,
  )
}

function weigh({ kind, title, isOld, names = '' }: SearchEntry): number {
  const isVariant = /By[A-Z]/.test(names)
  return kinds[kind] * (1 + 1 / (1 + splitParts(title).length)) * (isOld ? 0.7 : 1) * (isVariant ? 0.9 : 1)
}
