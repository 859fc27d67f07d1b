/** `pnpm prove lifecycles` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addLifecycles(program: Command): void {
  program
    .command('lifecycles')
    .argument('[kinds...]', 'only objects of these kinds, as the specification names their schemas')
    .description(
      "make, change and delete an object of every kind that goes through states, with actions that take their time and with actions that take none: the client's waits end, and see the states of the lifecycle in their order",
    )
    .option('--seed <number>', 'from which all ids follow', readCount, 7)
    .option('--list', 'print every wait as it ends')
    .addHelpText('after', '\nExamples:\n  $ pnpm prove lifecycles\n  $ pnpm prove lifecycles Droplet --list\n')
    .action(async (kinds: string[], { seed, list = false }: { readonly seed: number; readonly list?: boolean }) => {
      // The other commands need no built packages.
      const { runLifecycles } = await import('./run-lifecycles.ts')
      printCheck(await runLifecycles({ seed, ...(kinds.length > 0 && { kinds }), ...(list && { onEnd: (line) => console.error(line) }) }))
    })
}
