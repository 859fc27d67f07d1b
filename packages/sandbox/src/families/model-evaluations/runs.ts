import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { missing, readId } from '../agents/index.ts'
import { markDeleted, readRows } from '../evaluations/index.ts'
import { forgetFile, signDownload } from '../../shared/signed-files.ts'
import { savePreset } from './presets.ts'
import { readSettings } from './read-run.ts'
import { asking, cancelling, countAsked, ended, fileOf, isScored, listAnswers, plan, queued, scoring } from './run-state.ts'
import { type AnsweredPrompt, listRoutes, type ModelRunSubject, readSubject, runKey } from './run-subject.ts'

const kind = 'ModelEvaluationRun'
const none = 'MODEL_EVALUATION_RUN_STATUS_UNSPECIFIED'

export const createRun: Behavior = (call, world) => {
  const { engine, clock } = world
  const body = readBody(call)
  const named = readId(body, 'eval_preset_uuid')
  const preset = named === undefined ? undefined : engine.find({ kind: 'ModelEvaluationPreset', id: named })
  if (named !== undefined && !preset) throw missing('eval_preset_uuid', 'preset', named)
  const settings = readSettings(world, body, preset)
  const { candidate, judge, dataset, metrics, star } = settings
  const used = savePreset(world, body, settings) ?? preset
  const router = engine.find({ kind: 'ModelRouter', id: candidate.uuid })
  const subject: ModelRunSubject = {
    rows: readRows(world, dataset['dataset_uuid']),
    metrics,
    config: candidate.config,
    judge: judge.uuid,
    candidate: { uuid: candidate.uuid, name: candidate.name },
    ...(router && { routes: listRoutes(router) }),
  }
  const { eval_run_uuid: uuid } = engine.create(kind, { name: body['name'] }, { lifecycle: false, hidden: { subject } })
  const run = engine.change(runKey(uuid), {
    candidate_model_uuid: candidate.uuid,
    candidate_model_name: candidate.name,
    candidate_model_source: candidate.source,
    candidate_inference_config: candidate.config,
    judge_model_uuid: judge.uuid,
    judge_model_name: judge.name,
    dataset_uuid: dataset['dataset_uuid'],
    dataset_name: dataset['dataset_name'],
    metrics,
    ...(star && { star_metric: star }),
    ...(used && { eval_preset_uuid: used['eval_preset_uuid'], eval_preset_name: used['name'] }),
    created_at: clock.stamp(),
    // The table stamps it too early.
    started_at: undefined,
  })
  plan(world, String(uuid), queued)
  return { body: JSON.stringify({ eval_run_uuid: uuid, run: describe(world, run) }) }
}

function describe(world: World, run: Value): Value {
  const subject = readSubject(world, runKey(run['eval_run_uuid']))
  const asked = countAsked(world, run, subject)
  const progress = { total_rows: subject.rows.length, candidate_rows_evaluated: asked, judge_rows_evaluated: isScored(run) ? asked : 0 }
  return { ...run, progress, metrics: markDeleted(world, run['metrics']) }
}

const summaryFields = [
  'eval_run_uuid',
  'name',
  'status',
  'progress',
  'candidate_model_uuid',
  'candidate_model_name',
  'candidate_model_source',
  'judge_model_uuid',
  'judge_model_name',
  'dataset_uuid',
  'dataset_name',
  'created_at',
]

function describeSummary(world: World, run: Value): Value {
  const described = describe(world, run)
  return Object.fromEntries(summaryFields.map((field) => [field, described[field]]))
}

const replySummary = (world: World, run: Value) => ({ body: JSON.stringify({ run: describeSummary(world, run) }) })

