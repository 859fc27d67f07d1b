/** What the search knows of a page. */
export interface SearchEntry {
  readonly kind: 'operation' | 'schema' | 'family' | 'api' | 'guide' | 'list' | 'home'
  /** Below the root of the site, without an ending. */
  readonly address: string
  readonly title: string
  /** The pages above it, from the API down. */
  readonly where: string
  readonly says: string
  /** Of an operation. */
  readonly method?: string
  readonly path?: string
  /** What is better done otherwise. */
  readonly isOld?: true
  /** What a program knows it by: an operation's id, a schema's name, a tool's name; separated by spaces. */
  readonly names?: string
  /** Fields and parameters that must be given, separated by spaces. */
  readonly needs?: string
  /** Those that may be given or are answered. */
  readonly takes?: string
  /** Whatever else it is about: types of action, scopes, ids of errors, the words of a guide. */
  readonly about?: string
}

/** The file that a page loads before its first search. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[]
}

export type SearchWords = Omit<SearchEntry, 'kind' | 'address' | 'title' | 'where' | 'says'>
