/** Tokens of one user, refreshed before they expire. Concurrent requests share one refresh. */
import type { TokenGrant } from '@spindrift/types/oauth'
import type { ClientOptions } from '../configuration.ts'
import { HttpError } from '../http-errors.ts'
import type { Application } from './create-application.ts'
import { SessionEndedError } from './oauth-error.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/** Options of a session. */
export interface SessionOptions {
  /** Application that refreshes and revokes the tokens. */
  readonly application: Application
  /** Store of the tokens: `createMemoryStore()`, `createFileStore()` or your own. */
  readonly store: TokenStore
  /** Seconds before expiry at which a token is refreshed, so that none expires in flight. Default: 60. */
  readonly refreshAheadSeconds?: number
  /** Function that sends requests. Default: the global `fetch`. */
  readonly fetch?: NonNullable<ClientOptions['fetch']>
  /** Current time in milliseconds since 1970, for tests. */
  readonly now?: () => number
}

/** Tokens of a user, refreshed before they expire. */
export interface Session {
  /**
   * Returns a valid access token, refreshed if necessary. Pass it to a client: `createCloud({ token: session.token })`.
   *
   * @throws SessionEndedError if the user has to authorize again
   */
  readonly token: () => Promise<string>
  /**
   * Sends requests; after a 401 for a token of this session it refreshes and retries once, for tokens that were revoked early. Without a
   * refresh token it returns the 401. `createCloud({ token: session.token, fetch: session.fetch })`.
   */
  readonly fetch: NonNullable<ClientOptions['fetch']>
  /** Starts the session with the grant of `application.finish` or with stored tokens. */
  readonly start: (grant: TokenGrant | StoredTokens) => Promise<void>
  /** Revokes the tokens and removes them from the store. */
  readonly end: () => Promise<void>
}

/**
 * Creates a session from an application and a token store.
 *
 * ```ts
 * const session = createSession({ application, store: createMemoryStore() })
 * await session.start(await application.finish(callback, pending))
 * const cloud = createCloud({ token: session.token, fetch: session.fetch })
 * ```
 */
export function createSession(options: SessionOptions): Session {
  const tokens = new Tokens(options)
  return {
    token: () => tokens.getAccessToken((stored) => !tokens.isFresh(stored)),
    fetch: async (url, init) => {
      const send = options.fetch ?? fetch
      const response = await send(url, init)
      const { authorization } = Object(init.headers) as Record<string, string | undefined>
      const accessToken = authorization?.replace(/^Bearer /, '')
      if (response.status !== 401 || accessToken === undefined || !tokens.issued.has(accessToken)) return response
      const next = await tokens
        .getAccessToken((stored) => stored.accessToken === accessToken || !tokens.isFresh(stored))
        .catch(() => undefined)
      if (next === undefined) return response
      await response.body?.cancel()
      return send(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${next}` } })
    },
    start: (grant) => tokens.start(grant),
    end: () => tokens.end(),
  }
}

/** Tokens in memory and in the store, which may be newer if other processes share it. */
class Tokens {
  /** The last access tokens that were returned, to recognize late 401 responses to them. */
  readonly issued = new Set<string>()
  readonly #options: SessionOptions
  #tokens: StoredTokens | undefined
  #refreshing: Promise<StoredTokens> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  isFresh({ expiresAt }: StoredTokens): boolean {
    return expiresAt - (this.#options.refreshAheadSeconds ?? 60) * 1000 > this.#now()
  }

  async getAccessToken(isSpent: (tokens: StoredTokens) => boolean): Promise<string> {
    const current = await this.#load()
    const { accessToken } = await (this.#refreshing ?? (isSpent(current) ? this.#refresh(current) : current))
    this.issued.add(accessToken)
    if (this.issued.size > 8) this.issued.delete(this.issued.values().next().value ?? '')
    return accessToken
  }

  async start(grant: TokenGrant | StoredTokens): Promise<void> {
    this.#tokens = 'access_token' in grant ? toTokens(grant, this.#now()) : grant
    await this.#options.store.save(this.#tokens)
  }

  async end(): Promise<void> {
    const { application, store } = this.#options
    await this.#refreshing?.catch(() => undefined)
    const tokens = this.#tokens ?? (await store.load())
    if (tokens) await application.revoke(tokens.accessToken)
    this.#tokens = undefined
    await store.save(undefined)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  async #load(): Promise<StoredTokens> {
    this.#tokens ??= await this.#options.store.load()
    if (!this.#tokens)
      throw new SessionEndedError(
        'The session has no tokens: the user has not authorized, or the session has ended. Redirect the user to the URL of `application.begin()`.',
      )
    return this.#tokens
  }

  #refresh(stale: StoredTokens): Promise<StoredTokens> {
    const refreshOnce = () => this.#refreshOnce(stale)
    this.#refreshing = (this.#options.store.runExclusive?.(refreshOnce) ?? refreshOnce()).finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refreshOnce(expired: StoredTokens): Promise<StoredTokens> {
    const { application, store } = this.#options
    const newer = await this.#findNewerTokens(expired)
    if (newer) return (this.#tokens = newer)
    // The tokens of another process may have expired too, but its refresh token is the unused one.
    const stale = (await store.load()) ?? expired
    if (stale.refreshToken === undefined)
      return this.#endSession(stale, 'The token has expired and has no refresh token. The user must authorize again.')
    try {
      this.#tokens = toTokens(await application.refresh(stale.refreshToken), this.#now())
    } catch (error) {
      if (!(error instanceof HttpError) || error.id !== 'invalid_grant') throw error
      const winner = await this.#waitForNewerTokens(stale)
      return winner
        ? (this.#tokens = winner)
        : this.#endSession(stale, 'The refresh token was already used or revoked. The user must authorize again.', error)
    }
    await store.save(this.#tokens)
    return this.#tokens
  }

  /** Returns newer tokens of this process, or of another process in the store. */
  async #findNewerTokens(stale: StoredTokens): Promise<StoredTokens | undefined> {
    const stored = [this.#tokens, await this.#options.store.load()]
    return stored.find((tokens) => tokens && tokens.accessToken !== stale.accessToken && this.isFresh(tokens))
  }

  /** Waits for another process that may have used the refresh token and is about to store the new tokens. */
  async #waitForNewerTokens(stale: StoredTokens): Promise<StoredTokens | undefined> {
    for (const pause of [0, 50, 100, 200, 400]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const newer = await this.#findNewerTokens(stale)
      if (newer) return newer
    }
    return undefined
  }

  /** Ends the session. Newer tokens that another process has stored stay. */
  async #endSession(stale: StoredTokens, message: string, cause?: unknown): Promise<never> {
    const { store } = this.#options
    this.#tokens = undefined
    if ((await store.load())?.accessToken === stale.accessToken) await store.save(undefined)
    throw new SessionEndedError(message, { cause })
  }
}

function toTokens(grant: TokenGrant, now: number): StoredTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = grant
  return { accessToken, refreshToken, expiresAt: now + seconds * 1000, scope }
}
