/** `pnpm prove fuzz` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { replicasHelp } from '../replicas/add-replica-options.ts'

export function addFuzz(program: Command): void {
  program
    .command('fuzz')
    .description(
      'ask the sandbox about every operation, with good, broken and hostile requests drawn from the specification, and judge every answer',
    )
    .option('--cases <number>', 'how many requests are drawn, about', readCount, 20_000)
    .option('--seed <number>', 'what the requests follow from', readCount, 7)
    .option('--replicas <number>', replicasHelp, readCount, 0)
    .option('--operation <id...>', 'only these')
    .option('--list-unanswered', 'print every operation that never answered a good request with success, and why')
    .addHelpText('after', '\nExample:\n  $ pnpm prove fuzz --operation volumes_create --cases 500 --seed 3\n')
    .action(async ({ listUnanswered = false, operation: operations, ...options }: FuzzFlags) => {
      // The other commands need no built sandbox.
      const { runFuzz } = await import('./run-fuzz.ts')
      const outcome = await runFuzz({ ...options, operations })
      if (listUnanswered) {
        for (const line of outcome.unanswered) console.log(line)
        for (const id of outcome.missing) console.log(`${id}: 501`)
      }
      printCheck(outcome)
    })
}

interface FuzzFlags {
  readonly cases: number
  readonly seed: number
  readonly replicas: number
  readonly operation?: readonly string[]
  readonly listUnanswered?: boolean
}
