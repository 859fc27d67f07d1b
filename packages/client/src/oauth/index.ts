/** OAuth: authorization of users, token exchange, and sessions that refresh their tokens. */
export { createOauth, type OauthFamily, oauthTable } from '../generated/oauth.ts'
export {
  type Application,
  type ApplicationOptions,
  type AuthorizationOptions,
  type StartedAuthorization,
  createApplication,
  type FinishOptions,
} from './create-application.ts'
export { createSession, type Session, type SessionOptions } from './create-session.ts'
export { AuthorizationError, ScopeError, SessionEndedError, StateMismatchError } from './oauth-error.ts'
export { type PendingAuthorization, parseCallback, parseFragment, type Scope } from './parse-callback.ts'
export { createMemoryStore, type StoredTokens, type TokenStore } from './token-store.ts'
