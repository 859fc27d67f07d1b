/** Whether a long load left anything behind: from what was measured while it went on. */

/** Measured while nobody asks anything. */
export interface Sample {
  readonly second: number
  readonly heap: number
  readonly rss: number
  readonly descriptors: number
}

/** What requests took between two samples, in milliseconds. */
export interface Span {
  readonly reads: readonly number[]
  readonly writes: readonly number[]
  /** Of a server beside it that only says yes: how busy the machine was. */
  readonly plain: readonly number[]
}

export interface Course {
  readonly samples: readonly Sample[]
  readonly spans: readonly Span[]
}

export interface Check {
  readonly name: string
  readonly fault: string | undefined
}

/** The line fitted to what memory is left may rise by so much of its mean from begin to end, and by so many bytes in any case. */
export const mostRise = { share: 0.1, heap: 3e6, rss: 16e6 }
/**
 * What the 99th percentile of the last third may be of that of the first, and so many milliseconds more in any case; more when the
 * plain server beside it got slower too.
 */
export const mostSlower = { times: 2, milliseconds: 3 }

export function judgeSoak({ samples, spans }: Course): readonly Check[] {
  return [
    ...(['heap', 'rss'] as const).map((what) => ({ name: what, fault: judgeRise(samples, what) })),
    { name: 'descriptors', fault: judgeDescriptors(samples) },
    ...(['reads', 'writes'] as const).map((what) => ({ name: `p99 of ${what}`, fault: judgeSlower(spans, what) })),
  ]
}

/** Caches fill at first: the first fifth is left out. */
const settled = (samples: readonly Sample[]) => samples.slice(Math.floor(samples.length / 5))

function judgeRise(samples: readonly Sample[], what: 'heap' | 'rss'): string | undefined {
  const { rise, mean } = fitRise(settled(samples).map((sample) => [sample.second, sample[what]] as const))
  const allowed = Math.max(mean * mostRise.share, mostRise[what])
  return rise <= allowed
    ? undefined
    : `${what} rose by ${megabytes(rise)} MB around ${megabytes(mean)} MB; at most ${megabytes(allowed)} MB are allowed`
}

/** By how much the fitted line rises over the whole time. */
export function fitRise(points: readonly (readonly [number, number])[]): { readonly rise: number; readonly mean: number } {
  const meanOf = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, mean] = [meanOf(0), meanOf(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0)
  const slope = spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - middle) * (y - mean), 0) / spread
  return { rise: slope * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)), mean }
}

function judgeDescriptors(samples: readonly Sample[]): string | undefined {
  const [first, last] = [samples[0]?.descriptors ?? 0, samples.at(-1)?.descriptors ?? 0]
  return last <= first ? undefined : `${last} files and sockets are open when all callers have left; ${first} were before they came`
}

function judgeSlower(spans: readonly Span[], what: 'reads' | 'writes'): string | undefined {
  const { first, last } = compareThirds(spans, what)
  const plain = compareThirds(spans, 'plain')
  const busier = Math.max(1, plain.last / plain.first)
  const allowed = Math.max(first * mostSlower.times, first + mostSlower.milliseconds) * busier
  return last <= allowed
    ? undefined
    : `${what} took up to ${last.toFixed(1)} ms in the last third (p99), and ${first.toFixed(1)} ms in the first; at most ${allowed.toFixed(1)} ms are allowed`
}

/** The median of the spans' 99th percentiles, so that a moment in which the machine was busy with other things does not count. */
export function compareThirds(spans: readonly Span[], what: keyof Span): { readonly first: number; readonly last: number } {
  const third = Math.ceil(spans.length / 3)
  const typical = (some: readonly Span[]) =>
    quantile(
      some.map((span) => quantile(span[what], 0.99)),
      0.5,
    )
  return { first: typical(spans.slice(0, third)), last: typical(spans.slice(-third)) }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
