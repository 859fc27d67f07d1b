/** Mutants that no test can notice, each with the reason. They were looked at one by one. */
import type { Mutant } from './find-mutants.ts'

interface Equivalent {
  readonly file: string
  /** The line it is in, without the spaces around. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const equivalents: readonly Equivalent[] = [
  {
    file: 'packages/sandbox/src/limits/limiter.ts',
    line: 'return { ...this.#refuse(logs.hour.freedAt(now) ?? now), retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) }',
    before: ' ?? now',
    after: '',
    reason: 'What counts in the minute counts in the hour too, so the hour has an oldest request here.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'if (over <= 0) return now',
    before: 'now',
    after: 'undefined',
    reason: 'Its one caller asks whether it is later than now, which neither is.',
  },
  {
    file: 'packages/client/src/governor/governor.ts',
    line: "windows.get('hour')?.close(limit.resetAt.getTime())",
    before: '?.',
    after: '.',
    reason: 'Whoever is told of an answer has opened the window of the hour before.',
  },
]

export const isEquivalent = (mutant: Mutant, file: string, source: string) => equivalents.some((each) => isIt(each, mutant, file, source))

/** Reviewed ones of a file that it does not have any more. */
export const listStale = (mutants: readonly Mutant[], file: string, source: string): Equivalent[] =>
  equivalents.filter((each) => each.file === file && !mutants.some((mutant) => isIt(each, mutant, file, source)))

/** @param file from the repository's folder */
function isIt(each: Equivalent, mutant: Mutant, file: string, source: string): boolean {
  const line = source.split('\n')[mutant.line - 1]?.trim()
  return each.file === file && each.line === line && each.before === mutant.before && each.after === mutant.after
}
