/** `pnpm prove crash` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { runCrash } from './run-crash.ts'

export function addCrash(program: Command): void {
  program
    .command('crash')
    .description('kill -9 the sandbox while it writes and look for what is lost or done by half; refused state files; a full disk')
    .option('--rounds <number>', 'how often it is killed', readCount, 200)
    .option('--writes <number>', 'how many acknowledged writes there are to be at least', readCount, 100_000)
    .option('--seed <number>', 'what is written and when it is killed; the moment is never exactly the same again', readCount, 7)
    .option('--program <file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')
    .addHelpText('after', '\nExample:\n  $ pnpm prove crash --rounds 10 --writes 5000\n')
    .action(async (options: { rounds: number; writes: number; seed: number; program?: string }) => {
      printCheck(await runCrash(options))
    })
}
