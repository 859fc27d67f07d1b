import type { Finding } from '../validation/validators.ts'

export interface Findings {
  readonly place: 'body' | 'parameters'
  readonly list: readonly Finding[]
}

/** Error response of the platform. Thrown anywhere, it rolls back the transaction of the request. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** True if the message is the default one of the status. */
  readonly isGeneral: boolean

  /** Findings of the validator. */
  readonly findings: Findings | undefined

  constructor(status: number, message?: string, headers: Readonly<Record<string, string>> = {}, findings?: Findings) {
    super(message ?? messages[status] ?? 'The request failed.')
    this.isGeneral = message === undefined
    this.status = status
    this.headers = headers
    this.findings = findings
  }
}

/** Value of `id` in error bodies, by status. */
export const errorIds: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'server_error',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}

const messages: Readonly<Record<number, string>> = {
  400: 'This is not a request that HTTP/1.1 knows.',
  401: 'Unable to authenticate you.',
  403: 'You do not have access for the attempted action.',
  404: 'The resource you were accessing could not be found.',
  408: 'The request did not come to its end in time.',
  413: 'The body is larger than this server accepts.',
  417: 'The only expectation that this server knows is 100-continue.',
  429: 'API Rate limit exceeded.',
  431: 'The headers are larger than this server accepts.',
  500: 'Server Error',
  503: 'Failed to forward the request you made, please try again.',
}

/** @param message for a missing object that a field of the body names; without it, the path names it */
export const notFound = (message?: string) => new Failure(404, message)
export const unprocessable = (message: string) => new Failure(422, message)
export const conflict = (message: string) => new Failure(409, message)
export const preconditionFailed = (message: string) => new Failure(412, message)
