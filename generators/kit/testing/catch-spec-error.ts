/** Runs a function and returns the file, pointer and message of its `SpecError`. */
import { SpecError } from '../../model/spec-error.ts'

export interface CaughtSpecError {
  readonly file: string
  readonly pointer: string
  readonly message: string
}

export function catchSpecError(run: () => unknown): CaughtSpecError | undefined {
  try {
    run()
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    return { ...error.source, message: error.message }
  }
  return undefined
}
