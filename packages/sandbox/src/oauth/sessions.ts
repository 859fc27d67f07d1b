/** Browser sessions: the cookie holds a secret, the state its hash. Before the sign-in there is only the cookie. */
import { createHash, createHmac } from 'node:crypto'
import { hashSecret, isSameSecret } from '../auth/hash-secret.ts'
import { findUser, type User } from '../auth/users.ts'
import type { Platform } from '../engine/account-context.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { scheduleExpiry } from './expiry.ts'
import { listIds } from '../store/list-ids.ts'

export interface BrowserContext {
  /** Value of the cookie, which form tokens are bound to. */
  readonly secret: string
  /** True if the browser does not have the cookie yet. */
  readonly isNew: boolean
  readonly session: Session | undefined
}

export interface Session {
  readonly user: User
  /** Milliseconds since 1970. */
  readonly signedInAt: number
  /** Hash of the request that the user last signed in for, until it is decided. */
  readonly freshFor: string | undefined
}

const kind = 'oauth-session'
const cookieName = 'spindrift_session'
/** Lifetime of a session in milliseconds. */
const lifetime = 14 * 24 * 3600 * 1000
/** Time in which a sign-in satisfies the request that required it. */
const decisionMs = 600_000

type Headers = Readonly<Record<string, string | undefined>>

export function loadBrowser(headers: Headers, platform: Platform): BrowserContext {
  return findBrowser(headers, platform) ?? { secret: platform.ids.hex(64), isNew: true, session: undefined }
}

/** Returns undefined for a browser without the cookie. */
export function findBrowser(headers: Headers, platform: Platform): BrowserContext | undefined {
  const secret = findCookie(headers['cookie'])
  return secret === undefined ? undefined : { secret, isNew: false, session: findSession(secret, platform) }
}

function findCookie(header = ''): string | undefined {
  return new RegExp(`(?:^|; ?)${cookieName}=([0-9a-f]{64})(?:;|$)`).exec(header)?.[1]
}

function findSession(secret: string, { store, clock }: Platform): Session | undefined {
  const text = store.get({ kind, id: hashSecret(secret) })?.text
  if (text === undefined) return undefined
  const { account, signedInAt, freshFor } = JSON.parse(text) as { account: string; signedInAt: number; freshFor?: string }
  const user = findUser(store, account)
  return user && clock.now() < signedInAt + lifetime ? { user, signedInAt, freshFor } : undefined
}

/** Creates a session with a new secret, which prevents session fixation. */
export function signIn(browser: BrowserContext, user: User, request: AuthorizationRequest, platform: Platform): string {
  deleteSession(browser, platform)
  const secret = platform.ids.hex(64)
  saveSession(secret, { user, signedInAt: platform.clock.now(), freshFor: hashRequest(request) }, platform)
  scheduleExpiry({ kind, id: hashSecret(secret) }, lifetime, platform)
  return secret
}

/** Ends the fresh sign-in after a decision, so that an equal request requires a new one. */
export function clearFreshSignIn({ secret, session }: BrowserContext, platform: Platform): void {
  if (session?.freshFor !== undefined) saveSession(secret, { ...session, freshFor: undefined }, platform)
}

function saveSession(secret: string, { user: { account }, signedInAt, freshFor }: Session, { store }: Platform): void {
  store.put({ kind, id: hashSecret(secret), text: JSON.stringify({ account, signedInAt, freshFor }) })
}

export function deleteSession({ secret }: BrowserContext, { store }: Platform): void {
  store.delete({ kind, id: hashSecret(secret) })
}

export interface SessionInfo extends Omit<Session, 'freshFor'> {
  /** Hash of its secret. */
  readonly id: string
  readonly endsAt: number
}

/** Lists the sessions that have not expired. */
export function listSessions(platform: Platform): SessionInfo[] {
  const { store, clock } = platform
  return listIds(store, { kind }).flatMap((id) => {
    const { account, signedInAt } = JSON.parse(store.get({ kind, id })?.text ?? '{}') as { account: string; signedInAt: number }
    const user = findUser(store, account)
    const endsAt = signedInAt + lifetime
    return user && clock.now() < endsAt ? [{ id, user, signedInAt, endsAt }] : []
  })
}

/** Removes a session by the hash of its secret. @returns true if it existed */
export function removeSession(id: string, { store }: Platform): boolean {
  return store.delete({ kind, id })
}

export function formatCookie(secret: string, origin: string): string {
  return `${cookieName}=${secret}; Path=/v1/oauth; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
}

/** Returns true if the request requires a new sign-in: always, or because this session is too old. */
export function requiresSignIn({ signedInAt }: Session, { prompts, maxAuthAge }: AuthorizationRequest, now: number): boolean {
  if (prompts.has('login') || maxAuthAge === 0) return true
  return maxAuthAge !== undefined && now - signedInAt > maxAuthAge * 1000
}

/** Returns true if the user has just signed in for this request. */
export function isSignedInFor({ freshFor, signedInAt }: Session, request: AuthorizationRequest, now: number): boolean {
  return freshFor === hashRequest(request) && now < signedInAt + decisionMs
}

function hashRequest({ query }: AuthorizationRequest): string {
  return createHash('sha256').update(query).digest('hex')
}

/** Creates the CSRF token of a form, bound to this browser, purpose and request. */
export function createFormToken({ secret }: BrowserContext, purpose: string, query: string, platform: Platform): string {
  return createHmac('sha256', platform.deriveSecret('form'))
    .update(JSON.stringify([secret, purpose, query]))
    .digest('hex')
}

export function isFormToken(token: string, browser: BrowserContext, purpose: string, query: string, platform: Platform): boolean {
  return isSameSecret(token, createFormToken(browser, purpose, query, platform))
}
