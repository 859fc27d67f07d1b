/** Amounts of money in millionths of a dollar, so that sums are exact. Replies have cents. */
export const toMicros = (dollars: number) => Math.round(dollars * 1_000_000)

export const toDollars = (micros: number) => micros / 1_000_000

/** Rounds to the nearest cent; the result is in millionths. */
export const toCents = (amount: number) => Math.round(amount / 10_000) * 10_000

export function formatUsd(amount: number): string {
  const cents = Math.round(Math.abs(amount) / 10_000)
  const sign = amount < 0 && cents > 0 ? '-' : ''
  return `${sign}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

export function parseUsd(text: string): number {
  return toMicros(Number(text))
}
