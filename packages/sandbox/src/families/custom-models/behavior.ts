/** Models of the account's own: imported from elsewhere, kept in one region, deployed on GPUs by dedicated inference. */
import { dedicatedRegions } from '../../catalogue/dedicated-inference.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Condition, Key } from '../../store/store.ts'
import { checkSource, type ModelMeasure } from './check-source.ts'
import type { DedicatedSpec } from '../dedicated-inferences/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { firstTeamNumber } from '../organizations/index.ts'
import { later } from '../../shared/later.ts'

const kind = 'CustomModel'
const mostModels = 10
const secondsToImport = 300
/** US cents for a gigabyte in a month. */
const storagePrice = 2

const keyOf = (id: unknown): Key => ({ kind, id: String(id) })
const open = (call: Call, { engine }: World): Value => engine.get(keyOf(call.path['uuid']))

const list: Behavior = (call, world) => {
  const { status } = call.query
  const where: Condition[] = status === undefined || status === 'STATUS_UNSPECIFIED' ? [] : [{ field: 'status', equals: String(status) }]
  const page = world.engine.list({ kind, where, order: 'newest', page: readPage(call) })
  const models = (JSON.parse(`[${page.texts}]`) as Value[]).map((model) => JSON.stringify(describe(world, model)))
  const { body, headers = {} } = replyPage(call, 'models', { texts: models.join(','), total: page.total })
  return { body: JSON.stringify({ ...(JSON.parse(String(body)) as object), max_threshold: mostModels }), headers }
}

/** Where a model runs is known from what runs there. */
function describe(world: World, model: Value): Value {
  const active = listDeployments(world, model['uuid']).map(({ id, spec, status, region, endpoints, created_at, updated_at }) => {
    const { public_endpoint_fqdn: outside = '', private_endpoint_fqdn: inside = '' } = isRecord(endpoints) ? endpoints : {}
    const hosts = { public_endpoint_fqdn: hostOf(outside), private_endpoint_fqdn: hostOf(inside) }
    return {
      id,
      name: (spec as DedicatedSpec).name,
      state: String(status).toUpperCase(),
      region_slug: region,
      endpoints: hosts,
      created_at,
      updated_at,
    }
  })
  return { ...model, active_deployments: active }
}

const hostOf = (url: unknown): string => String(url).replace('https://', '')

function listDeployments({ engine }: World, uuid: unknown): Value[] {
  const runs = ({ spec }: Value) => (spec as DedicatedSpec).model_deployments.some(({ model_id: id }) => id === uuid)
  return engine.all({ kind: 'DedicatedInference' }).filter((each) => each['status'] !== 'deleting' && runs(each))
}

const create: Behavior = (call, world) => {
  const { engine, store, ids, clock } = world
  const body = readBody(call)
  const given = body['source_ref'] as Value // the schema requires it
  checkRequest(body, given)
  const region = readRegion(body['preferred_gpu_region'])
  if (store.byUnique(kind, JSON.stringify([body['name']])) !== undefined) throw conflict('name: already used by another model.')
  if (store.count({ kind }) >= mostModels)
    throw preconditionFailed(`The account has ${mostModels} custom models, which is as many as it may have.`)
  const { steps, measure, error } = checkSource(given)
  const { name, description = '', source_type, tags } = body
  const fields = {
    name,
    description,
    source_type,
    storage_region: region,
    team_id: String(firstTeamNumber),
    ...(isRecord(tags) && { tags: { tags: tags['tags'] ?? [] } }),
    ...describeMeasure(measure),
  }
  const { uuid } = engine.create(kind, fields, { lifecycle: false })
  const key = keyOf(uuid)
  const source = describeSource(given, measure === undefined ? undefined : ids.hex(40))
  const state = measure === undefined ? { status: 'STATUS_FAILED', error_message: error } : {}
  const model = engine.change(key, { source_ref: source, ...(measure && { config_json: measure.config }), ...state })
  if (!measure) return { body: JSON.stringify({ model, validation_steps: steps, error }) }
  later(world, secondsToImport, 'customModels.finish', { id: uuid })
  const job = {
    uuid: ids.uuid(),
    status: 'queued',
    error_message: '',
    error_step: '',
    files_done: 0,
    files_total: measure.files,
    bytes_done: '0',
    bytes_total: String(measure.bytes),
    created_at: clock.stamp(),
  }
  return { body: JSON.stringify({ model, import_job: job, validation_steps: steps }) }
}

