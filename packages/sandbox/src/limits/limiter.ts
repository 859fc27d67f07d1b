/** Hourly, burst and special rate limits of every token. A request counts against all of them if all of them allow it, else against none. */
import { tokenLimits } from '../generated/token-limits.ts'
import type { LimitRow } from '../tables/operation-row.ts'
import { SlidingLog } from './sliding-log.ts'

type TokenLimits = Readonly<Record<'hourly' | 'burst', { readonly limit: number; readonly seconds: number }>>

export interface RateLimitDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Epoch second at which the oldest counted request expires. */
  readonly reset: number
  /** Whole seconds to wait; set only if the burst limit is exceeded. */
  readonly retryAfter?: number
}

/** A special limit that applies to a request, and the number of units that the request uses. */
export interface RateLimitCost {
  readonly row: LimitRow
  readonly weight: number
}

/** Remaining units of a limit. */
export interface RateLimitUsage {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  readonly left: number
  /** Time in milliseconds at which the oldest counted request expires. */
  readonly freedAt: number | undefined
}

interface Logs {
  readonly hour: SlidingLog
  readonly minute: SlidingLog
  readonly special: Map<string, SlidingLog>
}

/** Counted requests of a token as times in milliseconds: of the hour, of the minute, and of each special limit. */
export type SavedLogs = readonly [
  token: string,
  hour: readonly number[],
  minute: readonly number[],
  special: readonly (readonly [string, readonly number[]])[],
]

/** Rate limits of one sandbox, or of several replicas. */
export type RateLimiter = Pick<Limiter, 'countRequest' | 'getUsage' | 'listUsage' | 'setUsage' | 'clear'>

export class Limiter {
  readonly #limits: TokenLimits
  readonly #logs = new Map<string, Logs>()

  constructor(limits: TokenLimits = tokenLimits) {
    this.#limits = limits
  }

  countRequest(token: string, now: number, costs: readonly RateLimitCost[] = []): RateLimitDecision {
    const logs = this.#getLogs(token)
    const hourLeft = logs.hour.countRemaining(now)
    if (hourLeft === 0) return this.#reject(logs.hour.findNextFreeTime(now) ?? now)
    if (logs.minute.countRemaining(now) === 0) {
      const free = logs.minute.findNextFreeTime(now) ?? now
      return { ...this.#reject(logs.hour.findNextFreeTime(now) ?? now), retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) }
    }
    for (const cost of costs) {
      const log = getSpecialLog(logs, cost.row)
      const nextTime = log.findTimeFor(now, cost.weight)
      if (nextTime > now) return this.#reject(Number.isFinite(nextTime) ? nextTime : (log.findNextFreeTime(now) ?? now))
    }
    for (const { row, weight } of costs) getSpecialLog(logs, row).count(now, weight)
    logs.hour.count(now)
    logs.minute.count(now)
    // Remaining is 0 when the burst limit is used up too: the next request would be rejected.
    const remaining = logs.minute.countRemaining(now) === 0 ? 0 : hourLeft - 1
    return { allowed: true, limit: this.#limits.hourly.limit, remaining, reset: Math.ceil((logs.hour.findNextFreeTime(now) ?? now) / 1000) }
  }

  /** Returns the state of the limits without counting a request. */
  getUsage(token: string | undefined, now: number): RateLimitDecision {
    const logs = token === undefined ? undefined : this.#logs.get(token)
    const remaining = logs ? (logs.minute.countRemaining(now) === 0 ? 0 : logs.hour.countRemaining(now)) : this.#limits.hourly.limit
    return {
      allowed: true,
      limit: this.#limits.hourly.limit,
      remaining,
      reset: Math.ceil((logs?.hour.findNextFreeTime(now) ?? now + this.#limits.hourly.seconds * 1000) / 1000),
    }
  }

  /** Lists the limits of a token; special limits only if the token has used them. */
  listUsage(token: string, now: number): RateLimitUsage[] {
    const { hour, minute, special } = this.#logs.get(token) ?? this.#createLogs()
    const { hourly, burst } = this.#limits
    const describeLog = (name: string, log: SlidingLog, limit: number, seconds: number): RateLimitUsage => {
      return { name, limit, seconds, left: log.countRemaining(now), freedAt: log.findNextFreeTime(now) }
    }
    return [
      describeLog('hour', hour, hourly.limit, hourly.seconds),
      describeLog('minute', minute, burst.limit, burst.seconds),
      ...[...special].map(([name, log]) => describeLog(name, log, log.maxEntries, log.seconds)),
    ]
  }

  /** Exhausts or resets a limit. @param row the row of a special limit */
  setUsage(token: string, now: number, name: string, row: LimitRow | undefined, to: 'exhausted' | 'full'): void {
    const logs = this.#getLogs(token)
    const log = row ? getSpecialLog(logs, row) : name === 'hour' ? logs.hour : logs.minute
    if (to === 'full') log.clear()
    else log.count(now, log.countRemaining(now))
  }

  clear(): void {
    this.#logs.clear()
  }

  /** Removes tokens without counted requests. */
  prune(now: number): void {
    for (const [token, { hour, minute, special }] of this.#logs)
      if ([hour, minute, ...special.values()].every((log) => log.countRemaining(now) === log.maxEntries)) this.#logs.delete(token)
  }

  /** Exports all counts for `importLogs`. */
  exportLogs(): SavedLogs[] {
    return [...this.#logs].map(([token, { hour, minute, special }]) => [
      token,
      hour.timestamps,
      minute.timestamps,
      [...special].map(([name, log]) => [name, log.timestamps]),
    ])
  }

  /** Replaces all counts by exported ones. @param rowOf the special limits by name */
  importLogs(savedLogs: readonly SavedLogs[], rowOf: ReadonlyMap<string, LimitRow>): void {
    this.#logs.clear()
    const addAll = (log: SlidingLog, times: readonly number[]) => {
      for (const time of times) log.count(time)
    }
    for (const [token, hour, minute, special] of savedLogs) {
      const logs = this.#getLogs(token)
      addAll(logs.hour, hour)
      addAll(logs.minute, minute)
      for (const [name, times] of special) {
        const row = rowOf.get(name)
        if (row) addAll(getSpecialLog(logs, row), times)
      }
    }
  }

  #reject(resetAt: number): RateLimitDecision {
    return { allowed: false, limit: this.#limits.hourly.limit, remaining: 0, reset: Math.ceil(resetAt / 1000) }
  }

  #getLogs(token: string): Logs {
    let logs = this.#logs.get(token)
    if (!logs) this.#logs.set(token, (logs = this.#createLogs()))
    return logs
  }

  #createLogs(): Logs {
    const { hourly, burst } = this.#limits
    return { hour: new SlidingLog(hourly.limit, hourly.seconds), minute: new SlidingLog(burst.limit, burst.seconds), special: new Map() }
  }
}

function getSpecialLog(logs: Logs, row: LimitRow): SlidingLog {
  let log = logs.special.get(row.name)
  if (!log) logs.special.set(row.name, (log = new SlidingLog(row.limit, row.seconds)))
  return log
}
