/** What a race is: many callers ask at once for something that only so many of them can have. */
import type { HttpResponse, SendRequest, HttpRequest } from '../http-client.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'

export const callerCount = 64

export interface Race {
  readonly name: string
  /** Needs a server that keeps the rate limits; the others would be stopped by them. */
  readonly needsRateLimits?: true
  /** What is made once, before the rounds. */
  readonly prepare: (send: SendRequest, credentials: Credentials) => Promise<(round: number) => Promise<RaceRound>>
}

/** One round: what is asked, who may win, and what must be true afterwards. */
export interface RaceRound {
  /** One for each caller. */
  readonly calls: readonly HttpRequest[]
  /** How many may win; several numbers where one kind of winner shuts out the other. */
  readonly allowedWinners: readonly number[]
  readonly isWin: (response: HttpResponse) => boolean
  /** What everyone else must be told. */
  readonly isLoss: (response: HttpResponse) => boolean
  /** Looks at the state, and puts things back for the next round. Each string is a fault. */
  readonly verify: (outcome: RaceResult) => Promise<readonly string[]>
}

export interface RaceResult {
  readonly winners: readonly { readonly call: HttpRequest; readonly response: HttpResponse }[]
}

export const hasStatus =
  (status: number, words = '') =>
  (response: HttpResponse): boolean =>
    response.status === status && response.text.includes(words)

/** Nothing when it is so; else the one fault. */
export function checkThat(holds: boolean, expected: string, got: unknown): readonly string[] {
  return holds ? [] : [`expected ${expected}, got ${JSON.stringify(got)}`]
}

export const createCalls = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: callerCount }, (_each, n) => make(n))
