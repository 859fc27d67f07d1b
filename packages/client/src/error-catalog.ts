/** What the platform refuses with: each status, its short name, why, and whether the same request may be accepted later. */
interface CatalogEntry {
  readonly status: number
  readonly id: string
  readonly cause: string
  readonly isRetryable: boolean
}

/** A test compares it with the specification. */
export const errorCatalog = [
  { status: 400, id: 'bad_request', cause: 'The body is not JSON that can be read.', isRetryable: false },
  { status: 401, id: 'unauthorized', cause: 'No token was sent, or it is unknown, expired or revoked.', isRetryable: false },
  { status: 403, id: 'forbidden', cause: 'The token is good, but its scopes do not allow this operation.', isRetryable: false },
  { status: 404, id: 'not_found', cause: 'Nothing exists at this address, or it belongs to another account.', isRetryable: false },
  { status: 405, id: 'method_not_allowed', cause: 'The address exists, but not for this method.', isRetryable: false },
  { status: 409, id: 'conflict', cause: 'The request clashes with something that exists already, or with a state.', isRetryable: false },
  { status: 412, id: 'precondition_failed', cause: 'Something that must hold before this request does not hold.', isRetryable: false },
  { status: 413, id: 'payload_too_large', cause: 'The body is larger than is accepted.', isRetryable: false },
  { status: 415, id: 'unsupported_media_type', cause: 'The body is of a kind that is not read.', isRetryable: false },
  {
    status: 422,
    id: 'unprocessable_entity',
    cause: 'The body or a parameter breaks a rule; the message names each field.',
    isRetryable: false,
  },
  { status: 429, id: 'too_many_requests', cause: 'A rate limit of the token or of the operation is used up.', isRetryable: true },
  { status: 500, id: 'server_error', cause: 'The platform failed. Nothing is known of what was done.', isRetryable: true },
  { status: 501, id: 'not_implemented', cause: 'The operation is documented, but not to be had here.', isRetryable: false },
] as const satisfies readonly CatalogEntry[]

/** The short name of a failure. A proxy in between, an OAuth server or a model server can have others. */
export type ErrorId = (typeof errorCatalog)[number]['id'] | (string & {})
