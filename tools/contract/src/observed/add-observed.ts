/** `pnpm prove observed` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { repoFolder } from '../load-specification.ts'
import { readRows } from './read-rows.ts'

export function addObserved(program: Command): void {
  program
    .command('observed')
    .argument('[families...]', 'only the rows of these families, or of these ids')
    .description('ask a sandbox for every row of spec/observed.tsv: what the platform was seen to answer, the sandbox answers too')
    .option('--list-excepted', 'print every row that the sandbox answers otherwise, and why')
    .addHelpText('after', '\nExamples:\n  $ pnpm prove observed\n  $ pnpm prove observed firewalls volumes-03\n')
    .action(async (families: string[], { listExcepted = false }: { readonly listExcepted?: boolean }) => {
      const rows = readRows(`${repoFolder}spec/observed.tsv`)
      if (listExcepted)
        for (const { id, condition, exception } of rows) if (exception !== '') console.log(`${id} (${condition}): ${exception}`)
      const isWanted = (id: string, family: string) => families.length === 0 || families.includes(family) || families.includes(id)
      const wanted = rows.filter(({ id, family }) => isWanted(id, family))
      if (wanted.length === 0) throw new Error(`No row has the family or the id ${families.join(', ')}.`)
      // The other commands need no built sandbox.
      const [{ allCases }, { runObserved }] = await Promise.all([import('./cases/all-cases.ts'), import('./run-observed.ts')])
      const ids = new Set(wanted.map(({ id }) => id))
      const cases = Object.fromEntries(Object.entries(allCases).filter(([id]) => families.length === 0 || ids.has(id)))
      printCheck(await runObserved(wanted, cases))
    })
}
