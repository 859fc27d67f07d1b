/** Errors of token requests (RFC 6749 and RFC 6750). */
import { Failure } from '../engine/failure.ts'

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_token'
  | 'access_denied'
  | 'temporarily_unavailable'
  | 'server_error'

export class OAuthFailure extends Failure {
  readonly error: OAuthError

  constructor(status: number, error: OAuthError, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(status, description, headers)
    this.error = error
  }
}

export const invalidRequest = (description: string) => new OAuthFailure(400, 'invalid_request', description)

export const invalidGrant = () =>
  new OAuthFailure(400, 'invalid_grant', 'The grant is spent, expired or revoked, or it does not belong to this request.')

export const invalidClient = (description = 'Client authentication failed.') =>
  new OAuthFailure(401, 'invalid_client', description, { 'www-authenticate': 'Basic realm="oauth"' })

/** Returns the OAuth error code of any failure. */
export function getOAuthError(failure: Failure): OAuthError {
  if (failure instanceof OAuthFailure) return failure.error
  const { status } = failure
  if (status === 401) return 'invalid_token'
  if (status === 403) return 'access_denied'
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}
