/** Every finding says what was expected, what is there and how to mend it. */
import type { Context, Place } from './redocly.ts'

export interface Finding {
  readonly expected: string
  readonly came: string
  /** An order: `Add …`, `Rename …`. */
  readonly mend: string
}

export function report(context: Context, { expected, came, mend }: Finding, location: Place = context.location): void {
  context.report({ message: `Expected ${expected}; came ${came}. ${mend}`, location })
}

export function list(words: Iterable<string>): string {
  const all = [...words].map((word) => `\`${word}\``)
  return all.length === 0 ? 'none' : all.join(', ')
}
