import { findModelById, findModelByUuid, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import { scenarioLibrary, type ScenarioLibrarySet } from '../../catalog/scenario-library.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import { answerAround } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { removeFile, saveTextFile, signDownload } from '../../shared/signed-files.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { hasText, matchesFilter, listDistinct, listSortOptions, type SortKeys, sortValues } from '../../shared/sort-lists.ts'
import { createScenarios, parseFile, parseScenarios, replyScenarios, type Scenario, formatFile } from './scenarios.ts'

export type ScenarioSet = Kinds['ScenarioSet']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** `count`: number of scenarios to generate; 0 for sets that are not generated. */
    ScenarioSet: { scenarios: readonly Scenario[]; count: number }
  }
}

export const ready = 'SCENARIO_SET_STATUS_READY'
const generating = 'SCENARIO_SET_STATUS_GENERATING'
const maxSets = 1000
/** States of a set, in order. */
const states: readonly ScenarioSet['status'][] = [generating, ready, 'SCENARIO_SET_STATUS_FAILED', 'SCENARIO_SET_STATUS_CANCELLED']

const keyOfFile = (uuid: string) => `scenario-sets/${uuid}.jsonl`
const fileOf = (uuid: string) => `downloads/${keyOfFile(uuid)}`

type SetOrder = NonNullable<Operations['scenarioSets_list']['query']['sort_by']>

const orders: SortKeys<ScenarioSet, SetOrder> = {
  SCENARIO_SET_SORT_FIELD_CREATED_AT: (set) => set.created_at,
  SCENARIO_SET_SORT_FIELD_NAME: (set) => set.name.toLowerCase(),
  SCENARIO_SET_SORT_FIELD_STATUS: (set) => states.indexOf(set.status),
  SCENARIO_SET_SORT_FIELD_SCENARIO_COUNT: (set) => set.scenario_count,
  SCENARIO_SET_SORT_FIELD_UPDATED_AT: (set) => set.updated_at,
}

export const listSets: Handler<'scenarioSets_list'> = (call, { engine }) => {
  const { statuses, source_kinds: kinds, search } = call.query
  const all = engine.list('ScenarioSet', { order: 'oldest' })
  const found = all.filter(
    (set) => matchesFilter(statuses, set.status) && matchesFilter(kinds, set.source_kind) && hasText(search, [set.name, set.description]),
  )
  const sorted = sortValues(found, orders, call.query, { by: 'SCENARIO_SET_SORT_FIELD_CREATED_AT', direction: 'SORT_DIRECTION_DESC' })
  return answerAround(call, sorted, (page, paging) => ({
    scenario_sets: page,
    ...paging,
    available_statuses: listDistinct(all.map(({ status }) => status)),
    available_source_kinds: listDistinct(all.map(({ source_kind: kind }) => kind)),
    ...listSortOptions(orders),
  }))
}

export const createSet: Handler<'scenarioSets_create'> = ({ body }, ctx) => {
  const { name, scenarios: given, file_upload_scenario_set: file } = body
  const requests = given ?? []
  if (requests.length > 0 === (file !== undefined))
    throw unprocessable('scenarios, file_upload_scenario_set: exactly one of them must be given.')
  const scenarios = file ? parseFile(ctx, file) : parseScenarios(ctx, requests)
  return { scenario_set: makeSet(ctx, { name, source_kind: 'SCENARIO_SET_SOURCE_KIND_USER_UPLOAD' }, scenarios) }
}

export const copySet: Handler<'scenarioSets_createFromLibrary'> = ({ path, body }, ctx) => {
  const { library_scenario_uuid: uuid, name, description, scenarios } = findLibrarySet(path.library_scenario_uuid)
  const source = { source_kind: 'SCENARIO_SET_SOURCE_KIND_LIBRARY', library_scenario_uuid: uuid } as const
  return { scenario_set: makeSet(ctx, { name: body?.name || name, description, ...source }, createScenarios(ctx, scenarios)) }
}

/** @throws Failure 404 */
export function findLibrarySet(uuid: string): ScenarioLibrarySet {
  const found = scenarioLibrary.find((each) => each.library_scenario_uuid === uuid)
  if (!found) throw notFound()
  return found
}

type NewSet = Changes<ScenarioSet> & Pick<ScenarioSet, 'name' | 'source_kind'>

function makeSet(ctx: AccountContext, fields: NewSet, scenarios: readonly Scenario[]): ScenarioSet {
  const { scenario_set_uuid: uuid } = addSet(ctx, { ...fields, status: ready })
  return ctx.engine.setFields('ScenarioSet', uuid, storeScenarios(ctx, uuid, scenarios))
}

