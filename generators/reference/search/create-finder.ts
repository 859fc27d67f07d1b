/** Finds pages by a URL of the API, an identifier, or words, with tolerance for typos. */
import MiniSearch from 'minisearch'
import type { SearchEntry, SearchIndex } from './entry.ts'
import { findAddress } from './find-address.ts'
import { findName } from './find-name.ts'
import { isAct, listOthers, splitParts, splitWholes, splitWords } from './split-words.ts'

/** Returns pages, best match first. */
export type Find = (query: string) => readonly SearchEntry[]

const weights = { title: 8, names: 6, kind: 3, breadcrumb: 2, path: 2, requiredFields: 4, optionalFields: 1, keywords: 1.5, summary: 0.7 }

/** Weights by page kind: readers search for operations and families more often than for schemas. */
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
  // In chunks, so that the page stays responsive.
  await words.addAllAsync(entries, { chunkSize: 100 })
  const lookup = { words, known, entryOf: new Map(entries.map((entry) => [entry.address, entry])) }
  const operations = entries.filter(({ path }) => path !== undefined)

  return (text) => {
    const from = /(?:^|\s)from:(\w+)/.exec(text)?.[1]
    const query = text.replace(/(?:^|\s)from:\w*/, ' ').trim()
    if (from !== undefined && query === '') return entries.filter((entry) => entry.from === from)
    const first = findAddress(query, operations) ?? findName(query, entries)
    const found = [...new Set([...first, ...findWords(query, lookup)])]
    return from === undefined ? found : found.filter((entry) => entry.from === from)
  }
}

interface Lookup {
  readonly words: MiniSearch<SearchEntry>
  /** All words of all pages. */
  readonly known: ReadonlySet<string>
  readonly entryOf: ReadonlyMap<string, SearchEntry>
}

function findWords(query: string, { words, known, entryOf }: Lookup): SearchEntry[] {
  const queryWords = listQuery(query, known)
  const exactWords = new Set(queryWords.map(({ word }) => word))
  const found = words.search([...new Set(queryWords.flatMap(({ word, others }) => [word, ...others]))].join(' '), {
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
    boost: weights,
    prefix: (word) => word.length > 2,
    fuzzy: (word) => (known.has(word) || word.length < 4 ? false : word.length < 7 ? 1 : 2),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    boostTerm: (word) => (exactWords.has(word) ? 1 : 0.5),
  })
  return found
    .flatMap(({ id, score, queryTerms }) => {
      const entry = entryOf.get(String(id))
      if (!entry) return []
      const matched = queryWords.filter(({ word, others }) => [word, ...others].some((each) => queryTerms.includes(each)))
      return [{ entry, score: score * (sumWeights(matched) / sumWeights(queryWords)) ** 3 * getWeight(entry) }]
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}

function sumWeights(words: readonly QueryWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}

interface QueryWord {
  readonly word: string
  readonly others: readonly string[]
  /** Nouns count more than verbs. */
  readonly weight: number
}

/** Splits a query into words. Keeps known compound names whole, and tries transposed letters for unknown words. */
function listQuery(query: string, known: ReadonlySet<string>): QueryWord[] {
  return query.split(/\s+/).flatMap((text) => {
    const others = listOthers(text)
    const compounds = splitWholes(text).filter((compound) => known.has(compound))
    const parts = compounds.length > 0 ? compounds : splitParts(text)
    const isKnown = parts.every((part) => known.has(part)) || others.length > 0
    const words =
      (isKnown
        ? undefined
        : listSwapped(text)
            .map(splitParts)
            .find((alternative) => alternative.every((part) => known.has(part)))) ?? parts
    return words.map((word) => ({ word, others, weight: isAct(text) ? 0.7 : 1 }))
  })
}

function listSwapped(text: string): string[] {
  return Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, at) => `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`,
  )
}

function getWeight({ kind, title, isDeprecated, names = '' }: SearchEntry): number {
  const isVariant = /By[A-Z]/.test(names)
  return kinds[kind] * (1 + 1 / (1 + splitParts(title).length)) * (isDeprecated ? 0.7 : 1) * (isVariant ? 0.9 : 1)
}
