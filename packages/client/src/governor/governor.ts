/**
 * Paces requests so that the platform has no reason to refuse them: no more than its limits allow, the burst limit's 250 a minute, 5,000 an hour and
 * the special limits of single operations. Optional, because a program of few requests need not carry it.
 */
import type { Clock } from '../clock.ts'
import { ConfigurationError } from '../errors.ts'
import { findRateLimit } from '../rate-limit.ts'
import { SlidingWindow } from './sliding-window.ts'

/** A limit of one operation beside those of the token: its name, how many, in how many seconds, and the body's array that is counted if one is. */
export type LimitRow = readonly [name: string, limit: number, seconds: number, counts?: string]

export interface Admission {
  /** Requests with the same key are counted together: the token and where it is sent. */
  readonly key: string
  readonly limits: readonly LimitRow[] | undefined
  readonly body: unknown
  /** A longer wait is left to the platform to ask for, with an answer that says when. Default 60,000. */
  readonly maxWaitMs: number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** What paces requests; `createGovernor()` makes one. */
export interface Governor {
  /** Waits for room. What it gives is to be called when the answer has come, or `undefined` in place of one. */
  readonly admit: (admission: Admission) => Promise<(response: Response | undefined) => void>
}

/** How many requests are let through. */
export interface GovernorOptions {
  /** Requests in any minute. Default 250, what the platform allows. */
  readonly perMinute?: number
  /** Requests in any hour. Default 5,000, what the platform allows. */
  readonly perHour?: number
}

// Of the process: clients that were made one by one share a token's limits, because the platform counts by token.
const logs = new Map<string, Map<string, SlidingWindow>>()

/**
 * Makes a governor: `createCloud({ governor: createGovernor() })`. All governors of the process count the requests of one token together. Give other
 * numbers when other programs use the same token.
 *
 * @throws ConfigurationError for a number that is not at least 1
 */
export function createGovernor({ perMinute = 250, perHour = 5000 }: GovernorOptions = {}): Governor {
  // None at all would be no limit, or a wait for ever.
  if (!(perMinute >= 1 && perHour >= 1)) {
    throw new ConfigurationError(`A governor lets through at least 1 request; perMinute is ${perMinute}, perHour ${perHour}.`)
  }
  return {
    async admit({ key, limits = [], body, maxWaitMs = 60_000, clock, signal }) {
      const windows = openLog(key)
      const rows: LimitRow[] = [['minute', perMinute, 60], ['hour', perHour, 3600], ...limits]
      const shares = rows.map(([name, limit, seconds, counts]) => ({
        window: openWindow(windows, name, limit, seconds * 1000),
        // More than a limit allows at all would wait for ever; the platform says what is wrong with it.
        weight: Math.min(limit, counts ? countMembers(body, counts) : 1),
      }))
      for (let waited = 0; ;) {
        const now = clock.now()
        const wait = Math.max(...shares.map(({ window, weight }) => window.waitFor(weight, now)))
        if (wait <= 0 || waited + wait > maxWaitMs) break
        await clock.sleep(wait, signal)
        waited += wait
      }
      const marks = shares.map(({ window, weight }) => window.enter(weight))
      return (response) => {
        const now = clock.now()
        // A refused request is not counted by the platform.
        for (const leave of marks) leave(response?.status === 429 ? undefined : now)
        const limit = response && findRateLimit(response.headers)
        if (response?.status === 429 && limit?.remaining === 0 && !response.headers.has('retry-after')) {
          windows.get('hour')?.close(limit.resetAt.getTime())
        }
      }
    },
  }
}

function openLog(key: string): Map<string, SlidingWindow> {
  let windows = logs.get(key)
  if (!windows) logs.set(key, (windows = new Map<string, SlidingWindow>()))
  return windows
}

function openWindow(windows: Map<string, SlidingWindow>, name: string, limit: number, milliseconds: number): SlidingWindow {
  let window = windows.get(name)
  if (!window) windows.set(name, (window = new SlidingWindow(milliseconds)))
  window.limit = limit
  return window
}

/** `body.files` → how many files. */
function countMembers(body: unknown, path: string): number {
  const members: unknown = path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, name) => Object(value)[name], body)
  return Array.isArray(members) ? Math.max(1, members.length) : 1
}
