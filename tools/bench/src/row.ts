/** One measured figure and its target. */
export interface Row {
  readonly subject: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'kB' | '/s' | 'entries' | 'instantiations' | 'points' | 'statements' | '%'
  /** Ratio to the value of the compared subject in the same run. */
  readonly ratio?: number
  /** `≤ 1.15 ×` */
  readonly target?: string
  readonly met?: boolean
}

/** Row with the name of its benchmark. */
export interface NamedRow extends Row {
  readonly bench: string
}

export interface Figure extends Pick<Row, 'subject' | 'value' | 'unit'> {
  /** Value of the compared subject: another tool, or the lower limit. */
  readonly against?: number | undefined
  readonly atMost?: number | undefined
  /** Multiple of the compared value. */
  readonly atMostTimes?: number | undefined
  readonly atLeast?: number | undefined
  /** Multiple of the compared value. */
  readonly atLeastTimes?: number | undefined
}

export function createRow({ subject, value, unit, against, atMost, atMostTimes, atLeast, atLeastTimes }: Figure): Row {
  const ratio = against === undefined ? undefined : divide(value, against)
  const limits: { readonly text: string; readonly met: boolean }[] = []
  if (atMost !== undefined) limits.push({ text: `≤ ${atMost} ${unit}`, met: value <= atMost })
  if (atLeast !== undefined) limits.push({ text: `≥ ${atLeast} ${unit}`, met: value >= atLeast })
  if ((atMostTimes ?? atLeastTimes) !== undefined && ratio === undefined)
    throw new Error(`${subject} has a relative target, but no value to compare it with.`)
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
  if (!(against > 0)) throw new Error(`Cannot compute a ratio to ${against}: expected a positive number.`)
  return value / against
}

/** Rounds to three significant digits, the precision of a measurement on a shared machine. Keeps whole numbers. */
function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3))
}
