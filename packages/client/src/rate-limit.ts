/** What the `ratelimit-*` headers of an answer say about the token that was used. */
export interface RateLimit {
  /** Requests the token may make in any hour. */
  readonly limit: number
  /** Requests left. Zero can also mean that the burst limit of a minute is used up. */
  readonly remaining: number
  /** When the oldest counted request stops counting. */
  readonly resetAt: Date
}

/** `undefined` when the answer does not carry the three headers, as from a proxy in between. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`ratelimit-${name}`)
    return text === null || text === '' ? Number.NaN : Number(text)
  }) as [number, number, number]
  if (!Number.isFinite(limit + remaining + reset)) return undefined
  return { limit, remaining, resetAt: new Date(reset * 1000) }
}
