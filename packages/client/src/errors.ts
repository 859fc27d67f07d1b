/** One tree of errors. Everything this package throws on purpose is a `CloudError`. */
import { type RateLimit, readRateLimit } from './rate-limit.ts'

export class CloudError extends Error {
  // A getter each: a minifier renames classes, and a bundler may drop those that are not used.
  override get name(): string {
    return 'CloudError'
  }
}

/** The client was set up without something it needs; nothing was sent. */
export class ConfigurationError extends CloudError {
  override get name() {
    return 'ConfigurationError'
  }
}

/** No answer came: the connection was refused, reset or cut. `cause` has the reason. */
export class ConnectionError extends CloudError {
  override get name() {
    return 'ConnectionError'
  }
}

/** No complete answer came within `timeoutMs`. The request may have taken effect. */
export class TimeoutError extends ConnectionError {
  override get name() {
    return 'TimeoutError'
  }
}

/** The platform answered with a status of 400 or above. */
export class HttpError extends CloudError {
  readonly status: number
  /** The platform's short name for the failure, such as `not_found`; empty when the body was not its error object. */
  readonly id: string
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** The body: the parsed error object, or text when it was something else. */
  readonly body: unknown
  /** Its body has been read; its headers can be. */
  declare readonly response: Response

  constructor(operation: string, response: Response, body: unknown) {
    const fields = toFields(body)
    // OAuth has `error` and `error_description`, model servers an object under `error`.
    const { message: nested, type } = toFields(fields['error'])
    const id = String(fields['id'] ?? type ?? fields['error'] ?? '')
    const message = String(
      fields['message'] ?? nested ?? fields['error_description'] ?? (response.statusText || 'no error object in the answer'),
    )
    const requestId = response.headers.get('x-request-id') ?? (fields['request_id'] as string | undefined)
    super(`${operation}: ${response.status}${id && ` ${id}`}: ${message}${requestId ? ` (request ${requestId})` : ''}`)
    this.status = response.status
    this.id = id
    this.requestId = requestId
    this.body = body
    // Not enumerable, so that an error that is logged does not bring the whole response along.
    Object.defineProperty(this, 'response', { value: response })
  }

  override get name() {
    return 'HttpError'
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.response.headers)
  }
}

export class BadRequestError extends HttpError {
  override get name() {
    return 'BadRequestError'
  }
}

export class UnauthorizedError extends HttpError {
  override get name() {
    return 'UnauthorizedError'
  }
}

export class ForbiddenError extends HttpError {
  override get name() {
    return 'ForbiddenError'
  }
}

export class NotFoundError extends HttpError {
  override get name() {
    return 'NotFoundError'
  }
}

export class ConflictError extends HttpError {
  override get name() {
    return 'ConflictError'
  }
}

export class PreconditionFailedError extends HttpError {
  override get name() {
    return 'PreconditionFailedError'
  }
}

export class UnprocessableEntityError extends HttpError {
  override get name() {
    return 'UnprocessableEntityError'
  }
}

export class RateLimitError extends HttpError {
  override get name() {
    return 'RateLimitError'
  }
}

/** Any status from 500 up. */
export class ServerError extends HttpError {
  override get name() {
    return 'ServerError'
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value)
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

export function createHttpError(operation: string, response: Response, body: unknown): HttpError {
  const Class = classes[response.status] ?? (response.status >= 500 ? ServerError : HttpError)
  return new Class(operation, response, body)
}
