/** Error statuses of the platform: status, short name, cause, and whether the same request may succeed later. */
interface CatalogEntry {
  readonly status: number
  readonly id: string
  readonly cause: string
  readonly isRetryable: boolean
}

/** All error statuses of the platform. A test compares them with the specification. */
export const errorCatalog = [
  { status: 400, id: 'bad_request', cause: 'The body is not valid JSON.', isRetryable: false },
  { status: 401, id: 'unauthorized', cause: 'The token is missing, unknown, expired or revoked.', isRetryable: false },
  { status: 403, id: 'forbidden', cause: 'The token is valid, but its scopes do not allow this operation.', isRetryable: false },
  { status: 404, id: 'not_found', cause: 'Nothing exists at this address, or it belongs to another account.', isRetryable: false },
  { status: 405, id: 'method_not_allowed', cause: 'The address exists, but does not support this method.', isRetryable: false },
  {
    status: 409,
    id: 'conflict',
    cause: 'The request conflicts with an existing resource or with the current state of the resource.',
    isRetryable: false,
  },
  { status: 412, id: 'precondition_failed', cause: 'A precondition of the request is not met.', isRetryable: false },
  { status: 413, id: 'payload_too_large', cause: 'The body is larger than the limit.', isRetryable: false },
  { status: 415, id: 'unsupported_media_type', cause: 'The media type of the body is not supported.', isRetryable: false },
  {
    status: 422,
    id: 'unprocessable_entity',
    cause: 'A parameter or the body is invalid. The message names every invalid field.',
    isRetryable: false,
  },
  { status: 429, id: 'too_many_requests', cause: 'A rate limit of the token or of the operation rejected the request.', isRetryable: true },
  { status: 500, id: 'server_error', cause: 'Internal error. The request may or may not have taken effect.', isRetryable: true },
  { status: 501, id: 'not_implemented', cause: 'The operation is documented but not available here.', isRetryable: false },
] as const satisfies readonly CatalogEntry[]

/** The short name of an error. Proxies, OAuth servers and model servers may use other names. */
export type ErrorId = (typeof errorCatalog)[number]['id'] | (string & {})
