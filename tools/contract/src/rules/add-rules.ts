/** `pnpm prove rules` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { loadSpecification, repoFolder } from '../load-specification.ts'
import { checkRules } from './check-rules.ts'
import { findProofs, type Proof } from './find-proofs.ts'
import { loadRules } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'
import { type Report, type Results, readResults } from './read-results.ts'
import { readReport, runTests } from './run-tests.ts'

interface Options {
  readonly static?: true
  readonly report?: string
  readonly listUncovered?: true
  readonly listPending?: true
}

export function addRules(program: Command): void {
  program
    .command('rules')
    .description(
      'check spec/rules.yaml: every rule names operations that exist, and holds when the tests that name it were run now and all passed',
    )
    .option('--static', 'run no test: only look that every rule is named by one')
    .option('--report <file>', 'run no test: take the results from what `vitest run --reporter=json` wrote of a whole run')
    .option('--list-uncovered', 'print every rule that does not hold')
    .option('--list-pending', 'print every pattern that waits for a family to be written')
    .addHelpText('after', '\nExample:\n  $ pnpm prove rules --static\n')
    .action(async (options: Options) => {
      const rules = loadRules(`${repoFolder}spec/rules.yaml`)
      const proofs = findProofs(repoFolder)
      const { entries } = loadSpecification()
      const { findings, covered, uncovered, pending } = checkRules(rules, entries, proofs)
      const results = options.static ? undefined : readResults(await findReport(options.report, proofs))
      const holding = results ? covered.filter(({ id }) => results.held.has(id)) : covered
      if (options.listUncovered)
        for (const { id, statement } of rules.filter((rule) => !holding.includes(rule))) console.log(`${id}: ${statement}`)
      if (options.listPending) for (const pattern of pending) console.log(pattern)
      const bound = new Set(holding.flatMap(({ operations }) => operations.flatMap((pattern) => matchOperations(pattern, entries))))
      printCheck({
        check: 'rules',
        passed: holding.length,
        total: rules.length,
        findings: [
          ...findings,
          ...uncovered.map(({ id }) => `${id}: no test names it. Begin a test's title with [${id}].`),
          ...(results ? [...results.findings, ...covered.flatMap(({ id }) => describeUnseen(id, results))] : []),
        ],
        figures: {
          ...(results && { tests: results.tests }),
          operations_bound: bound.size,
          operations: entries.length,
          pending: pending.length,
        },
      })
    })
}

function findReport(given: string | undefined, proofs: readonly Proof[]): Promise<Report> | Report {
  return given === undefined ? runTests([...new Set(proofs.map(({ file }) => file))]) : readReport(given)
}

/** A test that stands in the source and did not run. */
const describeUnseen = (id: string, { held, fallen }: Results): string[] =>
  held.has(id) || fallen.has(id) ? [] : [`${id}: a test names it, and none that does was run.`]
