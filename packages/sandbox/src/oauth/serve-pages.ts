/** Handles the forms of the sign-in and consent pages. */
import { authenticateUser } from '../auth/authenticate-user.ts'
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { CoreRequest } from '../http/messages.ts'
import { authorizePath, consentPath, signInPath } from './paths.ts'
import { recordFailure, recordSuccess, getWaitSeconds } from './attempts.ts'
import { type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.ts'
import { replyConsentPage, replySignInPage } from './authorize.ts'
import { recordConsent } from './grants.ts'
import { redirectWithGrant, redirectWithError } from './redirects.ts'
import { replyRedirect } from './pages/layout.ts'
import { encodeUnsafe, parseQuery } from './parameters.ts'
import { type Form, parseForm } from './parse-form.ts'
import {
  deleteSession,
  isFormToken,
  isSignedInFor,
  requiresSignIn,
  findBrowser,
  loadBrowser,
  type Session,
  clearFreshSignIn,
  signIn,
  type BrowserContext,
  formatCookie,
} from './sessions.ts'

type FormHandler = (step: FormContext) => Reply

interface FormContext {
  readonly coreRequest: CoreRequest
  readonly form: Form
  readonly request: AuthorizationRequest
  readonly browser: BrowserContext
  readonly origin: string
  readonly platform: Platform
}

export function servePages({ path, method, request, origin }: RequestContext, { platform }: Dependencies): Reply | undefined {
  if (path !== signInPath && path !== consentPath) return undefined
  if (request.rejectStatus !== undefined) throw new Failure(request.rejectStatus)
  return platform.store.transaction(() => {
    if (path === consentPath && method === 'GET')
      return showConsent(parseQuery(request.url), loadBrowser(request.headers, platform), platform)
    const allow = path === consentPath ? 'GET, HEAD, POST' : 'POST'
    if (method !== 'POST') throw new Failure(405, `${method} is not allowed here.`, { allow })
    const parsed = parseOwnForm(request, origin, path === consentPath ? 'consent' : 'sign-in', platform)
    const handler: FormHandler = path === consentPath ? decide : checkPassword
    return handler({ ...parsed, coreRequest: request, request: parseAuthorizationRequest(parsed.query, platform.store), origin, platform })
  })
}

interface OwnForm {
  readonly form: Form
  /** Query of the authorization request. */
  readonly query: string
  readonly browser: BrowserContext
}

/** Parses a form that this browser got from a page of the sandbox. @throws Failure 403, 415 */
function parseOwnForm({ headers, body }: CoreRequest, origin: string, purpose: 'consent' | 'sign-in', platform: Platform): OwnForm {
  checkSameSite(headers, origin)
  const form = parseForm(headers, body)
  const query = encodeUnsafe(form.get('request') ?? '')
  const browser = findBrowser(headers, platform)
  if (!browser || !isFormToken(form.get('form_token') ?? '', browser, purpose, query, platform))
    throw new Failure(403, 'The form does not belong to this browser, or cookies are off.')
  return { form, query, browser }
}

/**
 * Parses a sign-in before its password is checked, which is slow.
 *
 * @throws Failure 403, 415 for a form of another browser or site, 429 after too many failures
 */
export function parseSignIn(
  coreRequest: CoreRequest,
  origin: string,
  platform: Platform,
): { readonly email: string; readonly password: string } {
  const { form, browser } = parseOwnForm(coreRequest, origin, 'sign-in', platform)
  const email = form.get('email') ?? ''
  if (getWaitSeconds({ email, session: browser.session, remoteAddress: coreRequest.remoteAddress }, platform) > 0) throw new Failure(429)
  return { email, password: form.get('password') ?? '' }
}

/** Rejects forms from other sites. Only browsers send these headers; other clients have no session to misuse. @throws Failure 403 */
function checkSameSite(headers: RequestContext['request']['headers'], origin: string): void {
  const site = headers['sec-fetch-site']
  const from = headers['origin']
  const isOwn = (site === undefined || site === 'same-origin') && (from === undefined || from === 'null' || from === origin)
  if (!isOwn) throw new Failure(403, 'The form was sent from another site.')
}

const checkPassword: FormHandler = ({ coreRequest, form, request, browser, origin, platform }) => {
  const email = form.get('email') ?? ''
  const attempt = { email, session: browser.session, remoteAddress: coreRequest.remoteAddress }
  const wait = getWaitSeconds(attempt, platform)
  // The correct password is rejected too, so guessing on reveals nothing.
  if (wait > 0) return replySignInPage(request, browser, origin, platform, { email, wait })
  const user = authenticateUser(platform, email, form.get('password') ?? '', coreRequest.derivedKey)
  if (!user) {
    recordFailure(attempt, platform)
    return replySignInPage(request, browser, origin, platform, { email, wait: 0 })
  }
  recordSuccess(attempt, platform)
  const secret = signIn(browser, user, request, platform)
  return replyRedirect(303, `${consentPath}?${request.query}`, { 'set-cookie': formatCookie(secret, origin) })
}

/** Shows the consent page after a sign-in; any other request restarts the authorization. */
function showConsent(query: string, browser: BrowserContext, platform: Platform): Reply {
  const request = parseAuthorizationRequest(query, platform.store)
  return canDecide(request, browser, platform) ? replyConsentPage(request, browser, platform) : restartAuthorization(request)
}

const decide: FormHandler = ({ form, request, browser, platform }) => {
  const decision = form.get('decision')
  if (decision === 'switch') {
    deleteSession(browser, platform)
    return restartAuthorization(request)
  }
  if (!canDecide(request, browser, platform)) return restartAuthorization(request)
  clearFreshSignIn(browser, platform)
  if (decision !== 'allow') return redirectWithError(303, request, 'access_denied')
  const { user } = browser.session
  const { application, scope } = request
  recordConsent({ account: user.account, client: application.client_id, scope }, platform)
  return redirectWithGrant(303, request, user, platform)
}

function canDecide(
  request: AuthorizationRequest,
  browser: BrowserContext,
  { clock }: Platform,
): browser is BrowserContext & { readonly session: Session } {
  const { session } = browser
  if (!session || request.prompts.has('none')) return false
  return isSignedInFor(session, request, clock.now()) || !requiresSignIn(session, request, clock.now())
}

function restartAuthorization({ query }: AuthorizationRequest): Reply {
  return replyRedirect(303, `${authorizePath}?${query}`)
}
