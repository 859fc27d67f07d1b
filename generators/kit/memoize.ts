/** Caches expensive generated files by their inputs. */
import type { GeneratedFile } from './generated-file.ts'

/** @param inputs everything that the files depend on except generator code, as JSON */
export type Memoize = (inputs: unknown, generate: () => GeneratedFile[]) => GeneratedFile[]

/** Generates the files every time. */
export const withoutCache: Memoize = (_inputs, generate) => generate()
