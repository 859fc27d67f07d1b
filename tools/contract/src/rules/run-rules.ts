/** Checks that every rule of spec/rules.yaml names real operations and has passing tests. */
import type { VerificationResult } from '../assurance/print-result.ts'
import { loadSpecification, repoFolder } from '../load-specification.ts'
import { checkRules } from './check-rules.ts'
import { findRuleTests, type RuleTest } from './find-rule-tests.ts'
import { loadRules } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'
import { type Report, type Results, parseResults } from './parse-results.ts'
import { readReport, runTests } from './run-tests.ts'

interface RulesOptions {
  /** Checks only that a test names every rule. */
  readonly static: boolean
  /** File of `vitest run --reporter=json`; when empty, the tests run. */
  readonly report: string
}

export async function runRules({ static: isStatic, report }: RulesOptions): Promise<VerificationResult> {
  const rules = loadRules(`${repoFolder}spec/rules.yaml`)
  const ruleTests = findRuleTests(repoFolder)
  const { entries } = loadSpecification()
  const { findings, covered, uncovered } = checkRules(rules, entries, ruleTests)
  const results = isStatic ? undefined : parseResults(await findReport(report, ruleTests))
  const holding = results ? covered.filter(({ id }) => results.passed.has(id)) : covered
  const bound = new Set(holding.flatMap(({ operations }) => operations.flatMap((pattern) => matchOperations(pattern, entries))))
  return {
    check: 'rules',
    passed: holding.length,
    total: rules.length,
    findings: [
      ...findings,
      ...uncovered.map(({ id }) => `${id}: no test covers it. Start the title of a test with [${id}].`),
      ...(results ? [...results.findings, ...covered.flatMap(({ id }) => describeUnseen(id, results))] : []),
    ],
    figures: {
      ...(results && { tests: results.tests }),
      operations_bound: bound.size,
      operations: entries.length,
    },
  }
}

function findReport(given: string, ruleTests: readonly RuleTest[]): Promise<Report> | Report {
  return given === '' ? runTests([...new Set(ruleTests.map(({ file }) => file))]) : readReport(given)
}

/** Reports a rule whose tests did not run. */
const describeUnseen = (id: string, { passed, failed }: Results): string[] =>
  passed.has(id) || failed.has(id) ? [] : [`${id}: no test of this rule ran.`]
