/** `pnpm prove soak` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { mostRise, mostSlower } from './judge-soak.ts'
import { kindsOfWork } from './kinds-of-work.ts'
import { runSoak } from './run-soak.ts'

export function addSoak(program: Command): void {
  program
    .command('soak')
    .description(
      'put the built sandbox under mixed load for a while: memory stays, no descriptor is left, nothing gets slower, nothing fails',
    )
    .option('--minutes <number>', 'how long', readCount, 10)
    .option('--seed <number>', 'what is drawn; the order in which callers meet is never exactly the same again', readCount, 7)
    .option('--program <file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')
    .addHelpText(
      'after',
      `
Eight callers do: ${kindsOfWork.map(({ name }) => name).join(', ')}. Up to forty times they pause; then a snapshot is put back, a day
passes, everything unused is collected, and what is left is measured. The line fitted to it may rise by ${mostRise.share * 100} % of its
mean, the first fifth apart; the 99th percentile of the last third may be ${mostSlower.times} times that of the first.

Example:
  $ pnpm prove soak --minutes 60
`,
    )
    .action(async (options: { minutes: number; seed: number; program?: string }) => {
      printCheck(await runSoak(options))
    })
}
