/** Scenario sets for tests. */
import { expect } from 'vitest'
import type { TestSandbox } from './create-test-sandbox.ts'
import type { BodyAt } from './operation-at.ts'

export const sets = '/v2/gen-ai/scenario_sets'

export const damagedBook = {
  name: 'Damaged book',
  description: 'Return a book that arrived with torn pages',
  user_persona: 'In a hurry',
  stopping_criteria: ['The assistant says how the book can be sent back', 'The assistant says when the money is returned'],
  max_turns: 6,
  exploration_budget: 2,
}
export const lateOrder = {
  name: 'Where is my order',
  description: 'Find out when an order from last week arrives',
  stopping_criteria: ['The assistant asks for the number of the order'],
}

export async function createSet(
  sandbox: Pick<TestSandbox, 'post'>,
  scenarios: BodyAt<'post', typeof sets>['scenarios'] = [damagedBook, lateOrder],
  name = 'returns-and-orders',
) {
  const { status, body } = await sandbox.post(sets, { name, scenarios })
  expect(status, body.message).toBe(200)
  return body.scenario_set
}
