/** Command of an unmodified client, with its requirements and the reader of its output. */
import type { Case } from './read-cases.ts'

export interface Program {
  readonly name: string
  /** Files that must be there. Those that are missing are named, with what installs them: a command, or a package of the system. */
  readonly needs: readonly { readonly file: string; readonly install: string }[]
  readonly command: readonly string[]
  readonly folder: string
  readonly environment: (platform: { readonly url: string; readonly token: string }) => Readonly<Record<string, string>>
  readonly read: (output: string) => readonly Case[]
}
