/** The hourly, the burst and the special limits of every token. Only what all of them allow is counted, and then by all of them. */
import type { LimitRow } from '../tables/operation-row.ts'
import { SlidingLog } from './sliding-log.ts'

const platformLimits = { hourly: { limit: 5000, seconds: 3600 }, burst: { limit: 250, seconds: 60 } }

export interface RateLimitDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** The epoch second at which the oldest counted request stops counting. */
  readonly reset: number
  /** Whole seconds to wait; only after the burst limit. */
  readonly retryAfter?: number
}

/** A special limit that a request falls under, and how much of it the request takes. */
export interface RateLimitCost {
  readonly row: LimitRow
  readonly weight: number
}

/** How much is left of a limit. */
export interface RateLimitUsage {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  readonly left: number
  /** When the oldest request counts no more. */
  readonly freedAt: number | undefined
}

interface Logs {
  readonly hour: SlidingLog
  readonly minute: SlidingLog
  readonly special: Map<string, SlidingLog>
}

/** What was counted of a token, as moments: of the hour, of the minute, and of special limits by their names. */
export type SavedLogs = readonly [
  token: string,
  hour: readonly number[],
  minute: readonly number[],
  special: readonly (readonly [string, readonly number[]])[],
]

/** What a request needs of the limits, whoever counts them. */
export type RateLimiter = Pick<Limiter, 'countRequest' | 'getUsage' | 'listUsage' | 'setUsage' | 'clear'>

export class Limiter {
  readonly #limits: typeof platformLimits
  readonly #logs = new Map<string, Logs>()

  constructor(limits = platformLimits) {
    this.#limits = limits
  }

  countRequest(token: string, now: number, costs: readonly RateLimitCost[] = []): RateLimitDecision {
    const logs = this.#logsOf(token)
    const hourLeft = logs.hour.countRemaining(now)
    if (hourLeft === 0) return this.#refuse(logs.hour.findNextFreeTime(now) ?? now)
    if (logs.minute.countRemaining(now) === 0) {
      const free = logs.minute.findNextFreeTime(now) ?? now
      return { ...this.#refuse(logs.hour.findNextFreeTime(now) ?? now), retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) }
    }
    for (const cost of costs) {
      const log = getSpecialLog(logs, cost.row)
      const room = log.findTimeFor(now, cost.weight)
      if (room > now) return this.#refuse(Number.isFinite(room) ? room : (log.findNextFreeTime(now) ?? now))
    }
    for (const { row, weight } of costs) getSpecialLog(logs, row).count(now, weight)
    logs.hour.count(now)
    logs.minute.count(now)
    // Nothing is left either when the minute is used up: the next request would be refused.
    const remaining = logs.minute.countRemaining(now) === 0 ? 0 : hourLeft - 1
    return { allowed: true, limit: this.#limits.hourly.limit, remaining, reset: Math.ceil((logs.hour.findNextFreeTime(now) ?? now) / 1000) }
  }

  /** What the headers say to a request that no token pays for, or that is not counted. */
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

  /** Every limit of a token that may count something, the special ones as far as they did. */
  listUsage(token: string, now: number): RateLimitUsage[] {
    const { hour, minute, special } = this.#logs.get(token) ?? this.#makeLogs()
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

  /** Uses up all that is left of a limit, or forgets what was used. @param row of a special limit */
  setUsage(token: string, now: number, name: string, row: LimitRow | undefined, to: 'exhausted' | 'full'): void {
    const logs = this.#logsOf(token)
    const log = row ? getSpecialLog(logs, row) : name === 'hour' ? logs.hour : logs.minute
    if (to === 'full') log.clear()
    else log.count(now, log.countRemaining(now))
  }

  clear(): void {
    this.#logs.clear()
  }

  /** Forgets the tokens of which nothing counts any more. */
  prune(now: number): void {
    for (const [token, { hour, minute, special }] of this.#logs)
      if ([hour, minute, ...special.values()].every((log) => log.countRemaining(now) === log.maxEntries)) this.#logs.delete(token)
  }

  /** Everything, as data for `load`. */
  exportLogs(): SavedLogs[] {
    return [...this.#logs].map(([token, { hour, minute, special }]) => [
      token,
      hour.timestamps,
      minute.timestamps,
      [...special].map(([name, log]) => [name, log.timestamps]),
    ])
  }

  /** Takes it in the place of what was counted here. @param rowOf the special limits by their names */
  importLogs(saved: readonly SavedLogs[], rowOf: ReadonlyMap<string, LimitRow>): void {
    this.#logs.clear()
    const fill = (log: SlidingLog, moments: readonly number[]) => {
      for (const moment of moments) log.count(moment)
    }
    for (const [token, hour, minute, special] of saved) {
      const logs = this.#logsOf(token)
      fill(logs.hour, hour)
      fill(logs.minute, minute)
      for (const [name, moments] of special) {
        const row = rowOf.get(name)
        if (row) fill(getSpecialLog(logs, row), moments)
      }
    }
  }

  #refuse(resetAt: number): RateLimitDecision {
    return { allowed: false, limit: this.#limits.hourly.limit, remaining: 0, reset: Math.ceil(resetAt / 1000) }
  }

  #logsOf(token: string): Logs {
    let logs = this.#logs.get(token)
    if (!logs) this.#logs.set(token, (logs = this.#makeLogs()))
    return logs
  }

  #makeLogs(): Logs {
    const { hourly, burst } = this.#limits
    return { hour: new SlidingLog(hourly.limit, hourly.seconds), minute: new SlidingLog(burst.limit, burst.seconds), special: new Map() }
  }
}

function getSpecialLog(logs: Logs, row: LimitRow): SlidingLog {
  let log = logs.special.get(row.name)
  if (!log) logs.special.set(row.name, (log = new SlidingLog(row.limit, row.seconds)))
  return log
}
