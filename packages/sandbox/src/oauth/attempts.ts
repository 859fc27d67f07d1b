/**
 * Throttles sign-in attempts against password guessing (RFC 6819, 5.1.4.2.4): after some failures, each further one doubles the wait
 * before the next attempt. Counts expire an hour after the first failure, and a browser that is signed in as the user has its own count.
 * Unknown email addresses are counted like known ones.
 */
import { hashSecret } from '../auth/hash-secret.ts'
import { normalizeEmail } from '../auth/users.ts'
import type { Platform } from '../engine/account-context.ts'
import { scheduleExpiry } from './expiry.ts'
import type { Session } from './sessions.ts'

/** Key that failures are counted by. */
export interface Counter {
  readonly id: string
  /** Failures without a wait. */
  readonly freeAttempts: number
}

interface Failures {
  readonly count: number
  /** Time of the first failure, in milliseconds since 1970. */
  readonly since: number
  /** Time from which the next attempt is accepted. */
  readonly until: number
}

export interface Attempt {
  readonly email: string
  readonly session: Session | undefined
  /** Network address of the client; undefined for a client in this process. */
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

/** Allows more failures, because many people can share a network address. */
function getAddressCounter({ remoteAddress }: Attempt): Counter | undefined {
  return remoteAddress === undefined ? undefined : { id: `address/${remoteAddress}`, freeAttempts: 49 }
}

/** Returns the seconds until the next attempt is accepted; 0 if it is accepted now. */
export function getWaitSeconds(attempt: Attempt, platform: Platform): number {
  const now = platform.clock.now()
  const ends = listCounters(attempt).map((counter) => findFailures(counter, platform)?.until ?? now)
  return Math.max(0, Math.ceil((Math.max(...ends) - now) / 1000))
}

export function recordFailure(attempt: Attempt, platform: Platform): void {
  for (const counter of listCounters(attempt)) recordAttempt(counter, platform)
}

/** Resets the failures of the account, but not those of the network address. */
export function recordSuccess(attempt: Attempt, platform: Platform): void {
  const counter = getAccountCounter(attempt)
  const failures = findFailures(counter, platform)
  // The record stays until its scheduled removal, which would otherwise remove a newer record too early.
  if (failures) saveFailures(counter, { ...failures, count: 0, until: 0 }, platform)
}

function listCounters(attempt: Attempt): Counter[] {
  return [getAccountCounter(attempt), getAddressCounter(attempt)].filter((counter) => counter !== undefined)
}

function recordAttempt(counter: Counter, platform: Platform): void {
  const now = platform.clock.now()
  const earlierFailures = findFailures(counter, platform)
  const { since, count } = earlierFailures ?? { since: now, count: 0 }
  const wait = count < counter.freeAttempts ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (count - counter.freeAttempts))
  saveFailures(counter, { since, count: count + 1, until: Math.min(now + wait, since + windowMs) }, platform)
  if (!earlierFailures) scheduleExpiry({ kind, id: counter.id }, windowMs, platform)
}

/** Returns undefined if the record is expired, or newer than the clock, which may have been set back. */
function findFailures({ id }: Counter, { store, clock }: Platform): Failures | undefined {
  const text = store.get({ kind, id })?.text
  const failures = text === undefined ? undefined : (JSON.parse(text) as Failures)
  const now = clock.now()
  return failures && failures.since <= now && now < failures.since + windowMs ? failures : undefined
}

function saveFailures({ id }: Counter, failures: Failures, { store }: Platform): void {
  store.put({ kind, id, text: JSON.stringify(failures) })
}
