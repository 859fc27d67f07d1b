/** Simple model of the rate limits: it stores every request and counts all of them for each decision. */
export interface LimitCost {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  /** Units of the limit that the request uses. */
  readonly weight: number
}

/** Rate-limit values in a response. */
export interface LimitDecision {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly reset: number
  readonly retryAfter: number | undefined
}

interface CountedRequest {
  readonly at: number
  readonly costs: readonly LimitCost[]
}

const hour = { limit: 5000, seconds: 3600 }
const minute = { limit: 250, seconds: 60 }

export class NaiveLimiter {
  #requests: readonly CountedRequest[] = []

  countRequest(now: number, costs: readonly LimitCost[]): LimitDecision {
    this.#requests = this.#listSince(hour.seconds, now)
    const lastMinute = this.#listSince(minute.seconds, now)
    const oldest = this.#requests[0]?.at ?? now
    const decision = { limit: hour.limit, remaining: 0, reset: toSeconds(oldest + hour.seconds * 1000), retryAfter: undefined }
    if (this.#requests.length >= hour.limit) return { ...decision, isAllowed: false }
    if (lastMinute.length >= minute.limit) {
      const wait = (lastMinute[0]?.at ?? now) + minute.seconds * 1000 - now
      return { ...decision, isAllowed: false, retryAfter: Math.max(1, toSeconds(wait)) }
    }
    for (const share of costs) {
      const free = this.#findFreeTime(share, now)
      if (free > now || share.weight > share.limit) return { ...decision, isAllowed: false, reset: toSeconds(free) }
    }
    this.#requests = [...this.#requests, { at: now, costs }]
    const isLastOfMinute = lastMinute.length + 1 >= minute.limit
    return { ...decision, isAllowed: true, remaining: isLastOfMinute ? 0 : hour.limit - this.#requests.length }
  }

  /** Returns the decision for a request without a token, which is not counted. */
  static describeUncounted(now: number): LimitDecision {
    return { isAllowed: true, limit: hour.limit, remaining: hour.limit, reset: toSeconds(now + hour.seconds * 1000), retryAfter: undefined }
  }

  #listSince(seconds: number, now: number): readonly CountedRequest[] {
    return this.#requests.slice(this.#requests.findLastIndex(({ at }) => at + seconds * 1000 <= now) + 1)
  }

  /** Returns when the request fits into the limit; if it never does, when the first unit is released, or now. */
  #findFreeTime({ name, limit, seconds, weight }: LimitCost, now: number): number {
    const taken = this.#listSince(seconds, now).flatMap(({ at, costs }) =>
      costs.flatMap((share) => (share.name === name && share.weight > 0 ? [{ end: at + seconds * 1000, weight: share.weight }] : [])),
    )
    const usedAt = (time: number) => taken.reduce((sum, each) => (each.end > time ? sum + each.weight : sum), 0)
    if (weight > limit) return taken[0]?.end ?? now
    return [now, ...taken.map(({ end }) => end)].find((time) => usedAt(time) + weight <= limit) ?? now
  }
}

function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
