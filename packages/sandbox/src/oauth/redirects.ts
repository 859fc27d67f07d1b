/** Redirects the browser to the application with a code, a token or an error. */
import type { User } from '../auth/users.ts'
import type { Reply } from '../engine/request.ts'
import type { Platform } from '../engine/account-context.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { accessSeconds, issueAccessToken, issueCode } from './grants.ts'
import { replyRedirect } from './pages/layout.ts'

/** 303 after a form, otherwise 302. */
export type Redirect = 302 | 303

export function redirectWithGrant(status: Redirect, request: AuthorizationRequest, user: User, platform: Platform): Reply {
  const { application, scope, responseType } = request
  if (responseType === 'code') return redirectToApplication(status, request, { code: issueCode(request, user.account, platform) })
  const token = issueAccessToken({ account: user.account, client: application.client_id, scope }, platform)
  return redirectToApplication(status, request, { access_token: token, token_type: 'bearer', expires_in: String(accessSeconds) })
}

const descriptions = {
  access_denied: 'The user denied the request.',
  consent_required: 'The user has not authorized the application yet.',
  login_required: 'The user has to sign in.',
} as const

export function redirectWithError(status: Redirect, request: AuthorizationRequest, error: keyof typeof descriptions): Reply {
  return redirectToApplication(status, request, { error, error_description: descriptions[error] })
}

function redirectToApplication(
  status: Redirect,
  { redirectUri, responseType, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): Reply {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (state !== undefined) pairs.push(`state=${state}`)
  return replyRedirect(status, `${redirectUri}${getSeparator(redirectUri, responseType)}${pairs.join('&')}`)
}

function getSeparator(redirectUri: string, responseType: AuthorizationRequest['responseType']): string {
  if (responseType === 'token') return '#'
  if (!redirectUri.includes('?')) return '?'
  return /[?&]$/.test(redirectUri) ? '' : '&'
}
