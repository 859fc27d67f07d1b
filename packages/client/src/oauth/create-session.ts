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
    token: () => tokens.give((held) => !tokens.isFresh(held)),
    fetch: async (url, init) => {
      const send = options.fetch ?? fetch
      const response = await send(url, init)
      const { authorization } = Object(init.headers) as Record<string, string | undefined>
      const spent = authorization?.replace(/^Bearer /, '')
      if (response.status !== 401 || spent === undefined || !tokens.given.has(spent)) return response
      const next = await tokens.give((held) => held.accessToken === spent || !tokens.isFresh(held)).catch(() => undefined)
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
  readonly given = new Set<string>()
  readonly #options: SessionOptions
  #known: StoredTokens | undefined
  #refreshing: Promise<StoredTokens> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  isFresh({ expiresAt }: StoredTokens): boolean {
    return expiresAt - (this.#options.refreshAheadSeconds ?? 60) * 1000 > this.#now()
  }

  async give(isSpent: (tokens: StoredTokens) => boolean): Promise<string> {
    const current = await this.#load()
    const { accessToken } = await (this.#refreshing ?? (isSpent(current) ? this.#refresh(current) : current))
    this.given.add(accessToken)
    if (this.given.size > 8) this.given.delete(this.given.values().next().value ?? '')
    return accessToken
  }

  async start(grant: TokenGrant | StoredTokens): Promise<void> {
    this.#known = 'access_token' in grant ? toTokens(grant, this.#now()) : grant
    await this.#options.store.save(this.#known)
  }

  async end(): Promise<void> {
    const { application, store } = this.#options
    await this.#refreshing?.catch(() => undefined)
    const tokens = this.#known ?? (await store.load())
    if (tokens) await application.revoke(tokens.accessToken)
    this.#known = undefined
    await store.save(undefined)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  async #load(): Promise<StoredTokens> {
    this.#known ??= await this.#options.store.load()
    if (!this.#known)
      throw new SessionEndedError(
        'The session has no tokens: the user has not authorized, or the session has ended. Redirect the user to the URL of `application.begin()`.',
      )
    return this.#known
  }

  #refresh(spent: StoredTokens): Promise<StoredTokens> {
    const renew = () => this.#renew(spent)
    this.#refreshing = (this.#options.store.exclusively?.(renew) ?? renew()).finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #renew(asked: StoredTokens): Promise<StoredTokens> {
    const { application, store } = this.#options
    const newer = await this.#findNewer(asked)
    if (newer) return (this.#known = newer)
    // The tokens of another process may have expired too, but its refresh token is the unused one.
    const spent = (await store.load()) ?? asked
    if (spent.refreshToken === undefined)
      return this.#lose(spent, 'The token has expired and has no refresh token. The user must authorize again.')
    try {
      this.#known = toTokens(await application.refresh(spent.refreshToken), this.#now())
    } catch (error) {
      if (!(error instanceof HttpError) || error.id !== 'invalid_grant') throw error
      const winner = await this.#awaitNewer(spent)
      return winner
        ? (this.#known = winner)
        : this.#lose(spent, 'The refresh token was already used or revoked. The user must authorize again.', error)
    }
    await store.save(this.#known)
    return this.#known
  }

  /** Returns newer tokens of this process, or of another process in the store. */
  async #findNewer(spent: StoredTokens): Promise<StoredTokens | undefined> {
    const held = [this.#known, await this.#options.store.load()]
    return held.find((tokens) => tokens && tokens.accessToken !== spent.accessToken && this.isFresh(tokens))
  }

  /** Waits for another process that may have used the refresh token and is about to store the new tokens. */
  async #awaitNewer(spent: StoredTokens): Promise<StoredTokens | undefined> {
    for (const pause of [0, 50, 100, 200, 400]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const newer = await this.#findNewer(spent)
      if (newer) return newer
    }
    return undefined
  }

  /** Ends the session. Newer tokens that another process has stored stay. */
  async #lose(spent: StoredTokens, message: string, cause?: unknown): Promise<never> {
    const { store } = this.#options
    this.#known = undefined
    if ((await store.load())?.accessToken === spent.accessToken) await store.save(undefined)
    throw new SessionEndedError(message, { cause })
  }
}

function toTokens(grant: TokenGrant, now: number): StoredTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = grant
  return { accessToken, refreshToken, expiresAt: now + seconds * 1000, scope }
}
