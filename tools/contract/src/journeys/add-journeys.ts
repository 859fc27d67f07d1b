/** `pnpm prove journeys` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addJourneys(program: Command): void {
  program
    .command('journeys')
    .argument('[names...]', 'the journeys, as their files in spec/workflows are named; all of them without a name')
    .description('run the Arazzo workflows of spec/workflows with Redocly Respect, each against a sandbox of its own')
    .option('--seed <number>', "from which the sandbox's ids follow", readCount, 7)
    .addHelpText('after', '\nExamples:\n  $ pnpm prove journeys\n  $ pnpm prove journeys droplet-life paging\n')
    .action(async (names: string[], { seed }: { seed: number }) => {
      // The other commands need no built sandbox.
      const { runJourneys } = await import('./run-journeys.ts')
      printCheck(await runJourneys({ ...(names.length > 0 && { names }), seed, onEnd: (line) => console.log(line) }))
    })
}
