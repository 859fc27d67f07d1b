/** `pnpm prove stable` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addStable(program: Command): void {
  program
    .command('stable')
    .argument('[kinds...]', 'only objects of these kinds, as the specification names their schemas')
    .description(
      'make an object of every kind with the least, a typical and the most that a request can say, and read it: what was sent comes back as sent, what was not sent is its default or nothing; sent back it changes nothing, and one field that is sent anew changes that field',
    )
    .option('--seed <number>', 'from which all ids follow', readCount, 7)
    .option('--list', 'print every check as it ends')
    .addHelpText('after', '\nExamples:\n  $ pnpm prove stable\n  $ pnpm prove stable Volume Firewall --list\n')
    .action(async (kinds: string[], { seed, list = false }: { readonly seed: number; readonly list?: boolean }) => {
      // The other commands need no built sandbox.
      const { runStable } = await import('./run-stable.ts')
      printCheck(await runStable({ seed, ...(kinds.length > 0 && { kinds }), ...(list && { onEnd: (line) => console.error(line) }) }))
    })
}
