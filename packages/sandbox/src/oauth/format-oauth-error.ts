/** Formats errors of the authorization server: an HTML page for people, JSON as in RFC 6749 for programs. */
import type { Reply } from '../engine/request.ts'
import type { Failure } from '../engine/failure.ts'
import { getOAuthError } from './oauth-failure.ts'
import { replyErrorPage } from './pages/error-page.ts'

/** @param pageRequestId request id to show on an HTML page; undefined for JSON */
export function formatOAuthError(failure: Failure, pageRequestId?: string): Reply {
  if (pageRequestId !== undefined) return replyErrorPage(failure, pageRequestId)
  const { status, message, headers } = failure
  return {
    status,
    headers: { 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ error: getOAuthError(failure), error_description: message }),
  }
}
