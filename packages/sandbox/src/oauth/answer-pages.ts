/** The forms of the sign-in and consent pages, at addresses of their own. */
import { recognizeUser } from '../auth/users.ts'
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { CoreRequest } from '../http/messages.ts'
import { authorizePath, consentPath, signInPath } from './addresses.ts'
import { recordFailure, recordSuccess, secondsToWait } from './attempts.ts'
import { type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.ts'
import { requestConsent, requestSignIn } from './authorize.ts'
import { recordConsent } from './grants.ts'
import { replyGranted, replyRefused } from './outcome.ts'
import { replyRedirect } from './pages/layout.ts'
import { makeSafe, parseQuery } from './parameters.ts'
import { type Form, parseForm } from './parse-form.ts'
import {
  endSession,
  isFormToken,
  isFreshFor,
  isTooOld,
  openVisit,
  type Session,
  settle,
  signIn,
  type Visit,
  formatCookie,
} from './sessions.ts'

type Answer = (step: Step) => Reply

interface Step {
  readonly sent: CoreRequest
  readonly form: Form
  readonly request: AuthorizationRequest
  readonly visit: Visit
  readonly origin: string
  readonly platform: Platform
}

export function answerPages({ path, method, request, origin }: RequestContext, { platform }: Dependencies): Reply | undefined {
  if (path !== signInPath && path !== consentPath) return undefined
  if (request.refused !== undefined) throw new Failure(request.refused)
  return platform.store.transaction(() => {
    const visit = openVisit(request.headers, platform)
    if (path === consentPath && method === 'GET') return showConsent(parseQuery(request.url), visit, platform)
    const allow = path === consentPath ? 'GET, HEAD, POST' : 'POST'
    if (method !== 'POST') throw new Failure(405, `${method} is not allowed here.`, { allow })
    refuseForeign(request.headers, origin)
    const form = parseForm(request.headers, request.body)
    const query = makeSafe(form.get('request') ?? '')
    const purpose = path === consentPath ? 'consent' : 'sign-in'
    if (!isFormToken(form.get('form_token') ?? '', visit, purpose, query, platform))
      throw new Failure(403, 'The form does not belong to this browser, or cookies are off.')
    const answer: Answer = path === consentPath ? decide : checkPassword
    return answer({ sent: request, form, request: parseAuthorizationRequest(query, platform.store), visit, origin, platform })
  })
}

/** Browsers say where a form comes from. Other programs do not, and have no session that could be misused. */
function refuseForeign(headers: RequestContext['request']['headers'], origin: string): void {
  const site = headers['sec-fetch-site']
  const from = headers['origin']
  const isOwn = (site === undefined || site === 'same-origin') && (from === undefined || from === 'null' || from === origin)
  if (!isOwn) throw new Failure(403, 'The form was sent from another site.')
}

const checkPassword: Answer = ({ sent, form, request, visit, origin, platform }) => {
  const email = form.get('email') ?? ''
  const attempt = { email, session: visit.session, remote: sent.remote }
  const wait = secondsToWait(attempt, platform)
  // Also with the right password: whoever guesses learns nothing by going on.
  if (wait > 0) return requestSignIn(request, visit, origin, platform, { email, wait })
  const user = recognizeUser(platform.store, email, form.get('password') ?? '', sent.derived)
  if (!user) {
    recordFailure(attempt, platform)
    return requestSignIn(request, visit, origin, platform, { email, wait: 0 })
  }
  recordSuccess(attempt, platform)
  const secret = signIn(visit, user, request, platform)
  return replyRedirect(303, `${consentPath}?${request.query}`, { 'set-cookie': formatCookie(secret, origin) })
}

/** Reached from a sign-in. Whoever comes here in another way begins again. */
function showConsent(query: string, visit: Visit, platform: Platform): Reply {
  const request = parseAuthorizationRequest(query, platform.store)
  return mayDecide(request, visit, platform) ? requestConsent(request, visit, platform) : beginAgain(request)
}

const decide: Answer = ({ form, request, visit, platform }) => {
  const decision = form.get('decision')
  if (decision === 'switch') {
    endSession(visit, platform)
    return beginAgain(request)
  }
  if (!mayDecide(request, visit, platform)) return beginAgain(request)
  settle(visit, platform)
  if (decision !== 'allow') return replyRefused(303, request, 'access_denied')
  const { user } = visit.session
  const { application, scope } = request
  recordConsent({ account: user.account, client: application.client_id, scope }, platform)
  return replyGranted(303, request, user, platform)
}

function mayDecide(request: AuthorizationRequest, visit: Visit, { clock }: Platform): visit is Visit & { readonly session: Session } {
  const { session } = visit
  if (!session || request.prompts.has('none')) return false
  return isFreshFor(session, request, clock.now()) || !isTooOld(session, request, clock.now())
}

function beginAgain({ query }: AuthorizationRequest): Reply {
  return replyRedirect(303, `${authorizePath}?${query}`)
}
