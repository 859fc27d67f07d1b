/** Parses and validates the callback URL of an authorization. */
import { AuthorizationError, StateMismatchError } from './oauth-error.ts'
import type { StoredTokens } from './token-store.ts'

/** State of an authorization, needed to validate its callback. Store it in the user's session. */
export interface PendingAuthorization {
  /** Value that the callback must repeat. */
  readonly state: string
  /** Requested scope. */
  readonly scope: Scope
  /** PKCE code verifier; absent in the implicit grant. */
  readonly codeVerifier?: string
}

/** `read` allows GET and HEAD, `read write` everything. */
export type Scope = 'read' | 'read write'

/**
 * Returns the code of a callback URL, which may be relative (`/callback?code=…`).
 *
 * @throws StateMismatchError if it does not belong to `pending`
 * @throws AuthorizationError if the user denied access, or the URL is not a callback of the platform
 */
export function parseCallback(callback: string | URL, pending: PendingAuthorization): string {
  return getParameter(parseUrl(callback).searchParams, pending, 'code')
}

/**
 * Returns the token in the fragment of a callback URL, after the implicit grant. Its scope is not included; read it with `getTokenInfo`. Remove the
 * fragment afterwards (`history.replaceState`), so that the token does not stay in the history.
 *
 * @throws StateMismatchError, AuthorizationError as `parseCallback`
 */
export function parseFragment(callback: string | URL, pending: PendingAuthorization, now: number = Date.now()): StoredTokens {
  const parameters = new URLSearchParams(parseUrl(callback).hash.slice(1))
  const accessToken = getParameter(parameters, pending, 'access_token')
  const seconds = Number(parameters.get('expires_in'))
  if (parameters.get('token_type')?.toLowerCase() !== 'bearer' || !(seconds > 0)) throw createCallbackError()
  return { accessToken, expiresAt: now + seconds * 1000 }
}

// The base is only needed to parse relative URLs.
function parseUrl(callback: string | URL): URL {
  try {
    return new URL(callback, 'http://localhost')
  } catch {
    // No cause: it would repeat the URL, which contains the code.
    throw createCallbackError()
  }
}

function getParameter(parameters: URLSearchParams, { state }: PendingAuthorization, name: 'code' | 'access_token'): string {
  // The state is checked first: nothing else of a forged callback may be used, not even an error.
  const states = parameters.getAll('state')
  if (state === '' || states.length !== 1 || states[0] !== state) throw new StateMismatchError()
  const error = parameters.get('error')
  if (error !== null) throw new AuthorizationError(sanitize(error), sanitize(parameters.get('error_description') ?? 'no reason given.'))
  const [value, ...more] = parameters.getAll(name)
  if (!value || more.length > 0) throw createCallbackError()
  return value
}

/** Shortens untrusted text of the URL and replaces control characters, which could forge log lines. */
function sanitize(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
}

function createCallbackError(): AuthorizationError {
  return new AuthorizationError('invalid_callback', 'the URL is not a callback of the platform.')
}
