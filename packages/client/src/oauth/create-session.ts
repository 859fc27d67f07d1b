/** One user's tokens, kept fresh: whoever asks gets one that works, and however many ask at once, it is refreshed once. */
import type { TokenGrant } from '@spindrift/types/oauth'
import type { ClientOptions } from '../configuration.ts'
import { HttpError } from '../http-errors.ts'
import type { Application } from './create-application.ts'
import { SessionEndedError } from './oauth-error.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/** Whose tokens, where they are kept and how they are kept fresh. */
export interface SessionOptions {
  /** Which application they were given to; it refreshes and revokes them. */
  readonly application: Application
  /** Where they are kept: `createMemoryStore()`, `createFileStore()` or one of your own. */
  readonly store: TokenStore
  /** Refreshes this long before the token ends, so that none ends on its way. Default: 60. */
  readonly refreshAheadSeconds?: number
  /** What requests are sent with. Default: the global `fetch`. */
  readonly fetch?: NonNullable<ClientOptions['fetch']>
  /** The time in milliseconds, for tests. */
  readonly now?: () => number
}

/** A user's tokens, refreshed when they end. */
export interface Session {
  /**
   * An access token that has not ended, refreshed if need be. Give it to a client: `createCloud({ token: session.token })`.
   *
   * @throws SessionEndedError when the user has to authorize again
   */
  readonly token: () => Promise<string>
  /**
   * Sends requests and, when one with this session's token is answered with 401, refreshes and sends it once more: for tokens that
   * ended early. When there is nothing to refresh with, the 401 stands. `createCloud({ token: session.token, fetch: session.fetch })`.
   */
  readonly fetch: NonNullable<ClientOptions['fetch']>
  /** Begins with what `application.finish` gave, or with tokens from elsewhere. */
  readonly start: (grant: TokenGrant | StoredTokens) => Promise<void>
  /** Revokes the tokens, then forgets them. */
  readonly end: () => Promise<void>
}

/**
 * Makes a session of an application and a place to keep its tokens.
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

/** What is known of the tokens here, and in the store, which may know better when another process shares it. */
class Tokens {
  /** The last few that were given out: late answers to them are still known for what they are. */
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
      throw new SessionEndedError('Nobody has authorized, or the session has ended. Send the user to what `application.begin()` gives.')
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
    // Those of another process may have ended by now too; its refresh token is the one that is not spent.
    const spent = (await store.load()) ?? asked
    if (spent.refreshToken === undefined) return this.#lose(spent, 'The token has ended and has no refresh token. Ask the user again.')
    try {
      this.#known = toTokens(await application.refresh(spent.refreshToken), this.#now())
    } catch (error) {
      if (!(error instanceof HttpError) || error.id !== 'invalid_grant') throw error
      const winner = await this.#awaitNewer(spent)
      return winner ? (this.#known = winner) : this.#lose(spent, 'The refresh token is spent or revoked. Ask the user again.', error)
    }
    await store.save(this.#known)
    return this.#known
  }

  /** What has come meanwhile: to this process, or to the store from another one. */
  async #findNewer(spent: StoredTokens): Promise<StoredTokens | undefined> {
    const held = [this.#known, await this.#options.store.load()]
    return held.find((tokens) => tokens && tokens.accessToken !== spent.accessToken && this.isFresh(tokens))
  }

  /** A refresh token that is spent may have been spent by another process, which is about to store what it got. */
  async #awaitNewer(spent: StoredTokens): Promise<StoredTokens | undefined> {
    for (const pause of [0, 50, 100, 200, 400]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const newer = await this.#findNewer(spent)
      if (newer) return newer
    }
    return undefined
  }

  /** Nothing of another process is thrown away: what the store has got meanwhile stays. */
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
