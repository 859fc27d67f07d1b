/** Scopes that operations require. */
export { missingScopes } from './missing-scopes.ts'
export { type OperationId, requiredScopes, type RequestLine, type RequiredScopes, type OperationReference } from './required-scopes.ts'
