/** `pnpm prove linear` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { addReplicaOptions, chooseState, type ReplicaFlags } from '../replicas/add-replica-options.ts'

interface Options extends ReplicaFlags {
  readonly histories: number
  readonly seed: number
}

export function addLinear(program: Command): void {
  const command = program
    .command('linear')
    .description(
      'record what concurrent clients see through a random balancer over several replicas, and look for one order of it that explains everything: registers, counters, names that are taken once, codes, refresh tokens, budgets',
    )
    .option('--histories <number>', 'how many histories', readCount, 120)
    .option('--seed <number>', 'what the clients do; how their requests meet is never exactly the same again', readCount, 7)
  addReplicaOptions(command)
    .addHelpText('after', '\nExample:\n  $ pnpm prove linear --histories 1000 --replicas 3\n')
    .action(async ({ histories, seed, ...flags }: Options) => {
      // The other commands need no built sandbox.
      const { runLinear } = await import('./run-linear.ts')
      const { startReplicas } = await import('../replicas/start-replicas.ts')
      await using replicas = await startReplicas({ ...chooseState(flags, 'memory'), flags: ['--seed', String(seed)] })
      printCheck(await runLinear({ replicas, histories, seed }))
    })
}
