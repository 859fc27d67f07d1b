/** Where a session keeps its tokens between requests, and between processes if it likes. */

export interface StoredTokens {
  /** What requests are sent with. */
  readonly accessToken: string
  /** Absent after the implicit grant, whose tokens cannot be refreshed. */
  readonly refreshToken?: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** `read` or `read write`. */
  readonly scope?: string
}

/** Any place that can keep one user's tokens: a database row, a cookie jar, a key chain. */
export interface TokenStore {
  /** What is kept; `undefined` when nothing is. */
  load(): Promise<StoredTokens | undefined> | StoredTokens | undefined
  /** `undefined` forgets them. Must not resolve before they are kept: the refresh token before is spent by then. */
  save(tokens: StoredTokens | undefined): Promise<void> | void
  /**
   * Runs `work` while nobody else who shares the store runs theirs. A session refreshes in it: of two that refresh with the same token, the second
   * would be taken for a thief, and every token of the user would end (RFC 9700, 4.14.2). A store that nobody shares needs none.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>
}

/** Keeps them as long as the process lives. */
export function createMemoryStore(tokens?: StoredTokens): TokenStore {
  let kept = tokens
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: () => kept,
    save: (next) => {
      kept = next
    },
    exclusively: (work) => {
      const next = last.then(work, work)
      last = next
      return next
    },
  }
}
