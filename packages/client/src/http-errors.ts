/** Error classes by status. Programs that import none of them load them with the first error response. */
import type { ErrorId } from './error-catalog.ts'
import { CloudError } from './errors.ts'
import { findInvalidFields, type InvalidField } from './find-invalid-fields.ts'
import { hideSecrets, findRequestId, type RequestSecrets } from './hide-secrets.ts'
import { type RateLimit, findRateLimit } from './rate-limit.ts'
import { findRetryAfter } from './retry/find-retry-after.ts'

type Fields = Readonly<Record<string, unknown>>

/** The request of an error. */
interface SentRequest extends RequestSecrets {
  /** Method and path as sent. Default: the operation. */
  readonly line?: string
}

const emptyRequest: SentRequest = { bearer: undefined, request: {} }

/** The platform replied with a status of 400 or above. */
export class HttpError extends CloudError {
  /** Status of the response: 400 or above. */
  declare readonly status: number
  /** The platform's short name of the error, such as `not_found`; empty if the body has no error object. */
  declare readonly id: ErrorId
  /** Quote it when you report a problem. */
  declare readonly requestId: string | undefined
  /** The body: the parsed error object, or text for anything else. */
  declare readonly body: unknown
  /** The response. Its body has been read. */
  declare readonly response: Response
  /** Method and path template: `GET /v2/droplets/{droplet_id}`. */
  declare readonly operation: string

  constructor(operation: string, response: Response, body: unknown, sentRequest = emptyRequest) {
    const fields: Fields = Object(body)
    // OAuth uses `error` and `error_description`, model servers an object under `error`.
    const { message: nested, type }: Fields = Object(fields['error'])
    const id = String(fields['id'] ?? type ?? fields['error'] ?? '')
    const message = String(
      fields['message'] ??
        nested ??
        fields['error_description'] ??
        (hideSecrets(response.statusText, sentRequest.bearer, sentRequest.request) || 'no error object'),
    )
    const requestId = findRequestId(response, sentRequest) ?? (fields['request_id'] as string | undefined)
    super(`${sentRequest.line ?? operation}: ${response.status}${id && ` ${id}`}: ${message}${requestId ? ` (request ${requestId})` : ''}`)
    Object.assign(this, { status: response.status, id, requestId, body })
    // Not enumerable, so that logging the error does not print the whole response.
    Object.defineProperties(this, { response: { value: response }, operation: { value: operation } })
  }

  override get name() {
    return 'HttpError'
  }

  /** Rate limit of the token, if the response has its headers. */
  get rateLimit(): RateLimit | undefined {
    return findRateLimit(this.response.headers)
  }
}

/** 400: the body is not valid JSON. */
export class BadRequestError extends HttpError {
  override get name() {
    return 'BadRequestError'
  }
}

/** 401: the token is missing, unknown, expired or revoked. */
export class UnauthorizedError extends HttpError {
  override get name() {
    return 'UnauthorizedError'
  }
}

/** 403: the token lacks a scope, or the operation is forbidden in the current state. `missingScopes` of `@spindrift/client/scopes` returns the missing scopes. */
export class ForbiddenError extends HttpError {
  override get name() {
    return 'ForbiddenError'
  }
}

/** 404: the resource does not exist, was deleted, or belongs to another account. */
export class NotFoundError extends HttpError {
  override get name() {
    return 'NotFoundError'
  }
}

/** 409: the request conflicts with an existing resource or its state. */
export class ConflictError extends HttpError {
  override get name() {
    return 'ConflictError'
  }
}

/** 412: a precondition is not met, for example the project still has resources. */
export class PreconditionFailedError extends HttpError {
  override get name() {
    return 'PreconditionFailedError'
  }
}

/** 422: a parameter or the body is invalid. `fields` lists the invalid fields, if the platform names them. */
export class UnprocessableEntityError extends HttpError {
  /** The invalid fields with their messages; empty if the message names none. */
  declare readonly fields: readonly InvalidField[]

  constructor(operation: string, response: Response, body: unknown, sentRequest = emptyRequest) {
    super(operation, response, body, sentRequest)
    const fields = findInvalidFields(String(Object(body).message ?? ''), sentRequest.request)
    Object.defineProperty(this, 'fields', { value: fields })
  }

  override get name() {
    return 'UnprocessableEntityError'
  }
}

/** 429: a rate limit rejected the request, and waiting was not allowed or did not help. */
export class RateLimitError extends HttpError {
  override get name() {
    return 'RateLimitError'
  }

  /** Time at which the limit allows a request again, if the response has it. */
  get resetAt(): Date | undefined {
    const { headers } = this.response
    // Uses the clock of the platform, if the response has a `date`.
    const now = Date.parse(headers.get('date') ?? '') || Date.now()
    const wait = findRetryAfter(headers, now)
    return wait === undefined ? this.rateLimit?.resetAt : new Date(now + wait)
  }
}

/** 500 or above: the platform failed. */
export class ServerError extends HttpError {
  override get name() {
    return 'ServerError'
  }
}

const classes: Readonly<Record<number, typeof HttpError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: UnprocessableEntityError,
  429: RateLimitError,
}

export function createHttpError(operation: string, response: Response, body: unknown, sentRequest?: SentRequest): HttpError {
  const Class = classes[response.status] ?? (response.status >= 500 ? ServerError : HttpError)
  return new Class(operation, response, body, sentRequest)
}
