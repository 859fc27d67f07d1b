/** The window that a question about measurements asks for, and the answer in the matrix form of Prometheus. */
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'

type Metrics = Operations['monitoring_droplets_getCpu']['reply']

export interface Window {
  readonly start: string
  readonly end: string
}

/** Answers questions that have these parameters, and a window. */
export type Measures<Query> = (call: { readonly query: Query & Window }, ctx: AccountContext) => Metrics

/** A measurement over time. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** The value at a moment in seconds since 1970; undefined where nothing was measured. */
  readonly at: (second: number, step: number) => number | undefined
  /** Maximum number of decimals. */
  readonly digits: number
  /** True if all decimals are always written. */
  readonly padded?: boolean
}

/** Interval between measurements, and the delay until one can be read, in seconds. */
interface Pace {
  readonly every: number
  readonly late: number
}

const keptSeconds = 14 * 24 * 3600
const maxPoints = 360

/** @throws Failure 422 when the window ends before it begins */
export function listSeries(
  query: Window,
  { clock }: AccountContext,
  list: () => readonly Series[],
  { every, late }: Pace = { every: 60, late: 0 },
): Metrics {
  const start = parseSecond(query.start)
  const end = parseSecond(query.end)
  if (end <= start) throw unprocessable('end: must be later than start.')
  const now = Math.floor(clock.now() / 1000)
  const oldest = Math.max(start, now - keptSeconds)
  const last = Math.min(end, now - late)
  // Starts at the first measurement: a client that asks from 1970 on wants all points, not one a month.
  const step = findStep(last - oldest, every)
  const first = last - Math.floor((last - oldest) / step) * step
  const result = list().flatMap(({ labels, at, digits, padded = false }) => {
    const values: [number, string][] = []
    for (let second = first; second <= last; second += step) {
      const value = at(second, step)
      if (value !== undefined) values.push([second, padded ? value.toFixed(digits) : String(Number(value.toFixed(digits)))])
    }
    return values.length === 0 ? [] : [{ metric: labels, values }]
  })
  return { status: 'success', data: { resultType: 'matrix', result } }
}

/** Everything that was measured, as long as that is at most 360 points; then every second measurement, every third and so on. */
function findStep(window: number, every: number): number {
  const maxFineSeconds = maxPoints * every
  return window <= maxFineSeconds ? every : (Math.floor(window / maxFineSeconds) + 1) * every
}

/** Digits, as the schema has checked. What is far beyond any time is as good as the end of it. */
function parseSecond(given: string): number {
  return Math.min(Number(given), 100_000_000_000)
}
