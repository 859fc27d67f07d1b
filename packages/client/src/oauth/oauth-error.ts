/** What can go wrong between sending a user to the platform and holding a token of theirs. None of it holds a code, a token or a state. */
import { CloudError } from '../errors.ts'

/** The user came back without a code: they refused, or `prompt: 'none'` needed a page. */
export class AuthorizationError extends CloudError {
  /** `access_denied`, `login_required`, `consent_required`, or `invalid_callback` when it was not an answer of the platform at all. */
  readonly code: string

  constructor(code: string, description: string) {
    super(`The authorization came back with ${code}: ${description}`)
    this.code = code
  }

  override get name(): string {
    return 'AuthorizationError'
  }
}

/** The callback belongs to another authorization than the one that was begun: forged, repeated or opened in another browser. */
export class StateMismatchError extends AuthorizationError {
  constructor() {
    super('state_mismatch', 'the state is not the one that was sent. Begin again, and take nothing from this callback.')
  }

  override get name(): string {
    return 'StateMismatchError'
  }
}

/** The token may do less than was asked for. Users can change the scope in the address they are sent to. */
export class ScopeError extends CloudError {
  /** What the token may do. */
  readonly granted: string
  /** What it would have to be allowed. */
  readonly required: string

  constructor(granted: string, required: string) {
    super(`The user allowed "${granted}" where "${required}" is needed. The token was revoked; ask again.`)
    this.granted = granted
    this.required = required
  }

  override get name(): string {
    return 'ScopeError'
  }
}

/** There is no token, or its refresh token is spent or revoked: the user has to authorize again. */
export class SessionEndedError extends CloudError {
  override get name(): string {
    return 'SessionEndedError'
  }
}
