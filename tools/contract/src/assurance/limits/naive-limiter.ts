/** The limits as they are written down: every counted request with its moment, and all of them looked through for every question. */
export interface Share {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  /** How much of the limit the request takes. */
  readonly weight: number
}

/** What a client sees of the limits. */
export interface Told {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly reset: number
  readonly retryAfter: number | undefined
}

interface Counted {
  readonly at: number
  readonly costs: readonly Share[]
}

const hour = { limit: 5000, seconds: 3600 }
const minute = { limit: 250, seconds: 60 }

export class NaiveLimiter {
  #counted: readonly Counted[] = []

  take(now: number, costs: readonly Share[]): Told {
    this.#counted = this.#within(hour.seconds, now)
    const lastMinute = this.#within(minute.seconds, now)
    const oldest = this.#counted[0]?.at ?? now
    const told = { limit: hour.limit, remaining: 0, reset: toSeconds(oldest + hour.seconds * 1000), retryAfter: undefined }
    if (this.#counted.length >= hour.limit) return { ...told, isAllowed: false }
    if (lastMinute.length >= minute.limit) {
      const wait = (lastMinute[0]?.at ?? now) + minute.seconds * 1000 - now
      return { ...told, isAllowed: false, retryAfter: Math.max(1, toSeconds(wait)) }
    }
    for (const share of costs) {
      const free = this.#freeAt(share, now)
      if (free > now || share.weight > share.limit) return { ...told, isAllowed: false, reset: toSeconds(free) }
    }
    this.#counted = [...this.#counted, { at: now, costs }]
    const isLastOfMinute = lastMinute.length + 1 >= minute.limit
    return { ...told, isAllowed: true, remaining: isLastOfMinute ? 0 : hour.limit - this.#counted.length }
  }

  /** For a request that is not counted, because no token pays for it. */
  static lookAtNothing(now: number): Told {
    return { isAllowed: true, limit: hour.limit, remaining: hour.limit, reset: toSeconds(now + hour.seconds * 1000), retryAfter: undefined }
  }

  #within(seconds: number, now: number): readonly Counted[] {
    return this.#counted.filter(({ at }) => at + seconds * 1000 > now)
  }

  /** The first moment at which there is room; for what never has room, when something is next given back, or now. */
  #freeAt({ name, limit, seconds, weight }: Share, now: number): number {
    const taken = this.#within(seconds, now).flatMap(({ at, costs }) =>
      costs.flatMap((share) => (share.name === name && share.weight > 0 ? [{ end: at + seconds * 1000, weight: share.weight }] : [])),
    )
    const usedAt = (moment: number) => taken.reduce((sum, each) => (each.end > moment ? sum + each.weight : sum), 0)
    if (weight > limit) return taken[0]?.end ?? now
    return [now, ...taken.map(({ end }) => end)].find((moment) => usedAt(moment) + weight <= limit) ?? now
  }
}

function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
