/** Custom models: imported from Hugging Face or a Spaces bucket, stored in one region, deployed by dedicated inference. */
import { dedicatedRegions } from '../../catalog/dedicated-inference.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Operations } from '../../generated/types.ts'
import { checkSource, type ModelMetadata, type ModelSource } from './source-report.ts'
import { firstTeamNumber } from '../organizations/index.ts'
import type { Handlers } from '../family.ts'
import { maxModels, type CustomModel, listDeployments } from './models.ts'

type Import = Operations['customModels_import']['body']

const storageCentsPerGb = 2

/** Fields that are empty until the source is checked. */
const emptyFields = {
  error_message: '',
  source_ref: {},
  architecture: '',
  license: '',
  parameters: '',
  context_length: 0,
  input_modalities: [],
  output_modalities: [],
  file_count: 0,
  total_size_bytes: '',
  cost_estimate_per_month: 0,
  config_json: {},
  tags: { tags: [] },
  active_deployments: [],
}

const create: Handler<'customModels_import'> = ({ body }, ctx) => {
  const { engine, ids, clock } = ctx
  checkRequest(body)
  const { name, description = '', source_type, source_ref: source, tags } = body
  const region = parseRegion(body.preferred_gpu_region)
  if (engine.findUnique('CustomModel', [name])) throw conflict('name: already used by another model.')
  if (engine.count('CustomModel') >= maxModels)
    throw preconditionFailed(`The account has ${maxModels} custom models, the maximum. Delete one first.`)
  const { steps, metadata, error } = checkSource(source)
  const fields = {
    ...emptyFields,
    name,
    description,
    source_type,
    storage_region: region,
    team_id: String(firstTeamNumber),
    ...(tags && { tags: { tags: tags.tags ?? [] } }),
    ...describeMetadata(metadata),
    ...(!metadata && { status: 'STATUS_FAILED' as const, error_message: error ?? '' }),
  } as const
  const { uuid } = engine.create('CustomModel', fields)
  const model = engine.setFields('CustomModel', uuid, {
    source_ref: describeSource(source, metadata && ids.hex(40)),
    ...(metadata && { config_json: metadata.config }),
  })
  if (!metadata) return { model, validation_steps: steps, error }
  const job = {
    uuid: ids.uuid(),
    status: 'queued',
    error_message: '',
    error_step: '',
    files_done: 0,
    files_total: metadata.files,
    bytes_done: '0',
    bytes_total: String(metadata.bytes),
    created_at: clock.timestamp(),
  }
  return { model, import_job: job, validation_steps: steps }
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

function describeMetadata(metadata: ModelMetadata | undefined): Partial<CustomModel> {
  if (!metadata) return { parameters: '0', total_size_bytes: '0' }
  return {
    architecture: metadata.architecture,
    parameters: String(metadata.parameters),
    context_length: metadata.contextLength,
    input_modalities: ['text'],
    output_modalities: ['text'],
    file_count: metadata.files,
    total_size_bytes: String(metadata.bytes),
    cost_estimate_per_month: Math.round((metadata.bytes / 1e9) * storageCentsPerGb),
  }
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
