/** Scopes that a token lacks for an operation. */
import { requiredScopes, type OperationReference } from './required-scopes.ts'

/**
 * Returns the scopes that an operation requires and a token does not have; empty if it has all of them. `cloud.oauth.tokens.getInfo()` returns the
 * scopes of a token.
 *
 * ```ts
 * const { scopes } = await cloud.oauth.tokens.getInfo()
 * if (error instanceof ForbiddenError) console.error('Missing:', missingScopes(error, scopes))
 * ```
 *
 * @throws CloudError if there is no such operation
 */
export function missingScopes(of: OperationReference, granted: readonly string[]): string[] {
  const { oauth = '', personal } = requiredScopes(of)
  const isFineGrained = granted.some((scope) => scope.includes(':'))
  const required = isFineGrained ? personal : oauth.split(' ').filter((scope) => scope !== '')
  return required.filter((scope) => !granted.includes(scope))
}
