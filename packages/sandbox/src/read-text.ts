import { readFileSync } from 'node:fs'

/** @throws Error naming the file, and why */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
}
