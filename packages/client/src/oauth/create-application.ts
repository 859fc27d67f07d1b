/** OAuth client of a registered application: authorization URL, callback, token exchange, refresh and revocation. */
import type { TokenGrant } from '@spindrift/types/oauth'
import { type ClientOptions, resolveBaseUrl } from '../configuration.ts'
import { CloudError } from '../errors.ts'
import { createOauth } from '../generated/oauth.ts'
import { ScopeError } from './oauth-error.ts'
import { createChallenge, createSecret } from './pkce.ts'
import { type PendingAuthorization, parseCallback, type Scope } from './parse-callback.ts'

/** Registration of the application, and client options. */
export interface ApplicationOptions extends Omit<ClientOptions, 'token'> {
  /** Client id from the registration. */
  readonly clientId: string
  /** Client secret. Only for servers: applications in a browser have none and use the implicit grant. */
  readonly clientSecret?: string
  /** Redirect URI, exactly as registered. */
  readonly redirectUri: string
}

/** Options of an authorization request. */
export interface AuthorizationOptions {
  /** Requested scope. Default: `read`. */
  readonly scope?: Scope
  /** `token` selects the implicit grant, for applications without a secret. Default: `code`. */
  readonly responseType?: 'code' | 'token'
  /** `none` shows no page and returns an error if one is needed; `login` requires a new sign-in. */
  readonly prompt?: 'select_account' | 'none' | 'login'
  /** Maximum age of the user's sign-in in seconds. */
  readonly maxAuthAge?: number
  /** With `prompt: 'none'`: the first six characters of the expected account uuid. */
  readonly account?: string
}

/** An authorization that was started. */
export interface StartedAuthorization {
  /** URL to redirect the user's browser to. */
  readonly url: string
  /** State to store in the user's session until the callback. Plain data: it survives `JSON.stringify`. */
  readonly pending: PendingAuthorization
}

/** Options of `finish`. */
export interface FinishOptions {
  /** Scope that the token must have. Default: the requested scope. */
  readonly requiredScope?: Scope
}

/** A registered application that acts for its users. */
export interface Application {
  /** Creates an authorization URL with a new state and PKCE challenge. */
  begin(options?: AuthorizationOptions): Promise<StartedAuthorization>
  /**
   * Validates the callback and exchanges its code. Never retried: a code can be used only once.
   *
   * @throws StateMismatchError if the callback belongs to another authorization
   * @throws AuthorizationError if the user denied access
   * @throws ScopeError if the user allowed less than `requiredScope`; the token is revoked
   * @throws BadRequestError (`invalid_grant`), UnauthorizedError (`invalid_client`)
   */
  finish(callback: string | URL, pending: PendingAuthorization, options?: FinishOptions): Promise<TokenGrant>
  /**
   * Exchanges a refresh token for a new pair of tokens. Never retried: a refresh token can be used only once. `createSession` calls it when needed.
   *
   * @throws BadRequestError (`invalid_grant`) if the token was already used or revoked
   */
  refresh(refreshToken: string): Promise<TokenGrant>
  /** Revokes an access token and its refresh token. Succeeds for a token that has already ended. */
  revoke(accessToken: string): Promise<void>
}

/**
 * Creates an application from its registration.
 *
 * ```ts
 * const application = createApplication({ clientId, clientSecret, redirectUri, baseUrl })
 * const { url, pending } = await application.begin({ scope: 'read write' })
 * // … the browser goes to `url` and comes back to `redirectUri` …
 * const grant = await application.finish(callback, pending)
 * ```
 */
export function createApplication(options: ApplicationOptions): Application {
  const { clientId, clientSecret, redirectUri, ...client } = options
  const oauth = createOauth(client)
  const credentials = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }

  const revoke = async (accessToken: string) => {
    // A token may authenticate its own revocation, so the configured token of the API is not used.
    const apis = { ...client.apis, oauth: { ...client.apis?.['oauth'], token: accessToken } }
    try {
      await createOauth({ ...client, apis }).tokens.revoke({ body: { token: accessToken } })
    } catch (error) {
      // The token is already invalid, which is the goal.
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
        ...(codeVerifier !== undefined && { code_challenge: await createChallenge(codeVerifier), code_challenge_method: 'S256' }),
        ...(prompt !== undefined && { prompt }),
        ...(maxAuthAge !== undefined && { max_auth_age: String(maxAuthAge) }),
        ...(account !== undefined && { i: account }),
      })
      return { url: `${resolveBaseUrl(client, 'oauth')}/v1/oauth/authorize?${parameters}`, pending }
    },
    finish: async (callback, pending, { requiredScope = pending.scope } = {}) => {
      const code = parseCallback(callback, pending)
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
      if (!includesScope(grant.scope, requiredScope)) {
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

/** Validates a grant: a proxy may reply 200 with a page of its own. */
function checkGrant(grant: TokenGrant): TokenGrant {
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = Object(grant) as Partial<TokenGrant>
  if ([access, refresh, scope].every((each) => typeof each === 'string' && each !== '') && Number(seconds) > 0) return grant
  throw new CloudError('The response contains no tokens. Check the base URL of the OAuth API.')
}

function includesScope(granted: string, required: string): boolean {
  const words = granted.split(' ')
  return required.split(' ').every((word) => words.includes(word))
}
