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
passes, everything unused is collected, and what is left is measured. In the first half the state grows, and all caches with it. In the
second it is the same snapshot again and again: the line fitted to what JavaScript holds may rise by ${mostRise.heap / 1e6} MB in that time,
the one fitted to what the process has beside JavaScript's heap by ${mostRise.native / 1e6} MB. In the last third a second process, which
had rested until then, is asked in turns with the first, whose 99th percentile may be ${mostSlower.times} times as high.

Example:
  $ pnpm prove soak --minutes 60
`,
    )
    .action(async (options: { minutes: number; seed: number; program?: string }) => {
      printCheck(await runSoak(options))
    })
}
