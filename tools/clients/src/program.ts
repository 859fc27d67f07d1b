/** Command of an unmodified client, with its requirements and the parser of its output. */
import type { Case } from './parse-cases.ts'

export interface Program {
  readonly name: string
  /** Required files, each with what installs it: a command, or a package of the operating system. */
  readonly requirements: readonly { readonly file: string; readonly install: string }[]
  readonly command: readonly string[]
  readonly folder: string
  readonly environment: (platform: { readonly url: string; readonly token: string }) => Readonly<Record<string, string>>
  readonly parseOutput: (output: string) => readonly Case[]
}
