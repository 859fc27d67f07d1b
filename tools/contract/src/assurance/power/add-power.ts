/** `pnpm prove power` */
import { type Command, Option } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { type Durability, runPower } from './run-power.ts'

export function addPower(program: Command): void {
  program
    .command('power')
    .description(
      'lose all that was not synced while the sandbox writes: nothing acknowledged is lost with --durability full, and nothing in silence with normal',
    )
    .option('--rounds <number>', 'how often the power goes, with each durability', readCount, 200)
    .option('--seed <number>', 'what is written, when the power goes and what the disk keeps of what was not synced', readCount, 7)
    .addOption(new Option('--durability <full|normal>', 'only with this one').choices(['full', 'normal']))
    .option('--program <file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')
    .addHelpText(
      'after',
      '\nIt takes Linux and gcc. Without them nothing is proved, and it says so and fails.\n\nExample:\n  $ pnpm prove power --rounds 20\n',
    )
    .action(async (options: { rounds: number; seed: number; durability?: Durability; program?: string }) => {
      printCheck(await runPower(options))
    })
}
