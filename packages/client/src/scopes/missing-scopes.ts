/** What a token lacks for an operation, given what it has. */
import { requiredScopes, type ScopeQuestion } from './required-scopes.ts'

/**
 * The scopes an operation needs that are not among those a token has; empty when it has all of them. `cloud.oauth.tokens.getInfo()` says
 * what a token has.
 *
 * ```ts
 * const { scopes } = await cloud.oauth.tokens.getInfo()
 * if (error instanceof ForbiddenError) console.error('Missing:', missingScopes(error, scopes))
 * ```
 *
 * @throws CloudError when there is no such operation
 */
export function missingScopes(of: ScopeQuestion, granted: readonly string[]): string[] {
  const { oauth = '', personal } = requiredScopes(of)
  const isFineGrained = granted.some((scope) => scope.includes(':'))
  const needed = isFineGrained ? personal : oauth.split(' ').filter((scope) => scope !== '')
  return needed.filter((scope) => !granted.includes(scope))
}