/** @throws Failure 422 */
function checkRequest(body: Value, source: Value): void {
  if (body['accept_terms_and_conditions'] !== true) throw unprocessable('accept_terms_and_conditions: must be true.')
  const needs = (field: string) => {
    if ((source[field] ?? '') === '') throw unprocessable(`source_ref.${field}: must be given.`)
  }
  switch (body['source_type']) {
    case 'SOURCE_TYPE_HUGGINGFACE': {
      needs('repo_id')
      const { access_type: access } = source
      if (access === 'ACCESS_TYPE_PRIVATE' || access === 'ACCESS_TYPE_GATED') needs('hf_token')
      if ((source['hf_token'] ?? '') !== '' && body['accept_hf_token_storage'] !== true)
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

function readRegion(given: unknown): string {
  if (given === undefined || given === '') return 'tor1'
  if (!dedicatedRegions.some((region) => region === given))
    throw unprocessable(`preferred_gpu_region: there are no GPUs in "${String(given)}".`)
  return String(given)
}

/** Without the token. The newest commit is the one that was found. */
function describeSource({ access_type, repo_id, commit_sha, bucket, prefix, region }: Value, newest: string | undefined): Value {
  if (repo_id === undefined) return { bucket, ...(prefix !== undefined && { prefix }), region }
  const commit = (commit_sha ?? '') === '' ? newest : commit_sha
  return { access_type: access_type ?? 'ACCESS_TYPE_PUBLIC', repo_id, ...(commit !== undefined && { commit_sha: commit }) }
}

function describeMeasure(measure: ModelMeasure | undefined): Value {
  if (!measure) return { parameters: '0', total_size_bytes: '0' }
  return {
    architecture: measure.architecture,
    parameters: String(measure.parameters),
    context_length: measure.contextLength,
    input_modalities: ['text'],
    output_modalities: ['text'],
    file_count: measure.files,
    total_size_bytes: String(measure.bytes),
    cost_estimate_per_month: Math.round((measure.bytes / 1e9) * storagePrice),
  }
}

function finish({ id }: { readonly id: string }, { engine, clock }: World): void {
  if (engine.find(keyOf(id))?.['status'] === 'STATUS_IMPORTING')
    engine.change(keyOf(id), { status: 'STATUS_READY', updated_at: clock.stamp() })
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ model: describe(world, open(call, world)) }) })

const update: Behavior = (call, world) => {
  const { uuid } = open(call, world)
  const { name, description, license, parameters, input_modalities: input, output_modalities: output, tags } = readBody(call)
  const fields = {
    name,
    description,
    license,
    parameters: parameters === undefined ? undefined : String(parameters),
    input_modalities: input ?? undefined,
    output_modalities: output ?? undefined,
  }
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const model = world.engine.update(keyOf(uuid), { ...given, ...(isRecord(tags) && { tags: { tags: tags['tags'] ?? [] } }) })
  return { body: JSON.stringify({ model: describe(world, model) }) }
}

const remove: Behavior = (call, world) => {
  const { uuid } = open(call, world)
  const [deployment] = listDeployments(world, uuid)
  if (deployment)
    throw conflict(`The model is deployed by the dedicated inference "${(deployment['spec'] as DedicatedSpec).name}". Delete that first.`)
  world.engine.remove(keyOf(uuid))
  return { body: JSON.stringify({ status: 'DELETE_CUSTOM_MODEL_STATUS_SUCCESS' }) }
}

export const customModels: FamilyBehavior = {
  operations: {
    customModels_list: list,
    customModels_create_by_import: create,
    customModels_get: get,
    customModels_update_metadata: update,
    customModels_delete: remove,
  },
  due: { 'customModels.finish': finish },
}
