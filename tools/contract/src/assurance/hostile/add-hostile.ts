/** `pnpm prove hostile` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'

export function addHostile(program: Command): void {
  program
    .command('hostile')
    .description(
      'send the sandbox bytes that are no good requests, over sockets: broken framing, broken bodies, addresses that lead elsewhere, floods; each has one right answer, and others are served meanwhile',
    )
    .option('--cases <number>', 'how many requests that chance has damaged come after the table', readCount, 2000)
    .option('--seed <number>', 'what the damage follows from', readCount, 7)
    .option('--only <text>', 'only the cases of the table that have this in their names')
    .addHelpText('after', '\nExample:\n  $ pnpm prove hostile --cases 100 --seed 3\n  $ pnpm prove hostile --only Content-Length\n')
    .action(async (options: { readonly cases: number; readonly seed: number; readonly only?: string }) => {
      // The other commands need no built sandbox.
      const [{ runHostile }, { openProcess }] = await Promise.all([import('./run-hostile.ts'), import('./target.ts')])
      printCheck(await runHostile({ ...options, floodMilliseconds: 4000, open: openProcess }))
    })
}
