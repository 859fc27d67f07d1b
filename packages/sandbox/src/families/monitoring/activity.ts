/**
 * How busy something is: more in office hours, never twice the same, and always the same for one thing and one moment. It is a sum of
 * waves, so that the work done between two moments is known exactly, however far they are apart, and counters agree with gauges.
 */
export interface Activity {
  /** Between 0 and 1. */
  readonly at: (second: number) => number
  /** The mean between two moments. */
  readonly mean: (from: number, to: number) => number
  /** The sum over the seconds between two moments. */
  readonly sum: (from: number, to: number) => number
}

interface Wave {
  readonly size: number
  readonly period: number
  readonly shift: number
}

const dayPeriod = 24 * 3600
/** The busiest moment of the day, in UTC. */
const noon = 14 * 3600

export function findActivity(name: string): Activity {
  const start = hash(name)
  const shiftOf = (n: number) => (((start >>> (n * 5)) & 1023) / 1023) * 2 * Math.PI
  const waves: readonly Wave[] = [
    { size: 0.22, period: dayPeriod, shift: Math.PI / 2 - (2 * Math.PI * noon) / dayPeriod },
    { size: 0.06, period: 5407, shift: shiftOf(0) },
    { size: 0.05, period: 1373, shift: shiftOf(1) },
    { size: 0.04, period: 311, shift: shiftOf(2) },
  ]
  const base = 0.42 + ((start & 255) / 255) * 0.12
  const sum = (from: number, to: number) => {
    const parts = waves.map(({ size, period, shift }) => {
      const turn = (2 * Math.PI) / period
      return (size / turn) * (Math.cos(turn * from + shift) - Math.cos(turn * to + shift))
    })
    return parts.reduce((total, part) => total + part, base * (to - from))
  }
  return {
    at: (second) =>
      waves.reduce((total, { size, period, shift }) => total + size * Math.sin((2 * Math.PI * second) / period + shift), base),
    mean: (from, to) => (to > from ? sum(from, to) / (to - from) : 0),
    sum,
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
