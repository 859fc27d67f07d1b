/** What a `SpecError` says and where: the three things a person needs. */
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
