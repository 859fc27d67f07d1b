/** `pnpm prove walk` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addWalk(program: Command): void {
  program
    .command('walk')
    .description(
      "call every operation on a sandbox with the specification's own examples, references replaced by ids that exist: each must succeed, or be refused for a reason that is written down, and every reply must be as specified",
    )
    .option('--seed <number>', 'from which all ids follow', readCount, 7)
    .option('--proxy', "let Prism's proxy judge every request and reply as well")
    .option('--list', 'print what became of every example')
    .addHelpText('after', '\nExample:\n  $ pnpm prove walk --seed 3 --list\n')
    .action(async ({ seed, proxy = false, list = false }: { seed: number; proxy?: boolean; list?: boolean }) => {
      // The other commands need no built sandbox.
      const { runWalk } = await import('./run-walk.ts')
      const result = await runWalk({ seed, proxy })
      if (list)
        for (const { operation, example, status, message } of result.outcomes) console.log([status, operation, example, message].join(' '))
      printCheck(result)
    })
}
