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
  const { application, store, refreshAheadSeconds = 60, now = Date.now } = options
  // What this process knows; the store may know better, when another process shares it.
  let known: StoredTokens | undefined
  let refreshing: Promise<StoredTokens> | undefined
  const given = new Set<string>()

  const load = async (): Promise<StoredTokens> => {
    known ??= await store.load()
    if (!known)
      throw new SessionEndedError('Nobody has authorized, or the session has ended. Send the user to what `application.begin()` gives.')
    return known
  }

  const isFresh = ({ expiresAt }: StoredTokens) => expiresAt - refreshAheadSeconds * 1000 > now()

  /** What has come meanwhile: to this process, or to the store from another one. */
  const findNewer = async (spent: StoredTokens): Promise<StoredTokens | undefined> =>
    [known, await store.load()].find((tokens) => tokens && tokens.accessToken !== spent.accessToken && isFresh(tokens))

  /** Nothing of another process is thrown away: what the store has got meanwhile stays. */
  const lose = async (spent: StoredTokens, message: string, cause?: unknown): Promise<never> => {
    known = undefined
    if ((await store.load())?.accessToken === spent.accessToken) await store.save(undefined)
    throw new SessionEndedError(message, { cause })
  }

  /** A refresh token that is spent may have been spent by another process, which is about to store what it got. */
  const awaitNewer = async (spent: StoredTokens): Promise<StoredTokens | undefined> => {
    for (const pause of [0, 50, 100, 200, 400]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const newer = await findNewer(spent)
      if (newer) return newer
    }
    return undefined
  }

  const renew = async (asked: StoredTokens): Promise<StoredTokens> => {
    const newer = await findNewer(asked)
    if (newer) return (known = newer)
    // Those of another process may have ended by now too; its refresh token is the one that is not spent.
    const spent = (await store.load()) ?? asked
    if (spent.refreshToken === undefined) return lose(spent, 'The token has ended and has no refresh token. Ask the user again.')
    try {
      known = toTokens(await application.refresh(spent.refreshToken), now())
    } catch (error) {
      if (!(error instanceof HttpError) || error.id !== 'invalid_grant') throw error
      const winner = await awaitNewer(spent)
      return winner ? (known = winner) : lose(spent, 'The refresh token is spent or revoked. Ask the user again.', error)
    }
    await store.save(known)
    return known
  }

  const refresh = (spent: StoredTokens): Promise<StoredTokens> => {
    refreshing = (store.exclusively?.(() => renew(spent)) ?? renew(spent)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const give = async (isSpent: (tokens: StoredTokens) => boolean): Promise<string> => {
    const current = await load()
    const { accessToken } = await (refreshing ?? (isSpent(current) ? refresh(current) : current))
    given.add(accessToken)
    // Late answers to the last few are still known for what they are.
    if (given.size > 8) given.delete(given.values().next().value ?? '')
    return accessToken
  }

  return {
    token: () => give((tokens) => !isFresh(tokens)),
    fetch: async (url, init) => {
      const send = options.fetch ?? fetch
      const response = await send(url, init)
      const { authorization } = Object(init.headers) as Record<string, string | undefined>
      const spent = authorization?.replace(/^Bearer /, '')
      if (response.status !== 401 || spent === undefined || !given.has(spent)) return response
      const next = await give((tokens) => tokens.accessToken === spent || !isFresh(tokens)).catch(() => undefined)
      if (next === undefined) return response
      await response.body?.cancel()
      return send(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${next}` } })
    },
    start: async (grant) => {
      known = 'access_token' in grant ? toTokens(grant, now()) : grant
      await store.save(known)
    },
    end: async () => {
      await refreshing?.catch(() => undefined)
      const tokens = known ?? (await store.load())
      if (tokens) await application.revoke(tokens.accessToken)
      known = undefined
      await store.save(undefined)
    },
  }
}

function toTokens(grant: TokenGrant, now: number): StoredTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = grant
  return { accessToken, refreshToken, expiresAt: now + seconds * 1000, scope }
}
