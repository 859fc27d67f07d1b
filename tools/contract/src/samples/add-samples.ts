/** `pnpm prove samples` */
import { type Command, Option } from 'commander'
import { printCheck } from '../assurance/print-check.ts'

interface Flags {
  readonly lang?: string
  readonly only?: string
  readonly world: 'empty' | 'tidewater'
  readonly all?: true
}

export function addSamples(program: Command): void {
  program
    .command('samples')
    .description(
      "paste every sample of the reference, by curl, plain fetch and the client, into a fresh sandbox with the examples' world: each must compile and get the success that is documented",
    )
    .addOption(new Option('--lang <name>', 'only these').choices(['bash', 'typescript']))
    .option('--only <text>', 'only operations whose id has this in it')
    .addOption(new Option('--world <name>', 'what is there').choices(['empty', 'tidewater']).default('tidewater'))
    .option('--all', 'print every finding')
    .addHelpText('after', '\nExample:\n  $ pnpm prove samples --only volumes\n')
    .action(async ({ lang, only = '', world, all }: Flags) => {
      // The other commands need no built sandbox.
      const { runSamples } = await import('./run-samples.ts')
      const result = await runSamples({ lang, world, only: ({ operation }) => operation.id.includes(only) })
      if (all) for (const finding of result.findings) console.log(finding)
      printCheck(result)
    })
}
