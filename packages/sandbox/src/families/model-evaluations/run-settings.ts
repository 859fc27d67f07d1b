/** Settings of a run: those of the request override those of the preset. */
import { findModelByUuid } from '../../catalog/genai-models.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { type Metric, modelDataset, needsExpected, listMetrics, parseStar, type StarMetric } from '../evaluations/index.ts'

export type RunRequest = Operations['modelEvaluations_runs_create']['body']
export type Run = Kinds['ModelEvaluationRun']
type Preset = Partial<Kinds['ModelEvaluationPreset']>
type Source = Run['candidate_model_source']
type Dataset = Kinds['EvaluationDataset']

/** Settings in the form of responses. */
export interface RunSettings {
  readonly candidate: {
    readonly uuid: string
    readonly name: string
    readonly source: Source
    readonly config: Run['candidate_inference_config']
  }
  readonly judge: { readonly uuid: string; readonly name: string }
  readonly dataset: Dataset
  readonly metrics: readonly Metric[]
  readonly star: StarMetric | undefined
}

/** An empty id counts as omitted. @throws Failure 404, 422 */
export function parseSettings(ctx: AccountContext, body: RunRequest, preset: Preset = {}): RunSettings {
  const given = body.candidate_model_uuid
  const source = (given ? undefined : preset.candidate_model_source) ?? body.candidate_model_source ?? 'CANDIDATE_MODEL_SOURCE_SERVERLESS'
  const candidate = requireValue(given || preset.candidate_model_uuid, 'candidate_model_uuid')
  const judge = parseJudge(requireValue(body.judge_model_uuid || preset.judge_model_uuid, 'judge_model_uuid'))
  const dataset = parseDataset(ctx, requireValue(body.dataset_uuid || preset.dataset_uuid, 'dataset_uuid'))
  const metrics = listMetrics(ctx, listMetricIds(body, preset), 'metric_uuids', 'EVALUATION_SCOPE_MODEL')
  const wanting = dataset.has_ground_truth ? undefined : metrics.find((metric) => isOwn(metric) && needsExpected(metric))
  if (wanting) throw unprocessable(`dataset_uuid: ${wanting.metric_name} needs expected answers, and the dataset has none.`)
  const star = body.star_metric ?? preset.star_metric
  const { name } = parseCandidate(ctx, { uuid: candidate, source, name: body.candidate_model_name || undefined })
  const prompt = preset.candidate_system_prompt
  const config = {
    ...preset.candidate_inference_config,
    ...(prompt !== undefined && { system_prompt: prompt }),
    ...body.candidate_inference_config,
  }
  return {
    candidate: { uuid: candidate, name, source, config },
    judge,
    dataset,
    metrics,
    star: star && parseStar(star, metrics, 'metric_uuids'),
  }
}

const isOwn = ({ source }: Metric) => source === 'EVALUATION_METRIC_SOURCE_CUSTOM'

function requireValue(value: string | undefined, field: string): string {
  if (!value) throw unprocessable(`${field}: must be given by the request or by a preset.`)
  return value
}

function listMetricIds({ metric_uuids: given }: RunRequest, { metrics }: Preset): readonly string[] {
  if (given?.length) return given
  if (!metrics) throw unprocessable('metric_uuids: must be given by the request or by a preset.')
  return metrics.map((metric) => metric.metric_uuid)
}

function parseJudge(uuid: string): RunSettings['judge'] {
  const model = findModelByUuid(uuid)
  if (!model) throw referenceNotFound('judge_model_uuid', 'model', uuid)
  if (!model.uses.includes('MODEL_USECASE_EVALUATION_JUDGE')) throw unprocessable(`judge_model_uuid: ${model.name} cannot judge.`)
  return { uuid, name: model.name }
}

function parseDataset({ engine }: AccountContext, uuid: string): Dataset {
  const dataset = engine.get('EvaluationDataset', uuid)
  if (dataset.dataset_type !== modelDataset) throw unprocessable('dataset_uuid: the dataset is not for models.')
  return dataset
}

interface Candidate {
  readonly uuid: string
  readonly source: Source
  readonly name: string | undefined
}

/** Requires a model, a router, or the model of a dedicated inference endpoint. @throws Failure 404, 422 */
function parseCandidate({ engine }: AccountContext, { uuid, source, name }: Candidate): { readonly name: string } {
  const field = 'candidate_model_uuid'
  if (source === 'CANDIDATE_MODEL_SOURCE_ROUTER') {
    const router = engine.find('ModelRouter', uuid)
    if (!router) throw referenceNotFound(field, 'model router', uuid)
    return { name: router.name }
  }
  if (source === 'CANDIDATE_MODEL_SOURCE_DEDICATED') {
    const running = engine.list('DedicatedInference').filter(({ status }) => status === 'active' || status === 'updating')
    const slugs = running.flatMap(({ id, spec }) =>
      spec.model_deployments.flatMap(({ model_id: own, model_slug: slug }) => (id === uuid || own === uuid ? [slug] : [])),
    )
    const found = name === undefined ? slugs[0] : slugs.find((slug) => slug === name)
    if (found === undefined) throw referenceNotFound(field, 'model on a dedicated instance', name ?? uuid)
    return { name: found }
  }
  const model = findModelByUuid(uuid)
  if (!model) throw referenceNotFound(field, 'model', uuid)
  if (model.type !== 'text') throw unprocessable(`${field}: ${model.name} does not generate text.`)
  return { name: model.name }
}
