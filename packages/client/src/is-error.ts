/** Questions to what was caught, for those who would rather ask than know the classes. */
import { ConnectionError, TimeoutError } from './errors.ts'
import { HttpError } from './http-errors.ts'
import { isTransient } from './retry/decide-retry.ts'

function hasStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && error.status === status
}

/** 400: the body could not be read. */
export function isBadRequest(error: unknown): error is HttpError {
  return hasStatus(error, 400)
}

/** 401: no token, or one that is unknown, expired or revoked. */
export function isUnauthorized(error: unknown): error is HttpError {
  return hasStatus(error, 401)
}

/** 403: the token may not do this. */
export function isForbidden(error: unknown): error is HttpError {
  return hasStatus(error, 403)
}

/** 404: it is not there, not any more, or another account's. */
export function isNotFound(error: unknown): error is HttpError {
  return hasStatus(error, 404)
}

/** 409: something that exists is in the way. */
export function isConflict(error: unknown): error is HttpError {
  return hasStatus(error, 409)
}

/** 422: a rule was broken. */
export function isUnprocessable(error: unknown): error is HttpError {
  return hasStatus(error, 422)
}

/** 422 because an action holds the resource; `waitForLockMs` waits for that. */
export function isLocked(error: unknown): error is HttpError {
  return isUnprocessable(error) && error.message.includes('already has a pending event')
}

/** 429: a rate limit is used up; `resetAt` says until when. */
export function isRateLimited(error: unknown): error is HttpError {
  return hasStatus(error, 429)
}

/** No answer, or half of one. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError
}

/** No complete answer in time. */
export function isTimeout(error: unknown): error is TimeoutError {
  return error instanceof TimeoutError
}

/** The same request may succeed later. It may also have succeeded: only what can be done twice without harm should be sent again. */
export function isRetryable(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof HttpError && isTransient(error.status))
}
