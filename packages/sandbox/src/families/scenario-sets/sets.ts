import { findModelById, findModelByUuid, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import { scenarioLibrary, type ScenarioLibrarySet } from '../../catalog/scenario-library.ts'
import type { Call, Handler } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes, DeepReadonly } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { childPath, type Key } from '../../store/store.ts'
import { parseUploadedText } from '../../shared/file-uploads.ts'
import { parseJsonLines } from '../../shared/json-lines.ts'
import { answerSearch, createSearchHooks, type SearchRules } from '../../shared/search-lists.ts'
import { createDownloads } from '../../shared/signed-files.ts'
import { check } from '../../validation/check.ts'
import { findValidator } from '../../validation/validators.ts'
import { referenceNotFound } from '../agents/index.ts'

type ScenarioSet = Kinds['ScenarioSet']
export type Scenario = Kinds['Scenario']
type NewSet = Operations['scenarioSets_create']['body']
type ScenarioRequest = NonNullable<NewSet['scenarios']>[number]

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of scenarios to generate. */
    ScenarioSet: { count: number }
  }
}

export const ready = 'SCENARIO_SET_STATUS_READY'
const maxSets = 1000
const setKey = (uuid: string): Key<'ScenarioSet'> => ({ kind: 'ScenarioSet', id: uuid })

export const listScenarios = ({ engine }: AccountContext, uuid: string): Scenario[] =>
  engine.list('Scenario', { parent: childPath(setKey(uuid)), order: 'oldest' })

export const files = createDownloads('scenario-sets', 'jsonl', (ctx, uuid) => {
  if (!ctx.engine.find('ScenarioSet', uuid)) return undefined
  return listScenarios(ctx, uuid)
    .map((scenario) => `${JSON.stringify(scenario)}\n`)
    .join('')
})

const search = createSearchHooks('ScenarioSet', 'scenarioSets_list', {
  search: ['name', 'description'],
  filters: { statuses: 'status', source_kinds: 'source_kind' },
  sort: ['CREATED_AT', 'NAME', 'STATUS', 'SCENARIO_COUNT', 'UPDATED_AT'].map((field) => `SCENARIO_SET_SORT_FIELD_${field}`),
  direction: 'SORT_DIRECTION_DESC',
})

const scenarioRules: SearchRules = {
  search: ['name', 'description'],
  sort: ['FILE_ORDER', 'NAME', 'DESCRIPTION'].map((field) => `SCENARIO_SORT_FIELD_${field}`),
}

export const scenario: ResourceHooks<'Scenario'> = createSearchHooks('Scenario', 'scenarioSets_scenarios_list', scenarioRules)

export const scenarioSet: ResourceHooks<'ScenarioSet'> = {
  ...search,
  parseCreate: ({ body }: Call<'scenarioSets_create' | 'scenarioSets_generate'>, ctx) => {
    assertBelowLimit(ctx)
    const { name } = body
    if (!('goal_description' in body))
      return { fields: { name, source_kind: 'SCENARIO_SET_SOURCE_KIND_USER_UPLOAD', scenario_count: 0 }, set: { status: ready } }
    return {
      fields: {
        name,
        source_kind: 'SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED',
        scenario_count: 0,
        source_goal_description: body.goal_description,
        generator_model_uuid: requireWriter(body.generator_model_uuid, 'generator_model_uuid').uuid,
        workflow_uuid: ctx.ids.uuid(),
      },
      hidden: { count: body.num_scenarios ?? 1 },
    }
  },
  afterCreate: ({ scenario_set_uuid: uuid, status }, _key, ctx, { body }) => {
    // Validated against the operation.
    if (status === ready) ctx.engine.setFields('ScenarioSet', uuid, storeScenarios(ctx, uuid, parseScenarios(ctx, body as NewSet)))
  },
  onEnter: {
    [ready]: ({ scenario_set_uuid: uuid, source_goal_description: goal = '' }, key, ctx) => {
      const { count } = ctx.engine.getHidden('ScenarioSet', key)
      const scenarios = Array.from({ length: count }, (_, index) => ({
        name: `Scenario ${index + 1}`,
        description: `${goal} (${index + 1} of ${count})`,
        user_persona: 'A customer',
        stopping_criteria: ['The agent answers the customer'],
      }))
      return storeScenarios(ctx, uuid, scenarios)
    },
  },
  parseUpdate: ({ body }: Call<'scenarioSets_update'>, ctx, { scenario_set_uuid: uuid, status }) => {
    const { name, scenarios } = body
    if (!name && !scenarios?.length) throw unprocessable('name, scenarios: at least one of them must be given.')
    if (scenarios?.length && status !== ready) throw conflict('The set has no scenarios yet that could be replaced.')
    return { fields: { ...(name && { name }) }, ...(scenarios?.length && { set: storeScenarios(ctx, uuid, scenarios) }) }
  },
  beforeDelete: ({ scenario_set_uuid: uuid }, _key, { engine }) => {
    const runs = engine.list('SimulationRun', { where: [{ field: 'scenario_set_uuid', equals: uuid }] })
    const running = runs.find((run) => run.result_summary === undefined)
    if (running) throw conflict(`The run "${running.name}" plays this set and has not ended.`)
  },
}

