/** One measured figure, and what it was to reach. */
export interface Row {
  readonly subject: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'kB' | '/s' | 'entries' | 'instantiations' | 'points' | 'statements' | '%'
  /** The value divided by that of the subject it is compared with, in the same run. */
  readonly ratio?: number
  /** `≤ 1.15 ×` */
  readonly target?: string
  readonly met?: boolean
}

/** With the name of the bench that measured it. */
export interface NamedRow extends Row {
  readonly bench: string
}

export interface Figure extends Pick<Row, 'subject' | 'value' | 'unit'> {
  /** What the ratio is taken to: the value of a peer or of the limit. */
  readonly against?: number | undefined
  readonly atMost?: number | undefined
  /** In times the value it is compared with. */
  readonly atMostTimes?: number | undefined
  readonly atLeast?: number | undefined
  /** In times the value it is compared with. */
  readonly atLeastTimes?: number | undefined
}

export function createRow({ subject, value, unit, against, atMost, atMostTimes, atLeast, atLeastTimes }: Figure): Row {
  const ratio = against === undefined ? undefined : divide(value, against)
  const limits: { readonly text: string; readonly met: boolean }[] = []
  if (atMost !== undefined) limits.push({ text: `≤ ${atMost} ${unit}`, met: value <= atMost })
  if (atLeast !== undefined) limits.push({ text: `≥ ${atLeast} ${unit}`, met: value >= atLeast })
  if ((atMostTimes ?? atLeastTimes) !== undefined && ratio === undefined)
    throw new Error(`${subject} has a target in times, and nothing to compare it with.`)
  if (atMostTimes !== undefined) limits.push({ text: `≤ ${atMostTimes} ×`, met: (ratio ?? Infinity) <= atMostTimes })
  if (atLeastTimes !== undefined) limits.push({ text: `≥ ${atLeastTimes} ×`, met: (ratio ?? 0) >= atLeastTimes })
  return {
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
