/** Error for a body that cannot be read. Loaded only when needed. */
import { CloudError } from './errors.ts'
import type { ApiResponse } from './request-types.ts'

/** Creates the error: with the cause for invalid JSON, without it for a body that was already read. */
export function explainBody({ line, response }: ApiResponse, invalid?: { readonly cause: unknown }): CloudError {
  return invalid
    ? new CloudError(`${line}: ${response.status}, but the body is not valid JSON.`, invalid)
    : new CloudError(`${line}: the body was already read.`)
}
