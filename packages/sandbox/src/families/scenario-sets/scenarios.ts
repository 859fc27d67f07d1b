/** Scenarios of a set: parses them from a request or a file, lists them and formats the file of the set. */
import type { Call } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { answerAround } from '../../engine/pages.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { parseUploadedText } from '../../shared/file-uploads.ts'
import { hasText, listSortOptions, type SortKeys, sortValues } from '../../shared/sort-lists.ts'
import { check } from '../../validation/check.ts'
import { tryJson } from '../../validation/parse-json.ts'
import { findValidator } from '../../validation/validators.ts'

export type Scenario = DeepReadonly<Kinds['Scenario']>
type Create = Operations['scenarioSets_create']['body']
export type ScenarioRequest = NonNullable<Create['scenarios']>[number]

/** Gives every scenario a new id; ids in the request are ignored. */
export function createScenarios({ ids }: AccountContext, requests: readonly Omit<Scenario, 'scenario_uuid'>[]): Scenario[] {
  return requests.map((request) => ({ ...request, scenario_uuid: ids.uuid() }))
}

export function parseScenarios(ctx: AccountContext, requests: readonly ScenarioRequest[]): Scenario[] {
  const plain = requests.map(({ name = '', description, user_persona, stopping_criteria, max_turns, exploration_budget }) => ({
    name,
    description,
    ...(user_persona && { user_persona }),
    stopping_criteria,
    ...(max_turns !== undefined && { max_turns }),
    ...(exploration_budget !== undefined && { exploration_budget }),
  }))
  return createScenarios(ctx, plain)
}

const field = 'file_upload_scenario_set'

/** Validates each line against the schema of an item of `scenarios`. @throws Failure 404, 422 */
export function parseFile(ctx: AccountContext, { stored_object_key: path }: NonNullable<Create['file_upload_scenario_set']>): Scenario[] {
  const lines = parseUploadedText(ctx, path, field)
    .text.split(/\r?\n/)
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ number: at + 1, value: parseLine(text, at + 1) }]))
  if (lines.length === 0) throw unprocessable(`${field}: the file has no scenarios.`)
  const body = { name: field, scenarios: lines.map(({ value }) => value) }
  const validator = findValidator('body', { id: 'scenarioSets_create', family: 'scenario-sets' })
  if (!validator) throw new Error('Requests to make scenario sets have no validator.')
  try {
    check(validator, body, 'body')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = error.message.replaceAll(/scenarios\.(\d+)\.?/g, (_, at: string) => `line ${lines[Number(at)]?.number ?? at}, `)
    throw unprocessable(`${field}: ${message}`)
  }
  // The validator has checked this.
  return parseScenarios(ctx, body.scenarios as unknown as ScenarioRequest[])
}

function parseLine(text: string, number: number): Value {
  const value = tryJson(text)
  if (!isRecord(value)) throw unprocessable(`${field}: line ${number} is not a JSON object.`)
  return value
}

export function formatFile(scenarios: readonly Scenario[]): string {
  return scenarios.map((scenario) => `${JSON.stringify(scenario)}\n`).join('')
}

type ScenarioList = 'scenarioSets_scenarios_list' | 'scenarioSets_library_listScenarios'
type ScenarioOrder = NonNullable<Operations[ScenarioList]['query']['sort_by']>

const orders: SortKeys<Scenario, ScenarioOrder> = {
  // Already in this order.
  SCENARIO_SORT_FIELD_FILE_ORDER: () => 0,
  SCENARIO_SORT_FIELD_NAME: ({ name }) => name.toLowerCase(),
  SCENARIO_SORT_FIELD_DESCRIPTION: ({ description }) => description.toLowerCase(),
}

export function replyScenarios(call: Call<ScenarioList>, scenarios: readonly Scenario[]) {
  const found = scenarios.filter(({ name, description }) => hasText(call.query.search, [name, description]))
  const sorted = sortValues(found, orders, call.query, { by: 'SCENARIO_SORT_FIELD_FILE_ORDER', direction: 'SORT_DIRECTION_ASC' })
  return answerAround(call, sorted, (page, paging) => ({ scenarios: page, ...paging, ...listSortOptions(orders) }))
}
