/** Errors by status. A program that imports none of them loads them with the first refusal. */
import type { ErrorId } from './error-catalog.ts'
import { CloudError } from './errors.ts'
import { hideSecrets, findRequestId, type Sent } from './hide-secrets.ts'
import { type RateLimit, findRateLimit } from './rate-limit.ts'
import { findRetryAfter } from './retry/find-retry-after.ts'

type Fields = Readonly<Record<string, unknown>>

const nothing: Sent = { bearer: undefined, request: {} }

/** The platform answered with a status of 400 or above. */
export class HttpError extends CloudError {
  /** Of the answer: 400 or above. */
  declare readonly status: number
  /** The platform's short name for the failure, such as `not_found`; empty when the body was not its error object. */
  declare readonly id: ErrorId
  /** Quote it when you report a problem. */
  declare readonly requestId: string | undefined
  /** The body: the parsed error object, or text when it was something else. */
  declare readonly body: unknown
  /** Its body has been read; its headers can be. */
  declare readonly response: Response
  /** What was called: `GET /v2/droplets/{droplet_id}`. */
  declare readonly operation: string

  constructor(operation: string, response: Response, body: unknown, sent = nothing) {
    const fields: Fields = Object(body)
    // OAuth has `error` and `error_description`, model servers an object under `error`.
    const { message: nested, type }: Fields = Object(fields['error'])
    const id = String(fields['id'] ?? type ?? fields['error'] ?? '')
    const message = String(
      fields['message'] ??
        nested ??
        fields['error_description'] ??
        (hideSecrets(response.statusText, sent.bearer, sent.request) || 'no error object'),
    )
    const requestId = findRequestId(response, sent) ?? (fields['request_id'] as string | undefined)
    super(`${operation}: ${response.status}${id && ` ${id}`}: ${message}${requestId ? ` (request ${requestId})` : ''}`)
    Object.assign(this, { status: response.status, id, requestId, body })
    // Not enumerable, so that an error that is logged does not bring the whole response along.
    Object.defineProperties(this, { response: { value: response }, operation: { value: operation } })
  }

  override get name() {
    return 'HttpError'
  }

  /** What was left of the token's limit. */
  get rateLimit(): RateLimit | undefined {
    return findRateLimit(this.response.headers)
  }
}

/** 400: the body could not be read. */
export class BadRequestError extends HttpError {
  override get name() {
    return 'BadRequestError'
  }
}

/** 401: no token, or one that is unknown, expired or revoked. */
export class UnauthorizedError extends HttpError {
  override get name() {
    return 'UnauthorizedError'
  }
}

/** 403: the token may not do this, or the state of things forbids it. `missingScopes` of `@spindrift/client/scopes` says which scope it lacks. */
export class ForbiddenError extends HttpError {
  override get name() {
    return 'ForbiddenError'
  }
}

/** 404: it is not there, not any more, or another account's. */
export class NotFoundError extends HttpError {
  override get name() {
    return 'NotFoundError'
  }
}

/** 409: something that exists is in the way. */
export class ConflictError extends HttpError {
  override get name() {
    return 'ConflictError'
  }
}

/** 412: something has to be done first, such as taking a project's resources out of it. */
export class PreconditionFailedError extends HttpError {
  override get name() {
    return 'PreconditionFailedError'
  }
}

/** 422: a rule was broken. `fields` says by which fields, where the platform lists them. */
export class UnprocessableEntityError extends HttpError {
  override get name() {
    return 'UnprocessableEntityError'
  }

  /** What is wrong with which field, where the message lists them: `size_gigabytes: must be integer`. */
  get fields(): readonly { readonly name: string; readonly message: string }[] {
    const parts = String(Object(this.body).message ?? '').split('; ')
    const fields = parts.map((part) => /^([\w.[\]-]+): (.+)$/.exec(part))
    // Any other sentence is not a list.
    return fields.every((match) => match !== null) ? fields.map(([, name = '', message = '']) => ({ name, message })) : []
  }
}

/** 429: a rate limit is used up, and waiting for it was not allowed or did not help. */
export class RateLimitError extends HttpError {
  override get name() {
    return 'RateLimitError'
  }

  /** When there is room again, as far as the answer says so. */
  get resetAt(): Date | undefined {
    const { headers } = this.response
    // By the platform's own clock, where it is told.
    const now = Date.parse(headers.get('date') ?? '') || Date.now()
    const wait = findRetryAfter(headers, now)
    return wait === undefined ? this.rateLimit?.resetAt : new Date(now + wait)
  }
}

/** Any status from 500 up. */
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

export function createHttpError(operation: string, response: Response, body: unknown, sent?: Sent): HttpError {
  const Class = classes[response.status] ?? (response.status >= 500 ? ServerError : HttpError)
  return new Class(operation, response, body, sent)
}
