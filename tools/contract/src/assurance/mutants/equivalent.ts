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

const equivalents: readonly Equivalent[] = []

export const isEquivalent = (mutant: Mutant, file: string, source: string) => equivalents.some((each) => isIt(each, mutant, file, source))

/** Reviewed ones of a file that it does not have any more. */
export const listStale = (mutants: readonly Mutant[], file: string, source: string): Equivalent[] =>
  equivalents.filter((each) => each.file === file && !mutants.some((mutant) => isIt(each, mutant, file, source)))

/** @param file from the repository's folder */
function isIt(each: Equivalent, mutant: Mutant, file: string, source: string): boolean {
  const line = source.split('\n')[mutant.line - 1]?.trim()
  return each.file === file && each.line === line && each.before === mutant.before && each.after === mutant.after
}
