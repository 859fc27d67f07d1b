/** Error bodies: the control API's, the inference API's, which is three shapes in one, and the authorization server's. */
import type { Reply } from '../engine/call.ts'
import { errorIds, type Failure } from '../engine/failure.ts'
import { writeOAuthError } from '../oauth/write-oauth-error.ts'
import type { Exchange } from './exchange.ts'
import { describeInferenceError } from './inference-error.ts'

export function writeError(failure: Failure, exchange: Exchange): Reply {
  const { requestId, operation, path } = exchange
  if (operation?.api === 'oauth' || path.startsWith('/v1/oauth/')) return writeOAuthError(failure, path, requestId)
  const { status, message, headers } = failure
  const id = errorIds[status] ?? 'error'
  const body = isInference(exchange) ? describeInferenceError(status, message, requestId) : { id, message, request_id: requestId }
  return { status, body: JSON.stringify(body), headers }
}

/** Also where the path is one of its, and the operation none. */
function isInference({ operation, match, path }: Exchange): boolean {
  const [known = operation] = match?.operations.values() ?? []
  return known === undefined ? /^\/(?:api\/)?v1\//.test(path) : known.api === 'inference'
}
