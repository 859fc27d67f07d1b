/** `pnpm prove mutants` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'

export function addMutants(program: Command): void {
  program
    .command('mutants')
    .description(
      'change the sources one place at a time and see whether the tests notice; whoever runs the built program, as commands do, notices nothing',
    )
    .argument('[areas...]', 'engine, limits, oauth, store, validation, edge, client-transport, client-retry, …; all when none is named')
    .option('--file <path>', 'only this file, from the repository’s folder')
    .option('--since <revision>', 'only files that were changed since then')
    .option('--sample <number>', 'the most mutants of each area, drawn by the seed; all when left out', readCount)
    .option('--most-tests <number>', 'ask so many test files about one, the likely ones first; all that run it when left out', readCount)
    .option('--seed <number>', 'which are drawn', readCount, 7)
    .option('--jobs <number>', 'how many are tried at once', readCount, 1)
    .option('--verbose', 'print every verdict as it comes')
    .addHelpText('after', '\nExample:\n  $ pnpm prove mutants limits client-governor --sample 30\n')
    .action(async (names: string[], { verbose = false, ...options }: MutantsFlags) => {
      // Vitest is loaded for this alone.
      const { runMutants } = await import('./run-mutants.ts')
      const outcome = await runMutants({ ...options, areas: names, ...(verbose && { onVerdict: (line) => console.error(line) }) })
      for (const line of outcome.survivors) console.error(line)
      printCheck(outcome)
    })
}

interface MutantsFlags {
  readonly file?: string
  readonly since?: string
  readonly sample?: number
  readonly mostTests?: number
  readonly seed: number
  readonly jobs: number
  readonly verbose?: boolean
}
