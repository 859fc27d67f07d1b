/** Generates strings and numbers that match a schema. */
import type { Value } from '../engine/values.ts'
import { fitPattern } from './fit-pattern.ts'
import type { Hints } from './parse-hints.ts'

export interface FitContext {
  readonly root: unknown
  readonly hints: Hints
  /** Name of the field, used as text without a hint. */
  readonly name: string
  readonly depth: number
  /** Index of an array item, which makes items different. */
  readonly item: number
  /** Remaining number of values. */
  readonly budget: { left: number }
}

const formats: Readonly<Record<string, (n: number) => string>> = {
  date: (n) => `2026-03-${String(14 + (n % 10))}`,
  'date-time': (n) => `2026-03-${String(14 + (n % 10))}T09:30:00Z`,
  time: (n) => `09:${String(10 + (n % 50))}:00Z`,
  duration: (n) => `PT${n + 1}H`,
  email: (n) => `reader${n + 1}@tidewater.example`,
  hostname: (n) => `host-${n + 1}.tidewater.example`,
  ipv4: (n) => `192.0.2.${(n % 250) + 1}`,
  ipv6: (n) => `2001:db8::${(n % 9) + 1}`,
  uri: (n) => `https://tidewater.example/${n + 1}`,
  'uri-reference': (n) => `/${n + 1}`,
  uuid: (n) => `9cc10173-e9ea-4176-9dbc-a4cee4c4f${String(100 + (n % 900))}`,
}

export function fitText(schema: Value, { hints, name, item }: FitContext): string {
  const { format, pattern, examples } = schema
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format]?.(item) ?? ''
  const matching = typeof pattern === 'string' ? fitPattern(pattern) : undefined
  if (matching !== undefined) return matching
  const example: unknown = Array.isArray(examples) ? examples[item] : undefined
  const hint = hints.names[item] ?? (typeof example === 'string' ? example : undefined) ?? describeField(hints.text, name, item)
  return fitLength(hint, Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY), item)
}

/** Shortens the hint; the name of the field without one. */
function describeField(text: string, name: string, item: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
  if (item > 0 || plain === '') return item === 0 ? name : `${name} ${item + 1}`
  return plain
}

/** Pads or truncates text to a length in characters. Later items keep their number. */
function fitLength(text: string, min: number, max: number, item: number): string {
  const characters = [...text]
  if (characters.length > max) {
    const mark = item === 0 ? '' : String(item + 1)
    return [...characters.slice(0, Math.max(0, max - mark.length)), ...mark].slice(0, Math.max(0, max)).join('')
  }
  return text + '.'.repeat(Math.min(Math.max(0, min - characters.length), 100_000))
}

export function fitNumber(schema: Value, { hints, item }: FitContext, isWhole: boolean): number {
  const number = (name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined)
  const step = number('multipleOf') ?? (isWhole ? 1 : undefined)
  const increment = isWhole ? 1 : (step ?? 0.5)
  const above = number('exclusiveMinimum') ?? -Infinity
  const below = number('exclusiveMaximum') ?? Infinity
  const lowest = Math.max(number('minimum') ?? -Infinity, above)
  const highest = Math.min(number('maximum') ?? Infinity, below)
  const low = Math.max(lowest, above + increment)
  const high = Math.min(highest, below - increment)
  const fits = (value: number) =>
    value >= lowest &&
    value <= highest &&
    value > above &&
    value < below &&
    (step === undefined || Number.isInteger(Number((value / step).toFixed(9)))) &&
    (!isWhole || Number.isInteger(value))
  const hint = hints.numbers.filter(fits)[item]
  if (hint !== undefined) return hint
  // Very low minimums, such as the lowest safe integer, are ignored.
  const from = low < -1_000_000 ? Math.min(high, 1) : low
  const first = step === undefined ? from : Math.ceil(Number((from / step).toFixed(9))) * step
  const exact = Number(first.toFixed(9))
  const value = Number((first + item * (step ?? 1)).toFixed(9))
  // Falls back to the middle of close bounds.
  return [value, exact, (lowest + highest) / 2].find(fits) ?? from
}
