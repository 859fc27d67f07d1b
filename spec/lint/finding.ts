/** Findings of the rules: expected value, actual value and how to fix it. */
import type { Context, Place } from './redocly.ts'

export interface Finding {
  readonly expected: string
  readonly actual: string
  /** Instruction in the imperative: `Add …`, `Rename …`. */
  readonly fix: string
}

export function report(context: Context, { expected, actual, fix }: Finding, location: Place = context.location): void {
  context.report({ message: `Expected ${expected}; found ${actual}. ${fix}`, location })
}

export function list(words: Iterable<string>): string {
  const all = [...words].map((word) => `\`${word}\``)
  return all.length === 0 ? 'none' : all.join(', ')
}
