/** Type guards for caught errors, as an alternative to the classes. */
import { ConnectionError, TimeoutError } from './errors.ts'
import { HttpError } from './http-errors.ts'
import { isTransient } from './retry/decide-retry.ts'

function hasStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && error.status === status
}

/** 400: the body is not valid JSON. */
export function isBadRequest(error: unknown): error is HttpError {
  return hasStatus(error, 400)
}

/** 401: the token is missing, unknown, expired or revoked. */
export function isUnauthorized(error: unknown): error is HttpError {
  return hasStatus(error, 401)
}

/** 403: the token does not allow this operation. */
export function isForbidden(error: unknown): error is HttpError {
  return hasStatus(error, 403)
}

/** 404: the resource does not exist, was deleted, or belongs to another account. */
export function isNotFound(error: unknown): error is HttpError {
  return hasStatus(error, 404)
}

/** 409: the request conflicts with an existing resource or its state. */
export function isConflict(error: unknown): error is HttpError {
  return hasStatus(error, 409)
}

/** 422: a parameter or the body is invalid. */
export function isUnprocessable(error: unknown): error is HttpError {
  return hasStatus(error, 422)
}

/** 422 because another action locks the resource; `waitForLockMs` waits for it. */
export function isLocked(error: unknown): error is HttpError {
  return isUnprocessable(error) && error.message.includes('already has a pending event')
}

/** 429: a rate limit rejected the request; `resetAt` has the time of the next one. */
export function isRateLimited(error: unknown): error is HttpError {
  return hasStatus(error, 429)
}

/** There was no complete response. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError
}

/** There was no complete response within `timeoutMs`. */
export function isTimeout(error: unknown): error is TimeoutError {
  return error instanceof TimeoutError
}

/** The same request may succeed later. It may also have taken effect already: retry only idempotent requests. */
export function isRetryable(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof HttpError && isTransient(error.status))
}
