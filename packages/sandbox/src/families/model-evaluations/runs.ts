import { findModelById } from '../../catalog/genai-models.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { answerAround } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { markDeleted, listRows } from '../evaluations/index.ts'
import { removeFile, signDownload } from '../../shared/signed-files.ts'
import { hasText, listDistinct } from '../../shared/sort-lists.ts'
import { savePreset } from './presets.ts'
import { parseSettings, type Run } from './run-settings.ts'
import { fileOf, hasEnded, isScored } from './run-state.ts'
import { type AnsweredPrompt, listAnswers, type ModelRunSubject } from './run-subject.ts'

type Summary = Operations['modelEvaluations_runs_update']['reply']['run']
type Result = Operations['modelEvaluations_runs_get']['reply']['results'][number]
type Query = Operations['modelEvaluations_runs_list']['query']

export const createRun: Handler<'modelEvaluations_runs_create'> = ({ body }, ctx) => {
  const { engine, clock } = ctx
  const { eval_preset_uuid: named, name } = body
  const preset = named ? engine.get('ModelEvaluationPreset', named) : undefined
  const settings = parseSettings(ctx, body, preset)
  const { candidate, judge, dataset, metrics, star } = settings
  const used = savePreset(ctx, body, settings) ?? preset
  const router = engine.find('ModelRouter', candidate.uuid)
  const subject: ModelRunSubject = {
    rows: listRows(ctx, dataset.dataset_uuid),
    metrics,
    config: candidate.config,
    judge: judge.uuid,
    candidate: { uuid: candidate.uuid, name: candidate.name },
    isAnswered: false,
    model: router ? (findModelById(router.config.fallback_models[0] ?? '')?.uuid ?? '') : candidate.uuid,
  }
  const fields = {
    name,
    candidate_model_uuid: candidate.uuid,
    candidate_model_name: candidate.name,
    candidate_model_source: candidate.source,
    candidate_inference_config: candidate.config,
    judge_model_uuid: judge.uuid,
    judge_model_name: judge.name,
    dataset_uuid: dataset.dataset_uuid,
    dataset_name: dataset.dataset_name,
    metrics,
    ...(star && { star_metric: star }),
    ...(used && { eval_preset_uuid: used.eval_preset_uuid, eval_preset_name: used.name }),
    created_at: clock.timestamp(),
  }
  const progress = { total_rows: 0, candidate_rows_evaluated: 0, judge_rows_evaluated: 0 }
  const { eval_run_uuid: uuid } = engine.create('ModelEvaluationRun', { ...fields, progress }, { hidden: { subject } })
  // The lifecycle sets the start time too early.
  const run = engine.setFields('ModelEvaluationRun', uuid, { ...fields, started_at: undefined })
  return { eval_run_uuid: uuid, run: describe(ctx, run) }
}

const parseSubject = ({ engine }: AccountContext, { eval_run_uuid: uuid }: Run) => engine.getHidden('ModelEvaluationRun', uuid).subject

function describe(ctx: AccountContext, run: Run): Run {
  const subject = parseSubject(ctx, run)
  const asked = subject.isAnswered ? subject.rows.length : 0
  const progress = { total_rows: subject.rows.length, candidate_rows_evaluated: asked, judge_rows_evaluated: isScored(run) ? asked : 0 }
  return { ...run, progress, metrics: markDeleted(ctx, run.metrics) }
}

function summarizeRun(ctx: AccountContext, run: Run): Summary {
  const { eval_run_uuid, name, status, progress, candidate_model_uuid, candidate_model_name, candidate_model_source } = describe(ctx, run)
  const { judge_model_uuid, judge_model_name, dataset_uuid, dataset_name, created_at } = run
  const identity = { eval_run_uuid, name, status, progress }
  const models = { candidate_model_uuid, candidate_model_name, candidate_model_source, judge_model_uuid, judge_model_name }
  return { ...identity, ...models, dataset_uuid, dataset_name, created_at }
}

