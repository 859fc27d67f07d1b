/** A race: many callers compete for something that only some of them can get. */
import type { HttpResponse, SendRequest, HttpRequest } from '../http-client.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'

export const callerCount = 64

export interface Race {
  readonly name: string
  /** Creates the objects of all rounds. */
  readonly prepare: (send: SendRequest, credentials: Credentials) => Promise<(round: number) => Promise<RaceRound>>
}

/** One round: its requests, the allowed winners and the checks afterwards. */
export interface RaceRound {
  /** One request for each caller. */
  readonly calls: readonly HttpRequest[]
  /** Allowed numbers of winners; several when one kind of winner excludes another. */
  readonly allowedWinners: readonly number[]
  readonly isWin: (response: HttpResponse) => boolean
  /** True for the refusal that the other callers must get. */
  readonly isLoss: (response: HttpResponse) => boolean
  /** Checks the state and restores it for the next round. Returns one line for each fault. */
  readonly verify: (outcome: RaceResult) => Promise<readonly string[]>
}

export interface RaceResult {
  readonly winners: readonly { readonly call: HttpRequest; readonly response: HttpResponse }[]
}

export const hasStatus =
  (status: number, words = '') =>
  (response: HttpResponse): boolean =>
    response.status === status && response.text.includes(words)

/** Returns an empty list, or the fault. */
export function checkThat(isMet: boolean, expected: string, actual: unknown): readonly string[] {
  return isMet ? [] : [`expected ${expected}, got ${JSON.stringify(actual)}`]
}

export const createCalls = <T>(create: (n: number) => T): readonly T[] => Array.from({ length: callerCount }, (_each, n) => create(n))
