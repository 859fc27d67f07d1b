/** Search index entry of a page. */
export interface SearchEntry {
  readonly kind: 'operation' | 'schema' | 'family' | 'api' | 'guide' | 'list' | 'home'
  /** Below the root of the site, without an ending. */
  readonly address: string
  readonly title: string
  /** Titles of the parent pages, from the API down. */
  readonly breadcrumb: string
  readonly summary: string
  /** Set for operations. */
  readonly method?: string
  readonly path?: string
  /** Set for deprecated operations and aliases. */
  readonly isDeprecated?: true
  /** Source of an operation's behavior. A search with `from:client` finds it. */
  readonly from?: string
  /** Identifiers: operation id, schema name, tool name; separated by spaces. */
  readonly names?: string
  /** Required fields and parameters, separated by spaces. */
  readonly requiredFields?: string
  /** Optional fields and response fields. */
  readonly optionalFields?: string
  /** Other search terms: action types, scopes, error ids, words of a guide. */
  readonly keywords?: string
}

/** Search index file, loaded before the first search. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[]
}

export type SearchWords = Omit<SearchEntry, 'kind' | 'address' | 'title' | 'breadcrumb' | 'summary'>
