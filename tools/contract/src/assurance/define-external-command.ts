/** A command of `pnpm verify` that another workspace package implements. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from 'commander'
import { repoFolder } from '../load-specification.ts'

export const defineExternalCommand =
  (name: string, file: string, description: string) =>
  (program: Command): void => {
    program
      .command(name)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .argument('[options...]', 'options of the program; see its --help')
      .action(async (options: readonly string[]) => {
        const child = spawn(process.execPath, [file, ...options], { cwd: repoFolder, stdio: 'inherit' })
        const [code] = (await once(child, 'close')) as [number | null]
        process.exitCode = code ?? 1
      })
  }
