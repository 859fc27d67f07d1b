/** `pnpm prove scopes` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'

export function addScopes(program: Command): void {
  program
    .command('scopes')
    .argument('[operations...]', 'only these operations')
    .description(
      'ask every operation with a token of exactly its scopes, which must be answered as a full token is, and with tokens that have every scope but one of its own, which must be refused and change nothing',
    )
    .option('--seed <number>', 'from which all ids follow', readCount, 7)
    .addHelpText('after', '\nExamples:\n  $ pnpm prove scopes\n  $ pnpm prove scopes sizes_list snapshots_delete\n')
    .action(async (operations: string[], { seed }: { readonly seed: number }) => {
      // The other commands need no built sandbox.
      const { runScopes } = await import('./run-scopes.ts')
      printCheck(await runScopes({ seed, ...(operations.length > 0 && { operations }) }))
    })
}
