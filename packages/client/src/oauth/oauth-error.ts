/** Errors of the OAuth flow. They contain no code, token or state. */
import { CloudError } from '../errors.ts'

/** The callback has no code: the user denied access, or `prompt: 'none'` needed a page. */
export class AuthorizationError extends CloudError {
  /** `access_denied`, `login_required`, `consent_required`, or `invalid_callback` if the URL is not a callback of the platform. */
  readonly code: string

  constructor(code: string, description: string) {
    super(`The authorization failed with ${code}: ${description}`)
    this.code = code
  }

  override get name(): string {
    return 'AuthorizationError'
  }
}

/** The callback belongs to another authorization: forged, repeated, or opened in another browser. */
export class StateMismatchError extends AuthorizationError {
  constructor() {
    super('state_mismatch', 'the state differs from the one that was sent. Start again, and use nothing from this callback.')
  }

  override get name(): string {
    return 'StateMismatchError'
  }
}

/** The token has a smaller scope than required. Users can change the scope in the authorization URL. */
export class ScopeError extends CloudError {
  /** Scope of the token. */
  readonly granted: string
  /** Required scope. */
  readonly required: string

  constructor(granted: string, required: string) {
    super(`The user allowed "${granted}", but "${required}" is required. The token was revoked; start a new authorization.`)
    this.granted = granted
    this.required = required
  }

  override get name(): string {
    return 'ScopeError'
  }
}

/** There is no token, or its refresh token was used or revoked: the user has to authorize again. */
export class SessionEndedError extends CloudError {
  override get name(): string {
    return 'SessionEndedError'
  }
}
