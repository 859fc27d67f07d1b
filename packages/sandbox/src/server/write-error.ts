/** Error bodies: the control API's, and the inference API's, which is three shapes in one. */
import type { Reply } from '../engine/call.ts'
import { errorIds, type Failure } from '../engine/failure.ts'
import type { Exchange } from './exchange.ts'

export function writeError({ status, message, headers }: Failure, { requestId, operation, path }: Exchange): Reply {
  const id = errorIds[status] ?? 'error'
  const isInference = operation?.api === 'inference' || (operation === undefined && path.startsWith('/api/v1/'))
  const body = isInference
    ? {
        type: 'error',
        id,
        message,
        request_id: requestId,
        error: { message, type: errorTypes[status] ?? 'invalid_request_error', code: status === 401 ? 'invalid_api_key' : id },
      }
    : { id, message, request_id: requestId }
  return { status, body: JSON.stringify(body), headers }
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  501: 'api_error',
}
