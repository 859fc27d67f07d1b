/** `pnpm prove limits` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { replicasHelp } from '../replicas/add-replica-options.ts'

export function addLimits(program: Command): void {
  program
    .command('limits')
    .description(
      'play random histories to the sandbox and to a naive limiter: what is served, what remains, when it is reset must be equal',
    )
    .option('--histories <number>', 'how many histories', readCount, 10_000)
    .option('--requests <number>', 'how many requests are set against the budget of the minute and of the hour', readCount, 20_000)
    .option('--seed <number>', 'what the histories follow from', readCount, 7)
    .option('--replicas <number>', replicasHelp, readCount, 0)
    .option('--valkey', 'have the replicas count in a Valkey that is started for it, instead of in their Postgres')
    .addHelpText('after', '\nExample:\n  $ pnpm prove limits --histories 500 --seed 3\n')
    .action(async (options: { histories: number; requests: number; seed: number; replicas: number; valkey?: true }) => {
      if (options.valkey && options.replicas === 0) throw new Error('One alone counts by itself. Give --replicas 2 with --valkey.')
      // The other commands need no built sandbox.
      const { runLimits } = await import('./run-limits.ts')
      printCheck(await runLimits({ ...options, hasValkey: options.valkey === true }))
    })
}
