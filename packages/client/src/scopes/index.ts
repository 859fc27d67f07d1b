/** Scopes that operations require. */
export { missingScopes } from './missing-scopes.ts'
export { type OperationId, requiredScopes, type RequestLine, type RequiredScopes, type ScopeQuestion } from './required-scopes.ts'
