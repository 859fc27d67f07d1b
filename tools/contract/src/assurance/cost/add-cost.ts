/** `pnpm prove cost` */
import { type Command, Option } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'

export function addCost(program: Command): void {
  program
    .command('cost')
    .description(
      'send every operation the worst that its schema allows, at 64 kB, 256 kB and 1 MB, and ask for every list where there is much: none may hold the others for long',
    )
    .option('--seed <number>', 'what the ids follow from', readCount, 7)
    .option('--rows <number>', 'how many of each kind there are when lists are asked for; 0 leaves this out', readCount, 10_000)
    .option('--every <number>', 'only every so many of the bodies', readCount, 1)
    .option('--operation <id...>', 'only these')
    .option('--family <name...>', 'only the operations of these families')
    .addOption(
      new Option('--only <part>', 'only the bodies and addresses, or only what is asked where there is much').choices(['worst', 'crowded']),
    )
    .option('--verbose', 'print each operation as it begins, and each finding as it comes')
    .addHelpText('after', examples)
    .action(async ({ operation: operations, family: families, verbose = false, ...options }: CostFlags) => {
      // The other commands need no built sandbox.
      const { runCost } = await import('./run-cost.ts')
      // The largest body that is read is 1 MB with all around it.
      const onProgress = verbose ? (line: string) => console.error(line) : undefined
      const outcome = await runCost({ ...options, operations, families, onProgress, sizes: [64_000, 256_000, 1_000_000] })
      // Each is an operation to be mended, and finding them again takes long.
      printCheck(outcome, Infinity)
    })
}

interface CostFlags {
  readonly seed: number
  readonly rows: number
  readonly every: number
  readonly operation?: readonly string[]
  readonly family?: readonly string[]
  readonly only?: 'worst' | 'crowded'
  readonly verbose?: boolean
}

const examples = `
Examples:
  $ pnpm prove cost --operation firewalls_create --rows 0
  $ pnpm prove cost --only crowded --family droplets volumes billing

What there is much of is made by the chosen operations, so name the families of it beside those that are asked.
`
