/** What the `ratelimit-*` headers of an answer say about the token that was used. */
export interface RateLimit {
  /** Requests the token may make in any hour. */
  readonly limit: number
  /** Requests left. Zero can also mean that the burst limit of a minute is used up. */
  readonly remaining: number
  /** When the oldest counted request stops counting. */
  readonly resetAt: Date
}

/** The last second that a `Date` can hold. */
const lastSecond = 8.64e12

/** `undefined` when the answer does not carry the three headers, as from a proxy in between, or one of them is no number or no time. */
export function findRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: string) => Number(headers.get(`ratelimit-${name}`) || Number.NaN)
  const limit = read('limit')
  const remaining = read('remaining')
  const reset = read('reset')
  return Number.isFinite(limit + remaining) && Math.abs(reset) <= lastSecond
    ? { limit, remaining, resetAt: new Date(reset * 1000) }
    : undefined
}
