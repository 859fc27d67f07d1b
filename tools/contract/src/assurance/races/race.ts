/** What a race is: many callers ask at once for something that only so many of them can have. */
import type { Answer, Ask, Call } from '../http-client.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'

export const callers = 64

export interface Race {
  readonly name: string
  /** Needs a server that keeps the rate limits; the others would be stopped by them. */
  readonly limited?: true
  /** What is made once, before the rounds. */
  readonly begin: (ask: Ask, credentials: Credentials) => Promise<(round: number) => Promise<Contest>>
}

/** One round: what is asked, who may win, and what must be true afterwards. */
export interface Contest {
  /** One for each caller. */
  readonly calls: readonly Call[]
  /** How many may win; several numbers where one kind of winner shuts out the other. */
  readonly winners: readonly number[]
  readonly wins: (answer: Answer) => boolean
  /** What everyone else must be told. */
  readonly loses: (answer: Answer) => boolean
  /** Looks at the state, and puts things back for the next round. Each string is a fault. */
  readonly after: (outcome: Settled) => Promise<readonly string[]>
}

export interface Settled {
  readonly won: readonly { readonly call: Call; readonly answer: Answer }[]
}

export const hasStatus =
  (status: number, words = '') =>
  (answer: Answer): boolean =>
    answer.status === status && answer.text.includes(words)

/** Nothing when it is so; else the one fault. */
export function demand(holds: boolean, expected: string, got: unknown): readonly string[] {
  return holds ? [] : [`expected ${expected}, got ${JSON.stringify(got)}`]
}

export const repeat = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: callers }, (_each, n) => make(n))
