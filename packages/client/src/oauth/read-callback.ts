/** Reads what the platform put into the callback address, and believes it only when the state is ours. */
import { AuthorizationError, StateMismatchError } from './oauth-error.ts'
import type { StoredTokens } from './token-store.ts'

/** What was sent along with an authorization and must be known when it comes back. Keep it in the user's session. */
export interface PendingAuthorization {
  /** What the answer must repeat. */
  readonly state: string
  /** What was asked for. */
  readonly scope: Scope
  /** Of the code grant; the implicit grant has none. */
  readonly codeVerifier?: string
}

/** `read` allows GET and HEAD, `read write` everything. */
export type Scope = 'read' | 'read write'

/**
 * The code in a callback address, which may be relative, as servers know it (`/callback?code=…`).
 *
 * @throws StateMismatchError when it does not belong to `pending`
 * @throws AuthorizationError when the user refused, or the address is not an answer of the platform
 */
export function readCallback(callback: string | URL, pending: PendingAuthorization): string {
  return parseAnswer(parse(callback).searchParams, pending, 'code')
}

/**
 * The token in the fragment of a callback address, after the implicit grant. What it may do is not said there; `getTokenInfo` knows.
 * Take the fragment out of the address bar afterwards (`history.replaceState`), so that it does not stay in the history.
 *
 * @throws StateMismatchError, AuthorizationError as `readCallback`
 */
export function readFragment(callback: string | URL, pending: PendingAuthorization, now: number = Date.now()): StoredTokens {
  const parameters = new URLSearchParams(parse(callback).hash.slice(1))
  const accessToken = parseAnswer(parameters, pending, 'access_token')
  const seconds = Number(parameters.get('expires_in'))
  if (parameters.get('token_type')?.toLowerCase() !== 'bearer' || !(seconds > 0)) throw notAnAnswer()
  return { accessToken, expiresAt: now + seconds * 1000 }
}

// A relative address needs some base to be parsed against; nothing is read from it.
function parse(callback: string | URL): URL {
  try {
    return new URL(callback, 'http://localhost')
  } catch {
    // Without its cause: that repeats the address, which holds the code.
    throw notAnAnswer()
  }
}

function parseAnswer(parameters: URLSearchParams, { state }: PendingAuthorization, wanted: 'code' | 'access_token'): string {
  // The state first: of a forged callback nothing else may be looked at, not even an error.
  const states = parameters.getAll('state')
  if (state === '' || states.length !== 1 || states[0] !== state) throw new StateMismatchError()
  const error = parameters.get('error')
  if (error !== null) throw new AuthorizationError(clean(error), clean(parameters.get('error_description') ?? 'no reason was given.'))
  const [value, ...more] = parameters.getAll(wanted)
  if (!value || more.length > 0) throw notAnAnswer()
  return value
}

/** Anyone can write these into an address, so they are kept short and without line breaks, which could forge lines of a log. */
function clean(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
}

function notAnAnswer(): AuthorizationError {
  return new AuthorizationError('invalid_callback', 'the address is not one that the platform sends users back to.')
}
