/** The error body of the inference APIs: three shapes in one, for clients of the control API, of chat completions and of messages. */
import { errorIds } from '../engine/failure.ts'

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  501: 'api_error',
}

/** Codes that model clients expect instead of the error id, by status. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid_json',
  401: 'invalid_api_key',
  422: 'invalid_value',
  429: 'rate_limit_exceeded',
}

export function formatInferenceError(status: number, message: string, requestId: string): Readonly<Record<string, unknown>> {
  const id = errorIds[status] ?? 'error'
  const type = types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { type: 'error', id, message, request_id: requestId, error: { message, type, code: codes[status] ?? id } }
}
