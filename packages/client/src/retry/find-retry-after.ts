/**
 * Returns the `retry-after` time in milliseconds from now; the header has seconds or a date (RFC 9110, 10.2.3). `undefined` if it is missing or
 * invalid.
 */
export function findRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  // Limited to the maximum time of a `Date`.
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, 8.64e15 - now)
  // An HTTP date begins with the name of the day; `Date.parse` alone would also accept "1.5" and "-1".
  const wait = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
