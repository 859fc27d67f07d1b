import { readFileSync } from 'node:fs'
import { describeSystemError } from './describe-system-error.ts'

/** @throws Error naming the file, and why */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read (${describeSystemError(error)}).`, { cause: error })
  }
}
