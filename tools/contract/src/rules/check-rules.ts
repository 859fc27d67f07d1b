/** Holds the list of rules against the specification and against the tests that show them. */
import type { OperationEntry } from '../load-specification.ts'
import type { Proof } from './find-proofs.ts'
import type { Rule } from './load-rules.ts'
import { hasFamily, matchOperations } from './match-operations.ts'

export interface RulesReport {
  /** What is wrong, one sentence each. */
  readonly findings: readonly string[]
  readonly covered: readonly Rule[]
  readonly uncovered: readonly Rule[]
  /** Patterns of families that no document has yet. */
  readonly pending: readonly string[]
}

const fewest = 150

export function checkRules(rules: readonly Rule[], entries: readonly OperationEntry[], proofs: readonly Proof[]): RulesReport {
  const shown = new Set(proofs.map((proof) => proof.rule))
  const unmatched = rules.flatMap((rule) =>
    rule.operations.filter((pattern) => matchOperations(pattern, entries).length === 0).map((pattern) => ({ rule, pattern })),
  )
  return {
    findings: [
      ...(rules.length < fewest ? [`spec/rules.yaml: ${rules.length} rules; expected at least ${fewest}.`] : []),
      ...findDuplicates(rules),
      ...unmatched
        .filter(({ pattern }) => hasFamily(pattern, entries))
        .map(
          ({ rule, pattern }) =>
            `spec/rules.yaml:${rule.line}: "${pattern}" of ${rule.id} matches no operation. Correct it, or write the operation.`,
        ),
      ...findUnknown(rules, proofs),
    ],
    covered: rules.filter(({ id }) => shown.has(id)),
    uncovered: rules.filter(({ id }) => !shown.has(id)),
    pending: [...new Set(unmatched.filter(({ pattern }) => !hasFamily(pattern, entries)).map(({ pattern }) => pattern))],
  }
}

function findDuplicates(rules: readonly Rule[]): string[] {
  return rules
    .filter(({ id }, position) => rules.findIndex((other) => other.id === id) < position)
    .map(({ id, line }) => `spec/rules.yaml:${line}: the id ${id} is used twice. Give one of the rules another.`)
}

function findUnknown(rules: readonly Rule[], proofs: readonly Proof[]): string[] {
  const known = new Set(rules.map(({ id }) => id))
  return proofs
    .filter((proof) => !known.has(proof.rule))
    .map(({ rule, file, line }) => `${file}:${line}: names the rule ${rule}, which is not in spec/rules.yaml. Correct the name.`)
}
