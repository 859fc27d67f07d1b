import type { Call, Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import { answerAround } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatCsv } from '../../shared/csv.ts'
import { createDownloads } from '../../shared/signed-files.ts'
import { createSearchHooks } from '../../shared/search-lists.ts'
import { answerQuestion, type DatasetRow, hasFailed, listRows, scoreAnswer } from '../evaluations/index.ts'
import { parseSettings, savePreset } from './settings.ts'
import { summarizeResults } from './summary.ts'

type Run = Kinds['ModelEvaluationRun']
type Result = Operations['modelEvaluations_runs_get']['reply']['results'][number]

declare module '../../engine/kinds.ts' {
  interface Hidden {
    ModelEvaluationRun: { rows: readonly DatasetRow[] }
  }
}

const scoring = 'MODEL_EVALUATION_RUN_EVALUATING_RESULTS'
const cancelled = 'MODEL_EVALUATION_RUN_CANCELLED'
const successful = 'MODEL_EVALUATION_RUN_SUCCESSFUL'
const partial = 'MODEL_EVALUATION_RUN_PARTIALLY_SUCCESSFUL'

/** True when the judge has finished. */
const isScored = ({ status }: Run): boolean => status === successful || status === partial
const hasEnded = (run: Run): boolean => isScored(run) || run.status === cancelled || run.status === 'MODEL_EVALUATION_RUN_FAILED'

/** Lists the results in the order of the dataset; empty until the model has answered. */
function listResults({ engine }: AccountContext, run: Run): Result[] {
  const { eval_run_uuid: uuid, metrics, candidate_model_uuid, candidate_model_name } = run
  if (run.progress.candidate_rows_evaluated === 0) return []
  return engine.getHidden('ModelEvaluationRun', uuid).rows.map(({ input, expected }) => ({
    input,
    output: answerQuestion(input).output,
    ground_truth: expected,
    candidate_model_uuid,
    candidate_model_name,
    metric_results: isScored(run) ? metrics.map((metric) => scoreAnswer(metric, input, expected)) : [],
  }))
}

export const files = createDownloads('model-evaluation-runs', 'csv', (ctx, uuid) => {
  const run = ctx.engine.find('ModelEvaluationRun', uuid)
  if (!run) return undefined
  const head = ['query', 'response', 'expected_response', 'model', ...run.metrics.map((metric) => metric.metric_name)]
  const rows = listResults(ctx, run).map(({ input, output, ground_truth: expected, metric_results: results }) => {
    const scores = run.metrics.map((_metric, index) => results[index]?.number_value ?? '')
    return [input, output, expected, run.candidate_model_name, ...scores]
  })
  return formatCsv([head, ...rows])
})

const search = createSearchHooks('ModelEvaluationRun', 'modelEvaluations_runs_list', {
  search: ['name', 'candidate_model_name', 'judge_model_name', 'dataset_name'],
  filters: {
    status: 'status',
    statuses: 'status',
    candidate_types: 'candidate_model_source',
    eval_preset_uuid: 'eval_preset_uuid',
  },
  sort: ['MODEL_EVALUATION_RUN_SORT_FIELD_CREATED_AT', 'MODEL_EVALUATION_RUN_SORT_FIELD_STATUS'],
  direction: 'SORT_DIRECTION_DESC',
})

export const modelEvaluationRun: ResourceHooks<'ModelEvaluationRun'> = {
  ...search,
  parseCreate: ({ body }: Call<'modelEvaluations_runs_create'>, ctx) => {
    const { engine, clock } = ctx
    const { eval_preset_uuid: presetId, name } = body
    const preset = presetId ? engine.get('ModelEvaluationPreset', presetId) : undefined
    const settings = parseSettings(ctx, body, preset)
    const usedPreset = savePreset(ctx, body, settings) ?? preset
    const rows = listRows(ctx, settings.dataset_uuid)
    const fields = {
      name,
      ...settings,
      ...(usedPreset && { eval_preset_uuid: usedPreset.eval_preset_uuid, eval_preset_name: usedPreset.name }),
      progress: { total_rows: rows.length, candidate_rows_evaluated: 0, judge_rows_evaluated: 0 },
      created_at: clock.timestamp(),
    }
    // The engine sets the start time too early.
    return { fields, set: { ...fields, started_at: undefined }, hidden: { rows } }
  },
  serialize: (run, _key, _ctx, { isList }) => (isList ? summarizeRun(run) : run),
  envelope: { ...search.envelope, modelEvaluations_runs_create: ({ value }) => ({ eval_run_uuid: value.eval_run_uuid }) },
  onEnter: {
    MODEL_EVALUATION_RUN_RUNNING_DATASET: (_run, _key, { clock }) => ({ started_at: clock.timestamp() }),
    [scoring]: ({ progress }) => ({ progress: { ...progress, candidate_rows_evaluated: progress.total_rows } }),
    [successful]: (run, _key, ctx) => {
      const at = ctx.clock.timestamp()
      const results = listResults(ctx, run)
      return {
        status: results.some(({ metric_results: own }) => hasFailed(own)) ? partial : successful,
        progress: { ...run.progress, judge_rows_evaluated: results.length },
        result_summary: summarizeResults(run, results, at),
        completed_at: at,
      }
    },
    [cancelled]: (_run, _key, { clock }) => ({ completed_at: clock.timestamp() }),
  },
}

function summarizeRun(run: Run) {
  const { eval_run_uuid, name, status, progress, candidate_model_uuid, candidate_model_name, candidate_model_source } = run
  const { judge_model_uuid, judge_model_name, dataset_uuid, dataset_name, created_at } = run
  const models = { candidate_model_uuid, candidate_model_name, candidate_model_source, judge_model_uuid, judge_model_name }
  return { eval_run_uuid, name, status, progress, ...models, dataset_uuid, dataset_name, created_at }
}

export const getRun: Handler<'modelEvaluations_runs_get'> = (call, ctx) => {
  const run = ctx.engine.get('ModelEvaluationRun', call.path.eval_run_uuid)
  return answerAround(call, listResults(ctx, run), (results, paging) => ({ run, results: [...results], ...paging }))
}

export const renameRun: Handler<'modelEvaluations_runs_update'> = ({ path, body: { name } }, { engine }) => ({
  run: summarizeRun(engine.setFields('ModelEvaluationRun', path.eval_run_uuid, { name })),
})

export const cancelRun: Handler<'modelEvaluations_runs_cancel'> = ({ path: { eval_run_uuid: uuid } }, { engine }) => {
  if (hasEnded(engine.get('ModelEvaluationRun', uuid))) throw conflict('The run has ended.')
  return { run: summarizeRun(engine.trigger('ModelEvaluationRun', uuid, 'modelEvaluations_runs_cancel')) }
}

export const deleteRun: Handler<'modelEvaluations_runs_delete'> = ({ path: { eval_run_uuid: uuid } }, { engine }) => {
  if (!hasEnded(engine.get('ModelEvaluationRun', uuid))) throw conflict('The run has not ended. Cancel it first.')
  engine.delete('ModelEvaluationRun', uuid)
  return { status: 'DELETE_MODEL_EVALUATION_RUN_STATUS_SUCCESS' }
}

export const getDownloadUrl: Handler<'modelEvaluations_runs_getDownloadUrl'> = ({ path: { eval_run_uuid: uuid }, origin }, ctx) => {
  if (!hasEnded(ctx.engine.get('ModelEvaluationRun', uuid))) throw notFound()
  return files.sign(ctx, origin, uuid)
}
