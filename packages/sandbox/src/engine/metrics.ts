/** Handler of operations that measure: time series in the matrix format of Prometheus, as the operation's `x-effect` describes them. */
import type { MeasureRow, SeriesRow } from '../tables/operation-row.ts'
import type { AccountContext } from './account-context.ts'
import { unprocessable } from './failure.ts'
import type { ResourceHooks } from './hooks.ts'
import type { Fact, MetricTarget } from './metric-targets.ts'
import type { Reply, UntypedCall } from './request.ts'

interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly at: Fact
}

const maxAgeSeconds = 14 * 24 * 3600
const maxPoints = 360
const defaultDigits = 4

/** @throws Failure 422 when the window ends before it begins */
export function measure(call: UntypedCall, ctx: AccountContext, { by, series }: MeasureRow, hooks: ResourceHooks): Reply {
  const { query } = call
  if (!hooks.metricTargets) throw new Error(`No hook lists the targets of ${call.operation.id}.`)
  const { targets, interval = 60, delay = 0 } = hooks.metricTargets(String(query[by]), ctx, { part: series.of, query })
  const start = parseSecond(query['start'])
  const end = parseSecond(query['end'])
  if (end <= start) throw unprocessable('end: must be later than start.')
  const now = Math.floor(ctx.clock.now() / 1000)
  const oldest = Math.max(start, now - maxAgeSeconds)
  const last = Math.min(end, now - delay)
  const step = findStep(last - oldest, interval)
  // Starts at the first measurement, so that a client that requests all points from 1970 on does not get one per month.
  const first = last - Math.floor((last - oldest) / step) * step
  const result = targets.flatMap((target) => {
    const labels = { ...target.labels, ...repeatLabels(series, query) }
    return listSeries(series, target, labels).flatMap(({ labels: metric, at }) => {
      const values: [number, string][] = []
      for (let second = first; second <= last; second += step) {
        const value = target.isMeasured(second) ? at(second, step) : undefined
        if (value !== undefined) values.push([second, formatValue(value, series)])
      }
      return values.length === 0 ? [] : [{ metric, values }]
    })
  })
  return { body: JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }) }
}

/** One series, or one for each part. */
function listSeries(series: SeriesRow, { facts }: MetricTarget, labels: Series['labels']): readonly Series[] {
  const scaled = multiply(series, facts)
  if (!series.parts) return [{ labels, at: scaled }]
  const { label, values } = series.parts
  return Object.entries(values).map(([name, part]) => {
    const share = multiply(typeof part === 'number' ? { value: part } : part, facts)
    return {
      labels: { ...labels, [label]: name },
      at: (second, step) => {
        const [all, own] = [scaled(second, step), share(second, step)]
        return all === undefined || own === undefined ? undefined : all * own
      },
    }
  })
}

function multiply({ value = 1, times = [] }: Pick<SeriesRow, 'value' | 'times'>, facts: MetricTarget['facts']): Fact {
  const factors = times.map((name) => {
    const fact = facts[name]
    if (!fact) throw new Error(`No fact is named "${name}". The target has ${Object.keys(facts).join(', ')}.`)
    return fact
  })
  return (second, step) => {
    let product = value
    for (const factor of factors) {
      const next = factor(second, step)
      if (next === undefined) return undefined
      product *= next
    }
    return product
  }
}

function formatValue(value: number, { digits = defaultDigits, padded }: SeriesRow): string {
  return padded ? value.toFixed(digits) : String(Number(value.toFixed(digits)))
}

/** Query parameters that the series repeats as labels. */
function repeatLabels({ labels = [] }: SeriesRow, query: UntypedCall['query']): Record<string, string> {
  return Object.fromEntries(labels.flatMap((name) => (query[name] === undefined ? [] : [[name, String(query[name])]])))
}

/** Every measurement, if that is at most 360 points; otherwise every second or third measurement, and so on. */
function findStep(window: number, interval: number): number {
  const maxFineSeconds = maxPoints * interval
  return window <= maxFineSeconds ? interval : (Math.floor(window / maxFineSeconds) + 1) * interval
}

/** Parses digits, which the schema has checked. Limits moments in the far future. */
function parseSecond(text: unknown): number {
  return Math.min(Number(text), 100_000_000_000)
}
