/** What takes long to make is made once for the same inputs; where that is remembered is for the caller to say. */
import type { GeneratedFile } from './generated-file.ts'

/** @param inputs all that the files follow from, as JSON; the generators' own code need not be in it */
export type Memoize = (inputs: unknown, generate: () => GeneratedFile[]) => GeneratedFile[]

/** Makes them every time. */
export const withoutCache: Memoize = (_inputs, generate) => generate()
