/** Storage of a session's tokens. */

/** Tokens of one user. */
export interface StoredTokens {
  /** Token that requests are sent with. */
  readonly accessToken: string
  /** Absent after the implicit grant, whose tokens cannot be refreshed. */
  readonly refreshToken?: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** `read` or `read write`. */
  readonly scope?: string
}

/** Storage of one user's tokens: a database row, a cookie, a keychain. */
export interface TokenStore {
  /** Returns the stored tokens, or `undefined` if there are none. */
  load(): Promise<StoredTokens | undefined> | StoredTokens | undefined
  /** Stores the tokens; `undefined` removes them. Must resolve only when they are stored, because the previous refresh token is no longer valid. */
  save(tokens: StoredTokens | undefined): Promise<void> | void
  /**
   * Runs `work` with an exclusive lock on the store. Sessions refresh in it, so that only one uses the refresh token. Without a lock, the platform
   * rejects the later refresh, and its session takes the new tokens from the store. Not needed for a store with a single user.
   */
  runExclusive?<T>(work: () => Promise<T>): Promise<T>
}

/** Creates a store in memory, for the lifetime of the process. */
export function createMemoryStore(tokens?: StoredTokens): TokenStore {
  let stored = tokens
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: () => stored,
    save: (next) => {
      stored = next
    },
    runExclusive: (work) => {
      const next = last.then(work, work)
      last = next
      return next
    },
  }
}
