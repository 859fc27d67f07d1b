/**
 * Slows down whoever guesses passwords (RFC 6819, 5.1.4.2.4): after some failures, each one more doubles the time until the next attempt is
 * looked at. Nobody is locked out for good: an hour after the first failure all is forgotten, and a browser in which the user is signed in
 * already is not slowed by what others try. An address that nobody has is counted like any other.
 */
import { hashSecret } from '../auth/hash-secret.ts'
import { normalizeEmail } from '../auth/users.ts'
import type { Platform } from '../engine/account-context.ts'
import { scheduleExpiry } from './expiry.ts'
import type { Session } from './sessions.ts'

/** What failures are counted by. */
export interface Counter {
  readonly id: string
  /** So many failures cost nothing. */
  readonly freeAttempts: number
}

interface Failures {
  readonly count: number
  /** Milliseconds since 1970: of the first, and when the next attempt is looked at. */
  readonly since: number
  readonly until: number
}

/** Who signs in, from where. */
export interface Attempt {
  readonly email: string
  readonly session: Session | undefined
  /** The network address of the client; undefined for one in this process. */
  readonly remoteAddress: string | undefined
}

const kind = 'oauth-attempts'
const windowMs = 3_600_000
const firstWaitMs = 5000
const maxWaitMs = 900_000

function getAccountCounter({ email, session }: Attempt): Counter {
  const key = normalizeEmail(email)
  const isKnown = session !== undefined && normalizeEmail(session.user.email) === key
  return { id: `${isKnown ? 'known' : 'account'}/${hashSecret(key)}`, freeAttempts: 4 }
}

/** Higher: many people may share one. */
function getAddressCounter({ remoteAddress }: Attempt): Counter | undefined {
  return remoteAddress === undefined ? undefined : { id: `address/${remoteAddress}`, freeAttempts: 49 }
}

/** Seconds until an attempt is looked at again; 0 for at once. */
export function getWaitSeconds(attempt: Attempt, platform: Platform): number {
  const now = platform.clock.now()
  const ends = listCounters(attempt).map((counter) => findFailures(counter, platform)?.until ?? now)
  return Math.max(0, Math.ceil((Math.max(...ends) - now) / 1000))
}

export function recordFailure(attempt: Attempt, platform: Platform): void {
  for (const counter of listCounters(attempt)) recordAttempt(counter, platform)
}

/** What the account's failures were is forgotten; another's, from the same address, are not. */
export function recordSuccess(attempt: Attempt, platform: Platform): void {
  const counter = getAccountCounter(attempt)
  const failures = findFailures(counter, platform)
  // Kept until it is due to be forgotten, so that nothing is forgotten before its time.
  if (failures) saveFailures(counter, { ...failures, count: 0, until: 0 }, platform)
}

function listCounters(attempt: Attempt): Counter[] {
  return [getAccountCounter(attempt), getAddressCounter(attempt)].filter((counter) => counter !== undefined)
}

function recordAttempt(counter: Counter, platform: Platform): void {
  const now = platform.clock.now()
  const earlier = findFailures(counter, platform)
  const { since, count } = earlier ?? { since: now, count: 0 }
  const wait = count < counter.freeAttempts ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (count - counter.freeAttempts))
  saveFailures(counter, { since, count: count + 1, until: Math.min(now + wait, since + windowMs) }, platform)
  if (!earlier) scheduleExpiry({ kind, id: counter.id }, windowMs, platform)
}

/** Undefined for what is too old, or of a time to which the clock has yet to come again. */
function findFailures({ id }: Counter, { store, clock }: Platform): Failures | undefined {
  const text = store.get({ kind, id })?.text
  const failures = text === undefined ? undefined : (JSON.parse(text) as Failures)
  const now = clock.now()
  return failures && failures.since <= now && now < failures.since + windowMs ? failures : undefined
}

function saveFailures({ id }: Counter, failures: Failures, { store }: Platform): void {
  store.put({ kind, id, text: JSON.stringify(failures) })
}
