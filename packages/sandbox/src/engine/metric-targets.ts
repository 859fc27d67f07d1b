/** Objects, and parts of objects, that metrics describe. */
/** Value of a fact at a moment, in seconds since 1970; undefined if nothing was measured. `step` is the interval between points, in seconds. */
export type Fact = (second: number, step: number) => number | undefined

/** Object that is measured, or a part of it. */
export interface MetricTarget {
  readonly labels: Readonly<Record<string, string>>
  /** True while it is measured. */
  readonly isMeasured: (second: number) => boolean
  /** Facts that series multiply, by name. */
  readonly facts: Readonly<Record<string, Fact>>
}

export interface MetricTargets {
  readonly targets: readonly MetricTarget[]
  /** Seconds between measurements; default 60. */
  readonly interval?: number
  /** Seconds until a measurement can be read; default 0. */
  readonly delay?: number
}
