/** Proofs that are programs of other rooms, so that `pnpm verify` has every one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from 'commander'
import { repoFolder } from '../../load-specification.ts'

const externalCommands = [
  ['operations', 'packages/sandbox/src/command/print-coverage.ts', 'list which code answers each operation of the sandbox'],
  ['injection', 'generators/cli/hostile/main.ts', 'put every hostile text in every place of a specification, through every generator'],
  ['clients', 'tools/clients/src/main.ts', 'run unmodified clients of the platform that are no npm packages'],
  ['recipes', 'tools/recipes/src/main.ts', 'run every recipe of the client with other libraries and runtimes against the sandbox'],
  ['openapi', 'tools/openapi/src/main.ts', 'give the documents to generators and importers as npm has them, and check what they make'],
  ['release', 'tools/release/src/main.ts', 'rehearse what is published against a registry on loopback'],
  ['surface', 'tools/release/src/surface/main.ts', 'compare what users see of the packages with what was reviewed'],
  [
    'image',
    'tools/release/src/verify-image.ts',
    'build the image of the sandbox and run it as no root, with a read-only root; prints its size',
  ],
  [
    'newcomer',
    'tools/release/src/newcomer.ts',
    'follow the recipes of the sandbox from an empty folder, with the packages as they would be published',
  ],
] as const

export function addExternalCommands(program: Command): void {
  for (const [name, file, description] of externalCommands) {
    program
      .command(name)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .argument('[options...]', 'as its own --help says')
      .action(async (options: readonly string[]) => {
        const child = spawn(process.execPath, [file, ...options], { cwd: repoFolder, stdio: 'inherit' })
        const [code] = (await once(child, 'close')) as [number | null]
        process.exitCode = code ?? 1
      })
  }
}
