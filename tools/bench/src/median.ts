/** Returns the median, which one slow run does not change. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('Cannot compute the median of no values.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