export const listRuns: Handler<'modelEvaluations_runs_list'> = (call, ctx) => {
  const { status, statuses = [], candidate_types: types = [], eval_preset_uuid: preset, search = '' } = call.query
  const all = ctx.engine.list('ModelEvaluationRun', { order: 'newest' })
  const states = new Set([...(status ? [status] : []), ...statuses])
  states.delete('MODEL_EVALUATION_RUN_STATUS_UNSPECIFIED')
  const found = all.filter(
    (run) =>
      (preset === undefined || run.eval_preset_uuid === preset) &&
      (states.size === 0 || states.has(run.status)) &&
      (types.length === 0 || types.includes(run.candidate_model_source)) &&
      hasText(search, [run.name, run.candidate_model_name, run.judge_model_name, run.dataset_name]),
  )
  return answerAround(call, sort(found, call.query), (runs, paging) => ({
    runs: runs.map((run) => summarizeRun(ctx, run)),
    ...paging,
    available_statuses: listDistinct(all.map((run) => run.status)),
    available_candidate_types: listDistinct(all.map((run) => run.candidate_model_source)),
  }))
}

/** Newest first. */
function sort(runs: readonly Run[], { sort_by: by, sort_direction: direction }: Query): readonly Run[] {
  const ordered = by === 'MODEL_EVALUATION_RUN_SORT_FIELD_STATUS' ? runs.toSorted((a, b) => b.status.localeCompare(a.status, 'en')) : runs
  return direction === 'SORT_DIRECTION_ASC' ? ordered.toReversed() : ordered
}

export const getRun: Handler<'modelEvaluations_runs_get'> = (call, ctx) => {
  const run = ctx.engine.get('ModelEvaluationRun', call.path.eval_run_uuid)
  const answers = listAnswers(parseSubject(ctx, run))
  return answerAround(call, answers, (page, paging) => ({
    run: describe(ctx, run),
    results: page.map((answered) => describeResult(run, answered)),
    ...paging,
  }))
}

function describeResult(run: Run, { input, output, expected, results }: AnsweredPrompt): Result {
  return {
    input,
    output,
    ground_truth: expected,
    candidate_model_uuid: run.candidate_model_uuid,
    candidate_model_name: run.candidate_model_name,
    metric_results: isScored(run) ? [...results] : [],
  }
}

export const renameRun: Handler<'modelEvaluations_runs_update'> = ({ path, body: { name } }, ctx) => ({
  run: summarizeRun(ctx, ctx.engine.setFields('ModelEvaluationRun', path.eval_run_uuid, { name })),
})

export const cancelRun: Handler<'modelEvaluations_runs_cancel'> = ({ path: { eval_run_uuid: uuid } }, ctx) => {
  const { engine } = ctx
  const run = engine.get('ModelEvaluationRun', uuid)
  if (hasEnded(run)) throw conflict('The run has ended.')
  return { run: summarizeRun(ctx, engine.trigger('ModelEvaluationRun', uuid, 'modelEvaluations_runs_cancel')) }
}

export const deleteRun: Handler<'modelEvaluations_runs_delete'> = ({ path: { eval_run_uuid: uuid } }, ctx) => {
  const { engine } = ctx
  if (!hasEnded(engine.get('ModelEvaluationRun', uuid))) throw conflict('The run has not ended. Cancel it first.')
  engine.delete('ModelEvaluationRun', uuid)
  removeFile(ctx, fileOf(uuid))
  return { status: 'DELETE_MODEL_EVALUATION_RUN_STATUS_SUCCESS' }
}

export const getDownloadUrl: Handler<'modelEvaluations_runs_getDownloadUrl'> = ({ path: { eval_run_uuid: uuid }, origin }, ctx) => {
  if (!hasEnded(ctx.engine.get('ModelEvaluationRun', uuid))) throw notFound()
  const { url, expires } = signDownload(ctx, origin, fileOf(uuid))
  return { download_url: url, expires_at: expires }
}
