/** What tokens need for what, as data. */
export { missingScopes } from './missing-scopes.ts'
export { type OperationId, requiredScopes, type RequestLine, type RequiredScopes, type ScopeQuestion } from './required-scopes.ts'
