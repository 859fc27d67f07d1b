/** Findings of the rules. */
import type { Context, Place } from './redocly.ts'

/** @param message `Expected …; found …. Add …`: the expected value, the actual value and how to fix it */
export function report(context: Context, message: string, location: Place = context.location): void {
  context.report({ message, location })
}

export function list(words: Iterable<string>): string {
  const all = [...words].map((word) => `\`${word}\``)
  return all.length === 0 ? 'none' : all.join(', ')
}