/** @throws Failure 422 */
function assertBelowLimit({ engine }: AccountContext): void {
  if (engine.count('ScenarioSet') >= maxSets)
    throw unprocessable(`The account has ${maxSets} scenario sets, which is as many as it may have.`)
}

/** Replaces the scenarios of a set, and returns the fields that describe them. Each gets a new id; ids in the request are ignored. */
function storeScenarios(ctx: AccountContext, uuid: string, scenarios: readonly DeepReadonly<ScenarioRequest>[]): Changes<ScenarioSet> {
  const { engine, clock } = ctx
  const parent = childPath(setKey(uuid))
  for (const { scenario_uuid: id } of listScenarios(ctx, uuid)) engine.delete('Scenario', { parent, id })
  for (const { name = '', ...request } of scenarios) engine.create('Scenario', { name, ...request }, { parent })
  return {
    scenario_count: scenarios.length,
    bucket_name: 'spindrift-scenarios',
    bucket_region: 'nyc3',
    spaces_key: `scenario-sets/${uuid}.jsonl`,
    updated_at: clock.timestamp(),
  }
}

const field = 'file_upload_scenario_set'

/** Parses the scenarios of a request or of its file. @throws Failure 404, 422 */
function parseScenarios(ctx: AccountContext, { scenarios, [field]: file }: NewSet): readonly ScenarioRequest[] {
  const requests = scenarios ?? []
  if (requests.length > 0 === (file !== undefined)) throw unprocessable(`scenarios, ${field}: exactly one of them must be given.`)
  if (!file) return requests
  const body = { name: field, scenarios: parseJsonLines(parseUploadedText(ctx, file.stored_object_key, field).text, field) }
  if (body.scenarios.length === 0) throw unprocessable(`${field}: the file has no scenarios.`)
  const validator = findValidator('body', { id: 'scenarioSets_create', family: 'scenario-sets' })
  try {
    if (validator) check(validator, body, 'body')
  } catch (error) {
    throw error instanceof Failure ? unprocessable(`${field}: ${error.message}`) : error
  }
  // The validator has checked this.
  return body.scenarios as unknown as readonly ScenarioRequest[]
}

const defaultWriter = 'llama3.3-70b-instruct'

/** Returns a text model, by default the platform's default. @throws Failure 404, 422 */
export function requireWriter(uuid: string | undefined, fieldPath: string): GenaiModelEntry {
  const model = uuid ? findModelByUuid(uuid) : findModelById(defaultWriter)
  if (!model) throw referenceNotFound(fieldPath, 'model', uuid)
  if (model.type !== 'text') throw unprocessable(`${fieldPath}: ${model.name} does not generate text.`)
  return model
}

export const getDownloadUrl: Handler<'scenarioSets_getDownloadUrl'> = ({ path: { scenario_set_uuid: uuid }, origin }, ctx) => {
  if (ctx.engine.get('ScenarioSet', uuid).status !== ready) throw notFound('File not found: the set has no scenarios yet.')
  return files.sign(ctx, origin, uuid)
}

const libraryRules: SearchRules = {
  search: ['name', 'description', 'goal_description'],
  filters: { category: 'category', categories: 'category' },
  sort: ['SCENARIO_LIBRARY_SORT_FIELD_NAME', 'SCENARIO_LIBRARY_SORT_FIELD_CREATED_AT'],
}

/** Lists the sets of the platform, which are the same for every account and not stored. */
export const listLibrary: Handler<'scenarioSets_library_list'> = (call) => {
  const status = 'SCENARIO_LIBRARY_ENTRY_STATUS_ACTIVE'
  const entries = scenarioLibrary.map(({ scenarios, ...entry }) => {
    return { ...entry, scenario_count: scenarios.length, status, updated_at: entry.created_at }
  })
  return answerSearch<'scenarioSets_library_list'>(call, entries, libraryRules)
}

/** @throws Failure 404 */
function requireLibrarySet(uuid: string): ScenarioLibrarySet {
  const found = scenarioLibrary.find((each) => each.library_scenario_uuid === uuid)
  if (!found) throw notFound()
  return found
}

export const listLibraryScenarios: Handler<'scenarioSets_library_listScenarios'> = (call) => {
  const { scenarios } = requireLibrarySet(call.path.library_scenario_uuid)
  return answerSearch<'scenarioSets_library_listScenarios'>(call, scenarios, scenarioRules)
}

export const copySet: Handler<'scenarioSets_createFromLibrary'> = ({ path, body }, ctx) => {
  const { library_scenario_uuid, name, description, scenarios } = requireLibrarySet(path.library_scenario_uuid)
  assertBelowLimit(ctx)
  const source = { source_kind: 'SCENARIO_SET_SOURCE_KIND_LIBRARY', library_scenario_uuid } as const
  const fields = { name: body?.name || name, description, ...source, scenario_count: 0 }
  const { scenario_set_uuid: uuid } = ctx.engine.create('ScenarioSet', fields)
  return { scenario_set: ctx.engine.setFields('ScenarioSet', uuid, { status: ready, ...storeScenarios(ctx, uuid, scenarios) }) }
}
