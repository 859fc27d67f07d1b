/** Settings of a run: those of the request override those of the preset. Fields are those of the run. */
import { findModelByUuid } from '../../catalog/genai-models.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { modelDataset, needsExpected, listMetrics, parseStar } from '../evaluations/index.ts'

type RunRequest = Operations['modelEvaluations_runs_create']['body']
type Run = Kinds['ModelEvaluationRun']
type Preset = Kinds['ModelEvaluationPreset']

const sections = {
  PRESET_SAVE_SECTION_CANDIDATE: ['candidate_model_uuid', 'candidate_model_name', 'candidate_model_source', 'candidate_inference_config'],
  PRESET_SAVE_SECTION_METRICS: ['metrics', 'star_metric'],
  PRESET_SAVE_SECTION_JUDGE: ['judge_model_uuid', 'judge_model_name'],
  PRESET_SAVE_SECTION_DATASET: ['dataset_uuid', 'dataset_name'],
  PRESET_SAVE_SECTION_SYSTEM_PROMPT: ['candidate_system_prompt'],
} as const satisfies Partial<Record<Preset['saved_sections'][number], readonly (keyof Preset)[]>>

const sectionNames = Object.keys(sections) as (keyof typeof sections)[]

type SharedField = Extract<(typeof sections)[keyof typeof sections][number], keyof Run>
type Settings = Pick<Run, Exclude<SharedField, 'star_metric'>> & Pick<Run, 'star_metric'>

/** An empty id counts as omitted. @throws Failure 404, 422 */
export function parseSettings(ctx: AccountContext, body: RunRequest, preset: Partial<Preset> = {}): Settings {
  const { candidate_model_uuid: modelId, metric_uuids: uuids, candidate_model_name: name } = body
  const source = (modelId ? undefined : preset.candidate_model_source) ?? body.candidate_model_source ?? 'CANDIDATE_MODEL_SOURCE_SERVERLESS'
  const candidate = requireValue(modelId || preset.candidate_model_uuid, 'candidate_model_uuid')
  const judge = findModel(requireValue(body.judge_model_uuid || preset.judge_model_uuid, 'judge_model_uuid'), 'judge_model_uuid')
  if (!judge.uses.includes('MODEL_USECASE_EVALUATION_JUDGE')) throw unprocessable(`judge_model_uuid: ${judge.name} cannot judge.`)
  const dataset = ctx.engine.get('EvaluationDataset', requireValue(body.dataset_uuid || preset.dataset_uuid, 'dataset_uuid'))
  if (dataset.dataset_type !== modelDataset) throw unprocessable('dataset_uuid: the dataset is not for models.')
  const metricUuids = requireValue(uuids?.length ? uuids : preset.metrics?.map((metric) => metric.metric_uuid), 'metric_uuids')
  const metrics = listMetrics(ctx, metricUuids, 'metric_uuids', 'EVALUATION_SCOPE_MODEL')
  const comparing = metrics.find((metric) => metric.custom_eval_config && needsExpected(metric))
  if (comparing && !dataset.has_ground_truth)
    throw unprocessable(`dataset_uuid: ${comparing.metric_name} needs expected answers, and the dataset has none.`)
  const star = body.star_metric ?? preset.star_metric
  const { candidate_system_prompt: prompt, candidate_inference_config: config } = preset
  return {
    candidate_model_uuid: candidate,
    candidate_model_name: findCandidateName(ctx, candidate, source, name || undefined),
    candidate_model_source: source,
    candidate_inference_config: { ...config, ...(prompt !== undefined && { system_prompt: prompt }), ...body.candidate_inference_config },
    judge_model_uuid: judge.uuid,
    judge_model_name: judge.name,
    dataset_uuid: dataset.dataset_uuid,
    dataset_name: dataset.dataset_name,
    metrics,
    ...(star && { star_metric: parseStar(star, metrics, 'metric_uuids') }),
  }
}

function requireValue<T>(value: T | undefined, field: string): NonNullable<T> {
  if (!value) throw unprocessable(`${field}: must be given by the request or by a preset.`)
  return value
}

function findModel(uuid: string, field: string) {
  const model = findModelByUuid(uuid)
  if (!model) throw referenceNotFound(field, 'model', uuid)
  return model
}

/** Requires a model, a router, or the model of a dedicated inference endpoint. @throws Failure 404, 422 */
function findCandidateName(
  { engine }: AccountContext,
  uuid: string,
  source: Run['candidate_model_source'],
  name: string | undefined,
): string {
  const field = 'candidate_model_uuid'
  if (source === 'CANDIDATE_MODEL_SOURCE_ROUTER') {
    const router = engine.find('ModelRouter', uuid)
    if (!router) throw referenceNotFound(field, 'model router', uuid)
    return router.name
  }
  if (source === 'CANDIDATE_MODEL_SOURCE_DEDICATED') {
    const running = engine.list('DedicatedInference').filter(({ status }) => status === 'active' || status === 'updating')
    const slugs = running.flatMap(({ id, spec }) =>
      spec.model_deployments.flatMap(({ model_id: own, model_slug: slug }) => (id === uuid || own === uuid ? [slug] : [])),
    )
    const found = slugs.find((slug) => name === undefined || slug === name)
    if (found === undefined) throw referenceNotFound(field, 'model on a dedicated instance', name ?? uuid)
    return found
  }
  const model = findModel(uuid, field)
  if (model.type !== 'text') throw unprocessable(`${field}: ${model.name} does not generate text.`)
  return model.name
}

/** Stores the settings as a preset. Undefined unless the request asks for one. @throws Failure 409, 422 */
export function savePreset({ engine }: AccountContext, body: RunRequest, settings: Settings): Preset | undefined {
  const { preset_name: name, preset_save_sections: sectionsToSave } = body
  // A name is enough: newer clients send nothing else.
  if (!(body.save_as_preset ?? Boolean(name))) return undefined
  if (!name) throw unprocessable('preset_name: must be given to save a preset.')
  if (engine.findUnique('ModelEvaluationPreset', [name])) throw conflict('preset_name: already used by another preset.')
  const requestedSections = sectionNames.filter((section) => sectionsToSave?.includes(section))
  const savedSections = requestedSections.length === 0 ? sectionNames : requestedSections
  const { system_prompt: prompt, ...config } = settings.candidate_inference_config
  const presetFields: Changes<Preset> = { ...settings, candidate_inference_config: config, candidate_system_prompt: prompt }
  const { eval_preset_uuid: uuid } = engine.create('ModelEvaluationPreset', { name, saved_sections: savedSections })
  const fields = savedSections.flatMap((section) => sections[section]).map((field) => [field, presetFields[field]] as const)
  return engine.setFields('ModelEvaluationPreset', uuid, Object.fromEntries(fields))
}
