/** One tree of errors. Everything this package throws on purpose is a `CloudError`. */
import { type RateLimit, readRateLimit } from './rate-limit.ts'

export class CloudError extends Error {
  static {
    this.prototype.name = 'CloudError'
  }
}

/** The client was set up without something it needs; nothing was sent. */
export class ConfigurationError extends CloudError {}

/** No answer came: the connection was refused, reset or cut. `cause` has the reason. */
export class ConnectionError extends CloudError {}

/** No complete answer came within `timeoutMs`. The request may have taken effect. */
export class TimeoutError extends ConnectionError {}

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
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
    const id = String(fields['id'] ?? fields['error'] ?? '')
    const message = String(fields['message'] ?? fields['error_description'] ?? (response.statusText || 'no error object in the answer'))
    const requestId = response.headers.get('x-request-id') ?? (fields['request_id'] as string | undefined)
    super(`${operation}: ${response.status}${id && ` ${id}`}: ${message}${requestId ? ` (request ${requestId})` : ''}`)
    this.status = response.status
    this.id = id
    this.requestId = requestId
    this.body = body
    // Not enumerable, so that an error that is logged does not bring the whole response along.
    Object.defineProperty(this, 'response', { value: response })
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.response.headers)
  }
}

export class BadRequestError extends HttpError {}
export class UnauthorizedError extends HttpError {}
export class ForbiddenError extends HttpError {}
export class NotFoundError extends HttpError {}
export class ConflictError extends HttpError {}
export class PreconditionFailedError extends HttpError {}
export class UnprocessableEntityError extends HttpError {}
export class RateLimitError extends HttpError {}
/** Any status from 500 up. */
export class ServerError extends HttpError {}

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
