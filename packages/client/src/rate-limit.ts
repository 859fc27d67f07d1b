/** Rate limit of the token, from the `ratelimit-*` headers. */
export interface RateLimit {
  /** Maximum requests in any hour. */
  readonly limit: number
  /** Remaining requests. 0 may also mean that the burst limit of a minute is reached. */
  readonly remaining: number
  /** Time at which the oldest counted request stops counting. */
  readonly resetAt: Date
}

/** Maximum time of a `Date`, in seconds. */
const lastSecond = 8.64e12

/** Returns the rate limit, or `undefined` if one of the three headers is missing or invalid, for example in the response of a proxy. */
export function findRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: string) => Number(headers.get(`ratelimit-${name}`) || Number.NaN)
  const limit = read('limit')
  const remaining = read('remaining')
  const reset = read('reset')
  return Number.isFinite(limit + remaining) && Math.abs(reset) <= lastSecond
    ? { limit, remaining, resetAt: new Date(reset * 1000) }
    : undefined
}
