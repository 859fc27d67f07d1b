import { examples, flag, defineVerification, text } from '../assurance/verification.ts'
import { loadSpecification, repoFolder } from '../load-specification.ts'
import { checkRules } from './check-rules.ts'
import { findProofs, type Proof } from './find-rule-tests.ts'
import { loadRules } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'
import { type Report, type Results, parseResults } from './parse-results.ts'
import { readReport, runTests } from './run-tests.ts'

export const addRules = defineVerification({
  name: 'rules',
  about: 'check spec/rules.yaml: every rule names operations that exist, and holds when the tests that name it were run now and all passed',
  options: {
    static: flag('run no test: only look that every rule is named by one'),
    report: text('<file>', 'run no test: take the results from what `vitest run --reporter=json` wrote of a whole run'),
    listUncovered: flag('print every rule that does not hold'),
    listPending: flag('print every pattern that waits for a family to be written'),
  },
  help: examples('rules --static'),
  run: async ({ static: isStatic, report, listUncovered, listPending }) => {
    const rules = loadRules(`${repoFolder}spec/rules.yaml`)
    const proofs = findProofs(repoFolder)
    const { entries } = loadSpecification()
    const { findings, covered, uncovered, pending } = checkRules(rules, entries, proofs)
    const results = isStatic ? undefined : parseResults(await findReport(report, proofs))
    const holding = results ? covered.filter(({ id }) => results.held.has(id)) : covered
    if (listUncovered) for (const { id, statement } of rules.filter((rule) => !holding.includes(rule))) console.log(`${id}: ${statement}`)
    if (listPending) for (const pattern of pending) console.log(pattern)
    const bound = new Set(holding.flatMap(({ operations }) => operations.flatMap((pattern) => matchOperations(pattern, entries))))
    return {
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
    }
  },
})

function findReport(given: string | undefined, proofs: readonly Proof[]): Promise<Report> | Report {
  return given === undefined ? runTests([...new Set(proofs.map(({ file }) => file))]) : readReport(given)
}

/** A test that stands in the source and did not run. */
const describeUnseen = (id: string, { held, fallen }: Results): string[] =>
  held.has(id) || fallen.has(id) ? [] : [`${id}: a test names it, and none that does was run.`]
