/** Checks the rules against the specification and the tests that cover them. */
import type { OperationEntry } from '../load-specification.ts'
import type { RuleTest } from './find-rule-tests.ts'
import type { Rule } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'

export interface RulesReport {
  /** One line for each fault. */
  readonly findings: readonly string[]
  /** Rules with a test that runs. */
  readonly covered: readonly Rule[]
  readonly uncovered: readonly Rule[]
}

const minRules = 150

export function checkRules(rules: readonly Rule[], entries: readonly OperationEntry[], ruleTests: readonly RuleTest[]): RulesReport {
  const coveredIds = new Set(ruleTests.map((ruleTest) => ruleTest.rule))
  const isCovered = ({ id }: Rule) => coveredIds.has(id)
  return {
    findings: [
      ...(rules.length < minRules ? [`spec/rules.yaml: ${rules.length} rules; expected at least ${minRules}.`] : []),
      ...findDuplicates(rules),
      ...rules.flatMap((rule) => findUnmatched(rule, entries)),
      ...findUnknown(rules, ruleTests),
    ],
    covered: rules.filter(isCovered),
    uncovered: rules.filter((rule) => !isCovered(rule)),
  }
}

function findUnmatched({ id, line, operations }: Rule, entries: readonly OperationEntry[]): string[] {
  return operations
    .filter((pattern) => matchOperations(pattern, entries).length === 0)
    .map((pattern) => `spec/rules.yaml:${line}: "${pattern}" of ${id} matches no operation. Correct it, or write the operation.`)
}

function findDuplicates(rules: readonly Rule[]): string[] {
  return rules
    .filter(({ id }, position) => rules.findIndex((other) => other.id === id) < position)
    .map(({ id, line }) => `spec/rules.yaml:${line}: the id ${id} is used twice. Give one of the rules another.`)
}

function findUnknown(rules: readonly Rule[], ruleTests: readonly RuleTest[]): string[] {
  const known = new Set(rules.map(({ id }) => id))
  return ruleTests
    .filter((ruleTest) => !known.has(ruleTest.rule))
    .map(({ rule, file, line }) => `${file}:${line}: names the rule ${rule}, which is not in spec/rules.yaml. Correct the name.`)
}
