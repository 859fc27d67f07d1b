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
}

/** Keeps them as long as the process lives. */
export function createMemoryStore(tokens?: StoredTokens): TokenStore {
  let kept = tokens
  return {
    load: () => kept,
    save: (next) => {
      kept = next
    },
  }
}
