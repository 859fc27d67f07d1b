/** Makes the test that shows a rule of spec/rules.yaml. */
import { test } from 'vitest'
import { loadSpecification, type OperationEntry, repoFolder } from '../load-specification.ts'
import { loadRules, type Rule } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'

export const specification = loadSpecification()
const rules = new Map(loadRules(`${repoFolder}spec/rules.yaml`).map((rule) => [rule.id, rule]))

/**
 * `show` gets the operations that the rule binds, never none. Write the id as a literal: `pnpm rules` finds it in the
 * source, and refuses an id that does not exist.
 */
export function rule(id: string, show: (bound: readonly OperationEntry[]) => void | Promise<void>): void {
  const found = rules.get(id)
  if (!found) throw new Error(`spec/rules.yaml has no rule ${id}.`)
  test(`[${id}] ${found.statement}`, () => show(bind(found)))
}

function bind({ id, operations }: Rule): OperationEntry[] {
  const bound = specification.entries.filter((entry) => operations.some((pattern) => matchOperations(pattern, [entry]).length > 0))
  if (bound.length === 0) throw new Error(`The rule ${id} binds no operation that exists.`)
  return bound
}
