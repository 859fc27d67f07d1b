/** Custom models: imported from Hugging Face or a Spaces bucket, stored in one region, deployed by dedicated inference. */
import { dedicatedRegions } from '../../catalog/dedicated-inference.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Operations } from '../../generated/types.ts'
import { firstTeamNumber } from '../organizations/index.ts'
import type { Handlers } from '../family.ts'
import { maxModels, type CustomModel, listDeployments } from './models.ts'

type Import = Operations['customModels_import']['body']

type ModelSource = Import['source_ref']

/** Fields of every imported model: a Llama model with 7 billion parameters of two bytes each. */
const importedFields = {
  error_message: '',
  architecture: 'LlamaForCausalLM',
  parameters: '7000000000',
  context_length: 8192,
  input_modalities: ['text'],
  output_modalities: ['text'],
  file_count: 8,
  total_size_bytes: '14000000000',
  cost_estimate_per_month: 28,
}

const failedFields = {
  architecture: '',
  parameters: '0',
  context_length: 0,
  input_modalities: [],
  output_modalities: [],
  file_count: 0,
  total_size_bytes: '0',
  cost_estimate_per_month: 0,
  status: 'STATUS_FAILED',
} as const

const config = { architectures: ['LlamaForCausalLM'], model_type: 'llama', max_position_embeddings: 8192, torch_dtype: 'bfloat16' }

const create: Handler<'customModels_import'> = ({ body }, ctx) => {
  const { engine, ids, clock } = ctx
  checkRequest(body)
  const { name, description = '', source_type, source_ref: source, tags } = body
  const region = parseRegion(body.preferred_gpu_region)
  if (engine.findUnique('CustomModel', [name])) throw conflict('name: already used by another model.')
  if (engine.count('CustomModel') >= maxModels)
    throw preconditionFailed(`The account has ${maxModels} custom models, the maximum. Delete one first.`)
  const steps = checkSource(source)
  const error = steps.at(-1)?.error
  const { uuid } = engine.create('CustomModel', {
    name,
    description,
    source_type,
    storage_region: region,
    team_id: String(firstTeamNumber),
    license: '',
    source_ref: {},
    config_json: {},
    tags: { tags: tags?.tags ?? [] },
    active_deployments: [],
    ...(error ? { ...failedFields, error_message: error } : importedFields),
  })
  const model = engine.setFields('CustomModel', uuid, {
    source_ref: describeSource(source, error ? undefined : ids.hex(40)),
    ...(!error && { config_json: config }),
  })
  if (error) return { model, validation_steps: steps, error }
  const job = {
    uuid: ids.uuid(),
    status: 'queued',
    error_message: '',
    error_step: '',
    files_done: 0,
    files_total: model.file_count,
    bytes_done: '0',
    bytes_total: model.total_size_bytes,
    created_at: clock.timestamp(),
  }
  return { model, import_job: job, validation_steps: steps }
}

/** Lists the checks up to the first that fails. The sandbox has no network, so the result depends on the names in the request. */
function checkSource({ repo_id: repository, bucket, prefix, hf_token: token }: ModelSource) {
  const path = repository ?? prefix ?? ''
  const isNamed = repository === undefined ? bucket !== '' : /^[\w.-]+\/[\w.-]+$/.test(path)
  const errors = [
    [repository === undefined ? 'bucket' : 'repository', isNamed ? '' : `There is no repository "${path}".`],
    ['access', token === 'invalid' ? 'The token may not read the repository.' : ''],
    // Names of formats that the platform cannot import.
    ['weights', /(gguf|gptq|onnx)\/?$/i.test(path) ? 'The repository holds no weights in a known format.' : ''],
    ['config', ''],
  ] as const
  const failedIndex = errors.findIndex(([, error]) => error !== '')
  return errors.slice(0, failedIndex === -1 ? undefined : failedIndex + 1).map(([name, error]) => ({ name, passed: error === '', error }))
}

/** @throws Failure 422 */
function checkRequest(body: Import): void {
  if (!body.accept_terms_and_conditions) throw unprocessable('accept_terms_and_conditions: must be true.')
  const { source_ref: source } = body
  const needs = (field: keyof ModelSource) => {
    if (!source[field]) throw unprocessable(`source_ref.${field}: must be given.`)
  }
  switch (body.source_type) {
    case 'SOURCE_TYPE_HUGGINGFACE': {
      needs('repo_id')
      const { access_type: access } = source
      if (access === 'ACCESS_TYPE_PRIVATE' || access === 'ACCESS_TYPE_GATED') needs('hf_token')
      if (source.hf_token && body.accept_hf_token_storage !== true)
        throw unprocessable('accept_hf_token_storage: must be true when a token is sent.')
      return
    }
    case 'SOURCE_TYPE_SPACES_BUCKET':
      needs('bucket')
      needs('region')
      return
    default:
      throw unprocessable('source_type: only models on Hugging Face and in Spaces buckets can be imported.')
  }
}

function parseRegion(source: string | undefined): string {
  if (!source) return 'tor1'
  if (!dedicatedRegions.some((region) => region === source)) throw unprocessable(`preferred_gpu_region: there are no GPUs in "${source}".`)
  return source
}

/** Returns the source without its token. @param newest the commit to store when the request names none */
function describeSource(
  { access_type = 'ACCESS_TYPE_PUBLIC', repo_id, commit_sha, bucket, prefix, region }: ModelSource,
  newest: string | undefined,
): Changes<CustomModel>['source_ref'] {
  return repo_id === undefined ? { bucket, prefix, region } : { access_type, repo_id, commit_sha: commit_sha || newest }
}

const remove: Handler<'customModels_delete'> = ({ path: { uuid } }, ctx) => {
  ctx.engine.get('CustomModel', uuid)
  const [deployment] = listDeployments(ctx, uuid)
  if (deployment) throw conflict(`The model is deployed by the dedicated inference "${deployment.spec.name}". Delete that first.`)
  ctx.engine.delete('CustomModel', uuid)
  return { status: 'DELETE_CUSTOM_MODEL_STATUS_SUCCESS' }
}

export const handlers = {
  customModels_import: create,
  customModels_delete: remove,
} satisfies Handlers
