/**
 * Client-side rate limiting: delays requests to stay below 250 a minute, 5,000 an hour and the limits of single operations. Optional, because programs
 * with few requests do not need it.
 */
import { tokenLimits } from '../generated/token-limits.ts'
import type { Clock } from '../clock.ts'
import { ConfigurationError } from '../errors.ts'
import { findRateLimit } from '../rate-limit.ts'
import { SlidingWindow } from './sliding-window.ts'

/** Rate limit of one operation: name, number of requests, seconds, and the body array whose members count instead of requests. */
export type LimitRow = readonly [name: string, limit: number, seconds: number, counts?: string]

export interface Admission {
  /** Requests with the same key are counted together: base URL and token. */
  readonly key: string
  readonly limits: readonly LimitRow[] | undefined
  readonly body: unknown
  /** Maximum wait in milliseconds. A request that would wait longer is sent at once, and the platform decides. Default 60,000. */
  readonly maxWaitMs: number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** Client-side rate limiter; `createGovernor()` creates one. */
export interface Governor {
  /** Waits until the request may be sent. Call the returned function with the response, or with `undefined` if there is none. */
  readonly admit: (admission: Admission) => Promise<(response: Response | undefined) => void>
}

/** Limits of a governor. */
export interface GovernorOptions {
  /** Maximum requests in any minute. Default 250, the limit of the platform. */
  readonly perMinute?: number
  /** Maximum requests in any hour. Default 5,000, the limit of the platform. */
  readonly perHour?: number
}

// Shared by all governors of the process, because the platform counts by token.
const windowsByKey = new Map<string, Map<string, SlidingWindow>>()

/**
 * Creates a governor: `createCloud({ governor: createGovernor() })`. All governors of the process count the requests of one token together. Pass lower
 * limits if other programs use the same token.
 *
 * @throws ConfigurationError for a limit below 1
 */
export function createGovernor({
  perMinute = tokenLimits.burst.limit,
  perHour = tokenLimits.hourly.limit,
}: GovernorOptions = {}): Governor {
  // A limit of 0 would never let a request pass.
  if (!(perMinute >= 1 && perHour >= 1)) {
    throw new ConfigurationError(`perMinute and perHour must be at least 1, but are ${perMinute} and ${perHour}.`)
  }
  return {
    async admit({ key, limits = [], body, maxWaitMs = 60_000, clock, signal }) {
      const windows = getWindows(key)
      const rows: LimitRow[] = [['minute', perMinute, 60], ['hour', perHour, 3600], ...limits]
      const shares = rows.map(([name, limit, seconds, counts]) => ({
        window: getWindow(windows, name, limit, seconds * 1000),
        // Above the limit itself the request would never pass; the platform rejects it with a reason.
        weight: Math.min(limit, counts ? countMembers(body, counts) : 1),
      }))
      for (let waitedMs = 0; ;) {
        const now = clock.now()
        const wait = Math.max(...shares.map(({ window, weight }) => window.getWaitMs(weight, now)))
        if (wait <= 0 || waitedMs + wait > maxWaitMs) break
        await clock.sleep(wait, signal)
        waitedMs += wait
      }
      const finishers = shares.map(({ window, weight }) => window.reserve(weight))
      return (response) => {
        const now = clock.now()
        // The platform does not count rejected requests.
        for (const finish of finishers) finish(response?.status === 429 ? undefined : now)
        const limit = response && findRateLimit(response.headers)
        if (response?.status === 429 && limit?.remaining === 0 && !response.headers.has('retry-after')) {
          windows.get('hour')?.closeUntil(limit.resetAt.getTime())
        }
      }
    },
  }
}

function getWindows(key: string): Map<string, SlidingWindow> {
  let windows = windowsByKey.get(key)
  if (!windows) windowsByKey.set(key, (windows = new Map<string, SlidingWindow>()))
  return windows
}

function getWindow(windows: Map<string, SlidingWindow>, name: string, limit: number, milliseconds: number): SlidingWindow {
  let window = windows.get(name)
  if (!window) windows.set(name, (window = new SlidingWindow(milliseconds)))
  window.limit = limit
  return window
}

/** Returns the number of members of an array in the body (`body.files`), at least 1. */
function countMembers(body: unknown, path: string): number {
  const members: unknown = path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, name) => Object(value)[name], body)
  return Array.isArray(members) ? Math.max(1, members.length) : 1
}