export const listRuns: Behavior = (call, world) => {
  const { query } = call
  const all = world.engine.all({ kind, order: 'newest' })
  const states = [...listOf(query['status']), ...listOf(query['statuses'])].filter((status) => status !== none)
  const types = listOf(query['candidate_types'])
  const found = all.filter(
    (run) =>
      (query['eval_preset_uuid'] === undefined || run['eval_preset_uuid'] === query['eval_preset_uuid']) &&
      (states.length === 0 || states.includes(String(run['status']))) &&
      (types.length === 0 || types.includes(String(run['candidate_model_source']))) &&
      matches(run, query['search']),
  )
  const sorted = sort(found, query).map((run) => describeSummary(world, run))
  const { body, headers = {} } = replyValues(call, 'runs', sorted)
  const occurring = (field: string) => [...new Set(all.map((run) => String(run[field])))].toSorted()
  const available = { available_statuses: occurring('status'), available_candidate_types: occurring('candidate_model_source') }
  return { body: JSON.stringify({ ...(JSON.parse(String(body)) as object), ...available }), headers }
}

const listOf = (value: unknown): string[] => (value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)])

function matches(run: Value, search: unknown): boolean {
  if (typeof search !== 'string' || search === '') return true
  const texts = [run['name'], run['candidate_model_name'], run['judge_model_name'], run['dataset_name']]
  return texts.some((text) => String(text).toLowerCase().includes(search.toLowerCase()))
}

/** They come newest first. */
function sort(runs: readonly Value[], { sort_by: by, sort_direction: direction }: Call['query']): Value[] {
  const ordered =
    by === 'MODEL_EVALUATION_RUN_SORT_FIELD_STATUS'
      ? runs.toSorted((a, b) => String(b['status']).localeCompare(String(a['status']), 'en'))
      : [...runs]
  return direction === 'SORT_DIRECTION_ASC' ? ordered.toReversed() : ordered
}

export const getRun: Behavior = (call, world) => {
  const key = openKey(call, world)
  const run = world.engine.get(key)
  const results = listAnswers(world, run, readSubject(world, key)).map((answered) => describeResult(answered, isScored(run)))
  // Under a name of its own: the table puts an empty list under the real one.
  const { body, headers = {} } = replyValues(call, 'page', results)
  const { page, links } = JSON.parse(String(body)) as Value
  const reply = { run: describe(world, run), results: page, ...(links !== undefined && { links }), meta: { total: results.length } }
  return { body: JSON.stringify(reply), headers }
}

function describeResult({ input, output, expected, model, task, results }: AnsweredPrompt, scored: boolean): Value {
  return {
    input,
    output,
    ground_truth: expected,
    candidate_model_uuid: model.uuid,
    candidate_model_name: model.name,
    ...(task !== undefined && { candidate_routed_task: task }),
    metric_results: scored ? results : [],
  }
}

export const renameRun: Behavior = (call, world) =>
  replySummary(world, world.engine.change(openKey(call, world), { name: readBody(call)['name'] }))

export const cancelRun: Behavior = (call, world) => {
  const { engine } = world
  const key = runKey(call.path['eval_run_uuid'])
  const run = engine.get(key)
  if (ended.includes(String(run['status']))) throw conflict('The run has ended.')
  if (![queued, asking, scoring].includes(String(run['status']))) return replySummary(world, run)
  const subject = readSubject(world, key)
  engine.hide(key, { subject: { ...subject, stoppedAt: countAsked(world, run, subject) } })
  plan(world, key.id, cancelling)
  return replySummary(world, engine.change(key, { status: cancelling }))
}

export const deleteRun: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  if (!ended.includes(String(engine.get(key)['status']))) throw conflict('The run has not ended. Cancel it first.')
  engine.remove(key)
  forgetFile(world, fileOf(key.id))
  return { body: JSON.stringify({ status: 'DELETE_MODEL_EVALUATION_RUN_STATUS_SUCCESS' }) }
}

export const getDownloadUrl: Behavior = (call, world) => {
  const key = runKey(call.path['eval_run_uuid'])
  if (!ended.includes(String(world.engine.get(key)['status']))) throw notFound()
  const { url, expires } = signDownload(world, call.origin, fileOf(key.id))
  return { body: JSON.stringify({ download_url: url, expires_at: expires }) }
}
