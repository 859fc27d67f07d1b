/** `pnpm prove reference` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addReference(program: Command): void {
  program
    .command('reference')
    .description(
      "open every page of the reference in a browser of a phone's width: none may complain, fail to load something or scroll sideways, and none may weigh more than it is allowed",
    )
    .option('--every <number>', 'only every so many of the pages', readCount, 1)
    .option('--only <text>', 'only pages whose address has this in it', '')
    .addHelpText('after', '\nExample:\n  $ pnpm prove reference --only control/volumes\n')
    .action(async (options: { readonly every: number; readonly only: string }) => {
      // The other commands need no browser.
      const { runReference } = await import('./run-reference.ts')
      printCheck(await runReference(options))
    })
}
