/** Defines the test of a rule in spec/rules.yaml. */
import { test } from 'vitest'
import { loadSpecification, type OperationEntry, repoFolder } from '../load-specification.ts'
import { loadRules, type Rule } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'

export const specification = loadSpecification()
const rules = new Map(loadRules(`${repoFolder}spec/rules.yaml`).map((each) => [each.id, each]))

/**
 * Calls `show` with the operations of the rule, at least one. Write the id as a literal: `pnpm verify rules` searches the source for it and
 * rejects unknown ids.
 */
export function rule(id: string, show: (bound: readonly OperationEntry[]) => void | Promise<void>): void {
  const found = rules.get(id)
  if (!found) throw new Error(`spec/rules.yaml has no rule ${id}.`)
  test(`[${id}] ${found.statement}`, () => show(listBoundOperations(found)))
}

function listBoundOperations({ id, operations }: Rule): OperationEntry[] {
  const bound = new Set(operations.flatMap((pattern) => matchOperations(pattern, specification.entries)))
  if (bound.size === 0) throw new Error(`The rule ${id} binds no operation that exists.`)
  return specification.entries.filter((entry) => bound.has(entry))
}
