/** Formats errors of the authorization server: an HTML page for people, JSON as in RFC 6749 for programs. */
import type { Reply } from '../engine/request.ts'
import type { Failure } from '../engine/failure.ts'
import { isPagePath } from './paths.ts'
import { getOAuthError } from './oauth-failure.ts'
import { replyErrorPage } from './pages/error-page.ts'

export function formatOAuthError(failure: Failure, path: string, requestId = ''): Reply {
  if (isPagePath(path)) return replyErrorPage(failure, requestId)
  const { status, message, headers } = failure
  return {
    status,
    headers: { 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ error: getOAuthError(failure), error_description: message }),
  }
}
