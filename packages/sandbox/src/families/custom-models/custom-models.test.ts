import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { forbidden } from '../../../test/operation-at.ts'

const path = '/v2/gen-ai/custom_models'
const blurbs = {
  name: 'tidewater-blurbs',
  source_type: 'SOURCE_TYPE_HUGGINGFACE',
  source_ref: { access_type: 'ACCESS_TYPE_PUBLIC', repo_id: 'tidewater-books/blurbs-8b' },
  preferred_gpu_region: 'nyc2',
  accept_terms_and_conditions: true,
  tags: { tags: ['storefront'] },
} as const

describe('custom models', () => {
  it('checks the source, imports the model and makes it ready after some minutes', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(`${path}/import`, blurbs)
    expect(status).toBe(200)
    expect(body.model).toMatchObject({
      status: 'STATUS_IMPORTING',
      storage_region: 'nyc2',
      architecture: 'LlamaForCausalLM',
      tags: { tags: ['storefront'] },
      source_ref: { repo_id: 'tidewater-books/blurbs-8b', commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
      config_json: { model_type: 'llama' },
    })
    expect(body.model.parameters).toBe('7000000000')
    expect(body.import_job).toMatchObject({
      status: 'queued',
      bytes_total: body.model.total_size_bytes,
      files_total: body.model.file_count,
    })
    expect(body.validation_steps.every(({ passed }) => passed)).toBe(true)
    await sandbox.pass(301)
    expect((await sandbox.get(`${path}/${body.model.uuid}`)).body.model).toMatchObject({ status: 'STATUS_READY', active_deployments: [] })
    expect((await sandbox.get(`${path}?status=STATUS_READY`)).body).toMatchObject({
      models: [{ name: blurbs.name }],
      max_threshold: 10,
      meta: { total: 1 },
    })
    expect((await sandbox.get(`${path}?status=STATUS_IMPORTING`)).body.meta.total).toBe(0)
    expect((await sandbox.get(`${path}?status=STATUS_UNSPECIFIED`)).body.meta.total).toBe(1)
  })

  it('creates a failed model when a check of the source fails', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(`${path}/import`, { ...blurbs, source_ref: { repo_id: 'tidewater-books/blurbs-gguf' } })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('import_job')
    expect(body.model).toMatchObject({ status: 'STATUS_FAILED', error_message: body.error, parameters: '0' })
    expect(body.validation_steps.at(-1)).toEqual({ name: 'weights', passed: false, error: body.error })
    await sandbox.pass(600)
    expect((await sandbox.get(`${path}/${body.model.uuid}`)).body.model.status).toBe('STATUS_FAILED')
  })

  it.for([
    { accept_terms_and_conditions: false },
    { source_type: 'SOURCE_TYPE_SDK_UPLOAD' },
    { source_ref: {} },
    { source_ref: { access_type: 'ACCESS_TYPE_GATED', repo_id: 'a/b' } },
    { source_ref: { repo_id: 'a/b', hf_token: 'example-hub-token-1' } },
    { source_type: 'SOURCE_TYPE_SPACES_BUCKET', source_ref: { bucket: 'covers' } },
    { preferred_gpu_region: 'fra1' },
  ])('returns 422 for an import with %o', async (change, { sandbox }) => {
    expect((await sandbox.post(`${path}/import`, forbidden({ ...blurbs, ...change }))).status).toBe(422)
    expect((await sandbox.get(path)).body.meta.total).toBe(0)
  })

  it('hides the token and imports from a bucket', async ({ sandbox }) => {
    const gated = { access_type: 'ACCESS_TYPE_GATED', repo_id: 'tidewater-books/gated-8b', hf_token: 'example-hub-token-1' } as const
    const { model } = (await sandbox.post(`${path}/import`, { ...blurbs, source_ref: gated, accept_hf_token_storage: true })).body
    expect(model.status).toBe('STATUS_IMPORTING')
    expect(JSON.stringify((await sandbox.get(`${path}/${model.uuid}`)).body)).not.toContain('example-hub-token-1')
    const bucket = { bucket: 'covers', prefix: 'models/reviews-8b/', region: 'nyc3' }
    const other = await sandbox.post(`${path}/import`, {
      ...blurbs,
      name: 'reviews-8b',
      source_type: 'SOURCE_TYPE_SPACES_BUCKET',
      source_ref: bucket,
    })
    expect(other.body.model.source_ref).toEqual(bucket)
  })

  it('returns 409 for a name in use and 412 for the eleventh model', async ({ sandbox }) => {
    const importModel = (name: string) => sandbox.post(`${path}/import`, { ...blurbs, name })
    const { uuid } = (await importModel('model-0')).body.model
    expect((await importModel('model-0')).status).toBe(409)
    for (let n = 1; n < 10; n += 1) expect((await importModel(`model-${n}`)).status).toBe(200)
    expect((await importModel('model-10')).status).toBe(412)
    expect((await sandbox.patch(`${path}/${uuid}/metadata`, { name: 'model-1' })).status).toBe(409)
    const described = { description: 'Short texts', license: 'Apache-2.0', input_modalities: ['text', 'image'], tags: { tags: [] } }
    const { model } = (await sandbox.patch(`${path}/${uuid}/metadata`, described)).body
    expect(model).toMatchObject({ ...described, name: 'model-0', output_modalities: ['text'] })
    expect((await sandbox.patch(`${path}/${uuid}/metadata`, { description: '' })).body.model.description).toBe('')
    expect((await sandbox.patch(`${path}/${uuid}/metadata`, { parameters: 8_000_000_000 })).body.model.parameters).toBe('8000000000')
  })

  it('returns 409 when a model deployed by dedicated inference is deleted', async ({ sandbox }) => {
    const { uuid } = (await sandbox.post(`${path}/import`, blurbs)).body.model
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'models', region: 'nyc2' })).body
    const accelerators = [{ scale: 1, type: 'prefill_decode', accelerator_slug: 'gpu-h100x1-80gb' }] as const
    const deployment = { model_id: uuid, model_slug: blurbs.name, model_provider: 'hugging_face', accelerators } as const
    const spec = {
      version: 1,
      name: 'blurbs',
      region: 'nyc2',
      vpc: { uuid: vpc.id },
      enable_public_endpoint: false,
      model_deployments: [deployment],
    } as const
    expect((await sandbox.post('/v2/dedicated-inferences', { spec })).status).toBe(422)
    await sandbox.pass(301)
    const { id } = (await sandbox.post('/v2/dedicated-inferences', { spec })).body.dedicated_inference
    await sandbox.pass(70)
    expect((await sandbox.get(`${path}/${uuid}`)).body.model.active_deployments).toMatchObject([
      {
        id,
        name: 'blurbs',
        state: 'ACTIVE',
        region_slug: 'nyc2',
        endpoints: { public_endpoint_fqdn: '', private_endpoint_fqdn: expect.stringMatching(/^private-blurbs-/) },
      },
    ])
    expect((await sandbox.delete(`${path}/${uuid}`)).status).toBe(409)
    await sandbox.delete(`/v2/dedicated-inferences/${id}`)
    expect(await sandbox.delete(`${path}/${uuid}`)).toMatchObject({ status: 200, body: { status: 'DELETE_CUSTOM_MODEL_STATUS_SUCCESS' } })
    expect((await sandbox.get(`${path}/${uuid}`)).status).toBe(404)
  })
})
