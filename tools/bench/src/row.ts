/** One measured figure, and what it was to reach. */
export interface Row {
  readonly bench: string
  readonly subject: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'kB' | '/s' | 'entries' | 'instantiations' | 'points' | 'statements' | '%'
  /** The value divided by that of the subject it is compared with, in the same run. */
  readonly ratio?: number
  /** `≤ 1.15 ×` */
  readonly target?: string
  readonly met?: boolean
}

export interface Figure extends Pick<Row, 'bench' | 'subject' | 'value' | 'unit'> {
  /** What the ratio is taken to: the value of a peer or of the limit. */
  readonly against?: number | undefined
  readonly atMost?: number
  /** In times the value it is compared with. */
  readonly atMostTimes?: number
  readonly atLeast?: number
  /** In times the value it is compared with. */
  readonly atLeastTimes?: number
}

export function makeRow({ bench, subject, value, unit, against, atMost, atMostTimes, atLeast, atLeastTimes }: Figure): Row {
  const ratio = against === undefined ? undefined : divide(value, against)
  const limits: { readonly text: string; readonly met: boolean }[] = []
  if (atMost !== undefined) limits.push({ text: `≤ ${atMost} ${unit}`, met: value <= atMost })
  if (atLeast !== undefined) limits.push({ text: `≥ ${atLeast} ${unit}`, met: value >= atLeast })
  if ((atMostTimes ?? atLeastTimes) !== undefined && ratio === undefined)
    throw new Error(`${bench}: ${subject} has a target in times, and nothing to compare it with.`)
  if (atMostTimes !== undefined) limits.push({ text: `≤ ${atMostTimes} ×`, met: (ratio ?? Infinity) <= atMostTimes })
  if (atLeastTimes !== undefined) limits.push({ text: `≥ ${atLeastTimes} ×`, met: (ratio ?? 0) >= atLeastTimes })
  return {
    bench,
    subject,
    value: round(value),
    unit,
    ...(ratio !== undefined && { ratio: round(ratio) }),
    ...(limits.length > 0 && { target: limits.map(({ text }) => text).join(', '), met: limits.every(({ met }) => met) }),
  }
}

function divide(value: number, against: number): number {
  if (!(against > 0)) throw new Error(`A ratio to ${against} says nothing.`)
  return value / against
}

/** Three significant digits say all that a measurement on a shared machine can; whole numbers are kept whole. */
function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3))
}
