/** The authorization endpoint: replies at once with `prompt=none`, otherwise shows the user the next page. */
import { Answer } from '../engine/answer.ts'
import type { Handler, Call } from '../engine/call.ts'
import type { Reply } from '../engine/request.ts'
import type { Platform } from '../engine/account-context.ts'
import { type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.ts'
import { hasConsent } from './grants.ts'
import { redirectWithGrant, redirectWithError } from './redirects.ts'
import { parseQuery } from './parameters.ts'
import { replyConsent } from './pages/consent-page.ts'
import { type FailedSignIn, replySignIn } from './pages/sign-in-page.ts'
import { requiresSignIn, createFormToken, loadBrowser, type BrowserContext, formatCookie } from './sessions.ts'

export const authorize: Handler<'oauth_authorize'> = (call, { platform }) =>
  new Answer(platform.store.transaction(() => authorizeRequest(call, platform)))

function authorizeRequest({ url, headers, origin }: Call<'oauth_authorize'>, platform: Platform): Reply {
  const request = parseAuthorizationRequest(parseQuery(url), platform.store)
  const browser = loadBrowser(headers, platform)
  if (request.prompts.has('none')) return authorizeSilently(request, browser, platform)
  const { session } = browser
  if (!session || requiresSignIn(session, request, platform.clock.now())) return replySignInPage(request, browser, origin, platform)
  return replyConsentPage(request, browser, platform)
}

function authorizeSilently(request: AuthorizationRequest, { session }: BrowserContext, platform: Platform): Reply {
  const { application, hint, scope } = request
  if (!session || requiresSignIn(session, request, platform.clock.now())) return redirectWithError(302, request, 'login_required')
  const { user } = session
  if (hint !== undefined && !user.uuid.startsWith(hint)) return redirectWithError(302, request, 'login_required')
  const grant = { account: user.account, client: application.client_id, scope }
  return hasConsent(grant, platform) ? redirectWithGrant(302, request, user, platform) : redirectWithError(302, request, 'consent_required')
}

export function replySignInPage(
  request: AuthorizationRequest,
  browser: BrowserContext,
  origin: string,
  platform: Platform,
  failedSignIn?: FailedSignIn,
): Reply {
  return replySignIn({
    request,
    token: createFormToken(browser, 'sign-in', request.query, platform),
    headers: browser.isNew ? { 'set-cookie': formatCookie(browser.secret, origin) } : {},
    ...(failedSignIn !== undefined && { failed: failedSignIn }),
  })
}

export function replyConsentPage(request: AuthorizationRequest, browser: BrowserContext, platform: Platform): Reply {
  if (!browser.session) throw new Error('The consent page needs a user who is signed in.')
  return replyConsent({ request, user: browser.session.user, token: createFormToken(browser, 'consent', request.query, platform) })
}
