/** The authorization endpoint: decides at once under `prompt=none`, and otherwise shows the user the next page. */
import { Answer } from '../engine/answer.ts'
import type { Handler, Call } from '../engine/call.ts'
import type { Reply } from '../engine/request.ts'
import type { Platform } from '../engine/account-context.ts'
import { type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.ts'
import { hasConsent } from './grants.ts'
import { replyGranted, replyRefused } from './outcome.ts'
import { parseQuery } from './parameters.ts'
import { replyConsent } from './pages/consent-page.ts'
import { type RefusedSignIn, replySignIn } from './pages/sign-in-page.ts'
import { isTooOld, createFormToken, openVisit, type Visit, formatCookie } from './sessions.ts'

export const authorize: Handler<'oauth_authorize'> = (call, { platform }) =>
  new Answer(platform.store.transaction(() => decide(call, platform)))

function decide({ url, headers, origin }: Call<'oauth_authorize'>, platform: Platform): Reply {
  const request = parseAuthorizationRequest(parseQuery(url), platform.store)
  const visit = openVisit(headers, platform)
  if (request.prompts.has('none')) return decideAlone(request, visit, platform)
  const { session } = visit
  if (!session || isTooOld(session, request, platform.clock.now())) return requestSignIn(request, visit, origin, platform)
  return requestConsent(request, visit, platform)
}

function decideAlone(request: AuthorizationRequest, { session }: Visit, platform: Platform): Reply {
  const { application, hint, scope } = request
  if (!session || isTooOld(session, request, platform.clock.now())) return replyRefused(302, request, 'login_required')
  const { user } = session
  if (hint !== undefined && !user.uuid.startsWith(hint)) return replyRefused(302, request, 'login_required')
  const grant = { account: user.account, client: application.client_id, scope }
  return hasConsent(grant, platform) ? replyGranted(302, request, user, platform) : replyRefused(302, request, 'consent_required')
}

export function requestSignIn(
  request: AuthorizationRequest,
  visit: Visit,
  origin: string,
  platform: Platform,
  refused?: RefusedSignIn,
): Reply {
  return replySignIn({
    request,
    token: createFormToken(visit, 'sign-in', request.query, platform),
    headers: visit.isNew ? { 'set-cookie': formatCookie(visit.secret, origin) } : {},
    ...(refused !== undefined && { refused }),
  })
}

export function requestConsent(request: AuthorizationRequest, visit: Visit, platform: Platform): Reply {
  if (!visit.session) throw new Error('Consent is asked of a user who is signed in.')
  return replyConsent({ request, user: visit.session.user, token: createFormToken(visit, 'consent', request.query, platform) })
}
