/** Whether a long load left anything behind: from what was measured while it went on. */

/** Measured while nobody asks anything. */
export interface Sample {
  readonly second: number
  /** What JavaScript holds, after everything unused was collected, in bytes. */
  readonly heap: number
  /** What the process has beside JavaScript's heap: SQLite's pages, buffers, threads. */
  readonly native: number
  readonly rss: number
  readonly descriptors: number
}

/** What requests took between two samples, in milliseconds. */
export interface Span {
  readonly reads: readonly number[]
  readonly writes: readonly number[]
}

export interface Course {
  /** In the first half the state grows, and all caches with it; in the second it is put back again and again. */
  readonly samples: readonly Sample[]
  /** At the end, and in turns with them those of another process, which nobody had asked anything until then. */
  readonly spans: readonly Span[]
  readonly rested: readonly Span[]
}

export interface Check {
  readonly name: string
  readonly fault: string | undefined
}

/** The line fitted to what memory is left may rise by so many bytes in the second half. */
export const mostRise = { heap: 3e6, native: 4e6 }
/** What the 99th percentile may be of that of the rested process, and so many milliseconds more in any case. */
export const mostSlower = { times: 2, milliseconds: 3 }

export function judgeSoak(course: Course): readonly Check[] {
  return [
    ...(['heap', 'native'] as const).map((what) => ({ name: what, fault: judgeRise(course, what) })),
    { name: 'descriptors', fault: judgeDescriptors(course) },
    ...(['reads', 'writes'] as const).map((what) => ({ name: `p99 of ${what}`, fault: judgeSlower(course, what) })),
  ]
}

const named = { heap: 'the heap', native: 'memory beside the heap' }

function judgeRise({ samples }: Course, what: 'heap' | 'native'): string | undefined {
  const { rise, mean } = fitRise(samples, what)
  return rise <= mostRise[what]
    ? undefined
    : `${named[what]} rose by ${megabytes(rise)} MB around ${megabytes(mean)} MB; at most ${megabytes(mostRise[what])} MB are allowed`
}

/** By how much the line fitted to the second half rises over that time. */
export function fitRise(samples: readonly Sample[], what: 'heap' | 'native' | 'rss'): { readonly rise: number; readonly mean: number } {
  const points = samples.slice(Math.floor(samples.length / 2)).map((sample) => [sample.second, sample[what]] as const)
  const meanOf = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, mean] = [meanOf(0), meanOf(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0)
  const slope = spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - middle) * (y - mean), 0) / spread
  return { rise: slope * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)), mean }
}

function judgeDescriptors({ samples }: Course): string | undefined {
  const [first, last] = [samples[0]?.descriptors ?? 0, samples.at(-1)?.descriptors ?? 0]
  return last <= first ? undefined : `${last} files and sockets are open when all callers have left; ${first} were before they came`
}

function judgeSlower({ spans, rested }: Course, what: keyof Span): string | undefined {
  const [used, fresh] = [typical(spans, what), typical(rested, what)]
  const allowed = Math.max(fresh * mostSlower.times, fresh + mostSlower.milliseconds)
  return used <= allowed
    ? undefined
    : `${what} took up to ${used.toFixed(1)} ms at the end (p99), and ${fresh.toFixed(1)} ms in a process that had rested; at most ${allowed.toFixed(1)} ms are allowed`
}

/** The median of the spans' 99th percentiles, so that a moment in which the machine was busy with other things does not count. */
export function typical(spans: readonly Span[], what: keyof Span): number {
  return quantile(
    spans.map((span) => quantile(span[what], 0.99)),
    0.5,
  )
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
