/** The settings of a run: those of a preset, and over them what the request sends. */
import { findModelByUuid } from '../../catalogue/genai-models.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { missing, readId } from '../agents/index.ts'
import type { DedicatedSpec } from '../dedicated-inferences/index.ts'
import { datasetKey, modelDataset, needsExpected, readMetrics, readStar } from '../evaluations/index.ts'

const serverless = 'CANDIDATE_MODEL_SOURCE_SERVERLESS'

/** As runs and presets show it. */
export interface RunSettings {
  readonly candidate: { readonly uuid: string; readonly name: string; readonly source: string; readonly config: Value }
  readonly judge: { readonly uuid: string; readonly name: string }
  readonly dataset: Value
  readonly metrics: readonly Value[]
  readonly star: Value | undefined
}

/** @throws Failure 404, 422 */
export function readSettings(world: World, body: Value, preset: Value = {}): RunSettings {
  const given = readId(body, 'candidate_model_uuid')
  const source = String(
    (given === undefined ? preset['candidate_model_source'] : undefined) ?? body['candidate_model_source'] ?? serverless,
  )
  const candidate = need(given ?? preset['candidate_model_uuid'], 'candidate_model_uuid')
  const judge = readJudge(need(readId(body, 'judge_model_uuid') ?? preset['judge_model_uuid'], 'judge_model_uuid'))
  const dataset = readDataset(world, need(readId(body, 'dataset_uuid') ?? preset['dataset_uuid'], 'dataset_uuid'))
  const metrics = readMetrics(world, readMetricIds(body, preset), 'metric_uuids', 'EVALUATION_SCOPE_MODEL')
  const wanting = dataset['has_ground_truth'] === true ? undefined : metrics.find((metric) => isOwn(metric) && needsExpected(metric))
  if (wanting) throw unprocessable(`dataset_uuid: ${String(wanting['metric_name'])} needs expected answers, and the dataset has none.`)
  const star = isRecord(body['star_metric']) ? body['star_metric'] : preset['star_metric']
  const { name } = readCandidate(world, { uuid: candidate, source, name: readId(body, 'candidate_model_name') })
  const prompt = preset['candidate_system_prompt']
  const config = {
    ...(isRecord(preset['candidate_inference_config']) && preset['candidate_inference_config']),
    ...(prompt !== undefined && { system_prompt: prompt }),
    ...(isRecord(body['candidate_inference_config']) && body['candidate_inference_config']),
  }
  return {
    candidate: { uuid: candidate, name, source, config },
    judge,
    dataset,
    metrics,
    star: isRecord(star) ? readStar(star, metrics, 'metric_uuids') : undefined,
  }
}

const isOwn = (metric: Value) => metric['source'] === 'EVALUATION_METRIC_SOURCE_CUSTOM'

function need(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') throw unprocessable(`${field}: must be given by the request or by a preset.`)
  return value
}

function readMetricIds(body: Value, preset: Value): readonly unknown[] {
  const { metric_uuids: given } = body
  if (Array.isArray(given) && given.length > 0) return given as readonly unknown[]
  const kept = preset['metrics']
  if (!Array.isArray(kept)) throw unprocessable('metric_uuids: must be given by the request or by a preset.')
  return kept.filter(isRecord).map((metric) => metric['metric_uuid'])
}

function readJudge(uuid: string): RunSettings['judge'] {
  const model = findModelByUuid(uuid)
  if (!model) throw missing('judge_model_uuid', 'model', uuid)
  if (!model.uses.includes('MODEL_USECASE_EVALUATION_JUDGE')) throw unprocessable(`judge_model_uuid: ${model.name} cannot judge.`)
  return { uuid, name: model.name }
}

function readDataset({ engine }: World, uuid: string): Value {
  const dataset = engine.find(datasetKey(uuid))
  if (!dataset) throw missing('dataset_uuid', 'dataset', uuid)
  if (dataset['dataset_type'] !== modelDataset) throw unprocessable('dataset_uuid: the dataset is not for models.')
  return dataset
}

interface Candidate {
  readonly uuid: string
  readonly source: string
  readonly name: string | undefined
}

/** A model, a router, or what a dedicated instance runs. @throws Failure 404, 422 */
function readCandidate({ engine }: World, { uuid, source, name }: Candidate): { readonly name: string } {
  const field = 'candidate_model_uuid'
  if (source === 'CANDIDATE_MODEL_SOURCE_ROUTER') {
    const router = engine.find({ kind: 'ModelRouter', id: uuid })
    if (!router) throw missing(field, 'model router', uuid)
    return { name: String(router['name']) }
  }
  if (source === 'CANDIDATE_MODEL_SOURCE_DEDICATED') {
    const running = engine.all({ kind: 'DedicatedInference' }).filter(({ status }) => status === 'active' || status === 'updating')
    const slugs = running.flatMap(({ id, spec }) =>
      (spec as DedicatedSpec).model_deployments.flatMap(({ model_id: own, model_slug: slug }) =>
        id === uuid || own === uuid ? [slug] : [],
      ),
    )
    const found = name === undefined ? slugs[0] : slugs.find((slug) => slug === name)
    if (found === undefined) throw missing(field, 'model on a dedicated instance', name ?? uuid)
    return { name: found }
  }
  const model = findModelByUuid(uuid)
  if (!model) throw missing(field, 'model', uuid)
  if (model.type !== 'text') throw unprocessable(`${field}: ${model.name} does not write text.`)
  return { name: model.name }
}
