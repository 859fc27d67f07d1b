/** An application that is registered with the platform: sends users there, and turns what they come back with into tokens. */
import type { TokenGrant } from '@spindrift/types/oauth'
import { type ClientOptions, resolveBaseUrl } from '../configuration.ts'
import { CloudError } from '../errors.ts'
import { createOauth } from '../generated/oauth.ts'
import { ScopeError } from './oauth-error.ts'
import { challengeOf, createSecret } from './pkce.ts'
import { type PendingAuthorization, readCallback, type Scope } from './read-callback.ts'

/** What the platform knows of the application, and where the platform is. */
export interface ApplicationOptions extends Omit<ClientOptions, 'token'> {
  /** As the platform gave it when the application was registered. */
  readonly clientId: string
  /** Belongs on a server. An application in a browser has none and uses the implicit grant. */
  readonly clientSecret?: string
  /** Exactly as it is registered, byte for byte. */
  readonly redirectUri: string
}

/** What the user is asked for, and how. */
export interface AuthorizationOptions {
  /** What the token is to allow. Default: `read`. */
  readonly scope?: Scope
  /** `token` is the implicit grant, for applications that can keep no secret. Default: `code`. */
  readonly responseType?: 'code' | 'token'
  /** `none` shows no page and comes back with an error where one is needed; `login` asks for a fresh sign-in. */
  readonly prompt?: 'select_account' | 'none' | 'login'
  /** How many seconds old the user's sign-in may be. */
  readonly maxAuthAge?: number
  /** With `prompt: 'none'`, the first six characters of the account uuid that you expect. */
  readonly account?: string
}

/** A user on the way to the platform. */
export interface BegunAuthorization {
  /** Send the user's browser here. */
  readonly url: string
  /** Keep this in the user's session until they come back. It is plain data; `JSON.stringify` keeps all of it. */
  readonly pending: PendingAuthorization
}

/** What is accepted of a user who comes back. */
export interface FinishOptions {
  /** What the token must allow. Default: all that was asked for. */
  readonly requiredScope?: Scope
}

/** An application of the platform, acting for its users. */
export interface Application {
  /** Makes the address that asks a user for authorization, with a state and a PKCE challenge of its own. */
  begin(options?: AuthorizationOptions): Promise<BegunAuthorization>
  /**
   * Checks the callback and exchanges its code. Sent once and never again: a code is spent by the first attempt.
   *
   * @throws StateMismatchError when the callback belongs to another authorization
   * @throws AuthorizationError when the user refused
   * @throws ScopeError when they allowed less than `requiredScope`; the token is revoked then
   * @throws BadRequestError (`invalid_grant`), UnauthorizedError (`invalid_client`)
   */
  finish(callback: string | URL, pending: PendingAuthorization, options?: FinishOptions): Promise<TokenGrant>
  /**
   * Spends a refresh token and gives the next pair. Sent once and never again. `createSession` does this when it is due.
   *
   * @throws BadRequestError (`invalid_grant`) when it was spent before or its pair was revoked
   */
  refresh(refreshToken: string): Promise<TokenGrant>
  /** Ends an access token and the refresh token of its pair. One that has ended already is fine too. */
  revoke(accessToken: string): Promise<void>
}

/**
 * Makes an application of its registration.
 *
 * ```ts
 * const application = createApplication({ clientId, clientSecret, redirectUri, baseUrl })
 * const { url, pending } = await application.begin({ scope: 'read write' })
 * // … the browser goes to `url` and comes back to `redirectUri` …
 * const grant = await application.finish(callback, pending)
 * ```
 */
export function createApplication(options: ApplicationOptions): Application {
  const { clientId, clientSecret, redirectUri, ...given } = options
  // A redirect would carry codes and secrets along to wherever it leads.
  const client = { ...given, fetch: (url: string, init: RequestInit) => (given.fetch ?? fetch)(url, { ...init, redirect: 'error' }) }
  const oauth = createOauth(client)
  const credentials = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }

  const revoke = async (accessToken: string) => {
    // The token may authenticate its own end; so the API's own token, if one is set, is not used for it.
    const apis = { ...client.apis, oauth: { ...client.apis?.['oauth'], token: accessToken } }
    try {
      await createOauth({ ...client, apis }).tokens.revoke({ body: { token: accessToken } })
    } catch (error) {
      // It could not authenticate, which is what was wanted.
      if ((error as { status?: unknown }).status !== 401) throw error
    }
  }

  return {
    begin: async ({ scope = 'read', responseType = 'code', prompt, maxAuthAge, account } = {}) => {
      const codeVerifier = responseType === 'code' ? createSecret() : undefined
      const pending = { state: createSecret(), scope, ...(codeVerifier !== undefined && { codeVerifier }) }
      const parameters = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: responseType,
        scope,
        state: pending.state,
        ...(codeVerifier !== undefined && { code_challenge: await challengeOf(codeVerifier), code_challenge_method: 'S256' }),
        ...(prompt !== undefined && { prompt }),
        ...(maxAuthAge !== undefined && { max_auth_age: String(maxAuthAge) }),
        ...(account !== undefined && { i: account }),
      })
      return { url: `${resolveBaseUrl(client, 'oauth')}/v1/oauth/authorize?${parameters}`, pending }
    },
    finish: async (callback, pending, { requiredScope = pending.scope } = {}) => {
      const code = readCallback(callback, pending)
      const { codeVerifier } = pending
      const grant = checkGrant(
        await oauth.tokens.exchange({
          body: {
            grant_type: 'authorization_code',
            code,
            redirect_uri: redirectUri,
            ...credentials,
            ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
          },
        }),
      )
      if (!allows(grant.scope, requiredScope)) {
        await revoke(grant.access_token)
        throw new ScopeError(grant.scope, requiredScope)
      }
      return grant
    },
    refresh: async (refreshToken) => {
      const body = { grant_type: 'refresh_token' as const, refresh_token: refreshToken, ...(clientSecret !== undefined && credentials) }
      return checkGrant(await oauth.tokens.refresh({ body }))
    },
    revoke,
  }
}

/** Something between here and the platform may answer 200 with a page of its own. */
function checkGrant(grant: TokenGrant): TokenGrant {
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = Object(grant) as Partial<TokenGrant>
  if ([access, refresh, scope].every((each) => typeof each === 'string' && each !== '') && Number(seconds) > 0) return grant
  throw new CloudError('The answer has no tokens in it. Is the base URL of the OAuth API right?')
}

function allows(granted: string, required: string): boolean {
  const words = granted.split(' ')
  return required.split(' ').every((word) => words.includes(word))
}