/** @throws Failure 422 */
function addSet({ engine, clock }: AccountContext, fields: NewSet, count = 0): ScenarioSet {
  if (engine.count('ScenarioSet') >= maxSets)
    throw unprocessable(`The account has ${maxSets} scenario sets, which is as many as it may have.`)
  const stamp = clock.timestamp()
  const hidden = { scenarios: [], count }
  const { scenario_set_uuid: uuid } = engine.create('ScenarioSet', { ...fields, scenario_count: 0 }, { hidden })
  return engine.setFields('ScenarioSet', uuid, { ...fields, created_at: stamp, updated_at: stamp })
}

/** Stores the scenarios of a set and its file, and returns the fields that describe them. */
function storeScenarios(ctx: AccountContext, uuid: string, scenarios: readonly Scenario[]): Changes<ScenarioSet> {
  ctx.engine.setHidden('ScenarioSet', uuid, { scenarios })
  saveTextFile(ctx, fileOf(uuid), formatFile(scenarios))
  return {
    scenario_count: scenarios.length,
    bucket_name: 'spindrift-scenarios',
    bucket_region: 'nyc3',
    spaces_key: keyOfFile(uuid),
    updated_at: ctx.clock.timestamp(),
  }
}

export const generateSet: Handler<'scenarioSets_generate'> = ({ body }, ctx) => {
  const { name, goal_description: goal, num_scenarios: count = 1 } = body
  const model = requireWriter(body.generator_model_uuid, 'generator_model_uuid')
  const set = addSet(
    ctx,
    {
      name,
      source_kind: 'SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED',
      source_goal_description: goal,
      generator_model_uuid: model.uuid,
      workflow_uuid: ctx.ids.uuid(),
    },
    count,
  )
  return { scenario_set: set }
}

const defaultWriter = 'llama3.3-70b-instruct'

/** Returns a text model, by default the platform's default. @throws Failure 404, 422 */
export function requireWriter(uuid: string | undefined, field: string): GenaiModelEntry {
  const model = uuid ? findModelByUuid(uuid) : findModelById(defaultWriter)
  if (!model) throw referenceNotFound(field, 'model', uuid)
  if (model.type !== 'text') throw unprocessable(`${field}: ${model.name} does not generate text.`)
  return model
}

/** Generates the scenarios from the goal of the set. */
export function generateScenarios(set: ScenarioSet, ctx: AccountContext): Changes<ScenarioSet> {
  const { scenario_set_uuid: uuid, source_goal_description: goal = '' } = set
  const { count } = ctx.engine.getHidden('ScenarioSet', uuid)
  const scenarios = Array.from({ length: count }, (_, index) => ({
    name: `Scenario ${index + 1}`,
    description: `${goal} (${index + 1} of ${count})`,
    user_persona: 'A customer',
    stopping_criteria: ['The agent answers the customer'],
  }))
  return storeScenarios(ctx, uuid, createScenarios(ctx, scenarios))
}

export const updateSet: Handler<'scenarioSets_update'> = ({ path: { scenario_set_uuid: uuid }, body }, ctx) => {
  const { engine, clock } = ctx
  const { status } = engine.get('ScenarioSet', uuid)
  const { name, scenarios } = body
  if (!name && !scenarios?.length) throw unprocessable('name, scenarios: at least one of them must be given.')
  if (scenarios?.length && status !== ready) throw conflict('The set has no scenarios yet that could be replaced.')
  if (name) engine.setFields('ScenarioSet', uuid, { name, updated_at: clock.timestamp() })
  if (scenarios?.length) engine.setFields('ScenarioSet', uuid, storeScenarios(ctx, uuid, parseScenarios(ctx, scenarios)))
  return { scenario_set: engine.get('ScenarioSet', uuid) }
}

export const deleteSet: Handler<'scenarioSets_delete'> = ({ path: { scenario_set_uuid: uuid } }, ctx) => {
  const { engine } = ctx
  engine.get('ScenarioSet', uuid)
  const runs = engine.list('SimulationRun', { where: [{ field: 'scenario_set_uuid', equals: uuid }] })
  const running = runs.find((run) => !hasEnded(run))
  if (running) throw conflict(`The run "${running.name}" plays this set and has not ended.`)
  engine.delete('ScenarioSet', uuid)
  return { scenario_set_uuid: uuid }
}

export const removeScenarioFile = ({ scenario_set_uuid: uuid }: ScenarioSet, _key: unknown, ctx: AccountContext): void =>
  removeFile(ctx, fileOf(uuid))

export const listScenarios: Handler<'scenarioSets_scenarios_list'> = (call, { engine }) =>
  replyScenarios(call, engine.getHidden('ScenarioSet', call.path.scenario_set_uuid).scenarios)

export const getDownloadUrl: Handler<'scenarioSets_getDownloadUrl'> = ({ path: { scenario_set_uuid: uuid }, origin }, ctx) => {
  if (ctx.engine.get('ScenarioSet', uuid).status !== ready) throw notFound('File not found: the set has no scenarios yet.')
  const { url, expires } = signDownload(ctx, origin, fileOf(uuid))
  return { download_url: url, expires_at: expires }
}
