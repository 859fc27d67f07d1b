/**
 * Milliseconds until an answer allows the next try: `retry-after` in seconds or as a date (RFC 9110, 10.2.3). `undefined` when there is none, or
 * none that can be read.
 */
export function findRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  // No further than the last moment that a `Date` can hold.
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, 8.64e15 - now)
  // A date of HTTP begins with the day's name; `Date.parse` alone would read "1.5" and "-1" as dates too.
  const wait = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
