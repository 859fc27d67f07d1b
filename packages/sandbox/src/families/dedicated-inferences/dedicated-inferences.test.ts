import { X509Certificate } from 'node:crypto'
import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

const at = '/v2/dedicated-inferences'
const h100 = 'gpu-h100x1-80gb'
const mistral = { model_slug: 'mistral/mistral-7b-instruct-v3', model_provider: 'hugging_face', workload_config: {} } as const
type Spec = BodyAt<'post', typeof at>['spec']

const group = (scale = 1, slug = h100) => ({ scale, type: 'prefill_decode', accelerator_slug: slug }) as const

async function createSpec(sandbox: TestSandbox, more: Partial<Spec> = {}) {
  const { vpcs } = (await sandbox.get('/v2/vpcs')).body
  const found = vpcs.find(({ name }) => name === 'models')
  const vpc = found ?? (await sandbox.post('/v2/vpcs', { name: 'models', region: 'nyc2' })).body.vpc
  const deployments = [{ ...mistral, accelerators: [group()] }] as const
  return {
    version: 1,
    name: 'recommendations',
    region: 'nyc2',
    vpc: { uuid: vpc.id },
    enable_public_endpoint: true,
    model_deployments: deployments,
    ...more,
  }
}

async function createActive(sandbox: TestSandbox) {
  const { status, body } = await sandbox.post(at, { spec: await createSpec(sandbox) })
  expect(status, body.message).toBe(202)
  await sandbox.pass(70)
  return body
}

describe('dedicated inference', () => {
  it('keeps its VPC from being deleted', async ({ sandbox }) => {
    const { spec } = (await createActive(sandbox)).dedicated_inference
    const refused = await sandbox.delete(`/v2/vpcs/${spec.vpc.uuid}`)
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('dedicated inference') } })
  })

  it('is created in steps: reserve GPUs, load models, then the endpoints are ready', async ({ sandbox }) => {
    // Clients send version 0 if they leave it out.
    const { status, body } = await sandbox.post(at, { spec: await createSpec(sandbox, { version: 0 }) })
    expect(status).toBe(202)
    const { dedicated_inference: created, token } = body
    expect(created).toMatchObject({ name: 'recommendations', spec: { version: 1 } })
    expect(created).toMatchObject({ status: 'new', endpoints: {}, spec: { model_deployments: [{ accelerators: [{ status: 'new' }] }] } })
    expect(token).toMatchObject({ name: 'default', is_managed: true, value: expect.stringMatching(/^did_v1_[0-9a-f]{64}$/) })
    const path = `${at}/${created.id}` as const
    expect((await sandbox.get(`${path}/ca`)).status).toBe(404)
    expect((await sandbox.get(`${path}/accelerators`)).body.meta.total).toBe(0)
    await sandbox.pass(6)
    expect((await sandbox.get(path)).body.dedicated_inference.status).toBe('provisioning')
    expect((await sandbox.get(`${path}/accelerators`)).body.accelerators[0]).toMatchObject({
      name: 'recommendations-1',
      status: 'provisioning',
    })
    await sandbox.pass(61)
    const active = (await sandbox.get(path)).body.dedicated_inference
    expect(active).toMatchObject({
      status: 'active',
      spec: { model_deployments: [{ ...mistral, accelerators: [{ ...group(), status: 'active' }] }] },
    })
    expect(active.endpoints.public_endpoint_fqdn).toMatch(/^https:\/\/recommendations-/)
    expect(active.endpoints.private_endpoint_fqdn).toMatch(/^https:\/\/private-recommendations-/)
    const { accelerators } = (await sandbox.get(`${path}/accelerators?slug=${h100}`)).body
    expect(accelerators).toMatchObject([{ slug: h100, role: 'prefill_decode', status: 'active' }])
    expect((await sandbox.get(`${path}/accelerators/${accelerators[0].id}`)).body).toEqual(accelerators[0])
    expect((await sandbox.get(`${path}/accelerators?slug=none`)).body.meta.total).toBe(0)
    const { cert } = (await sandbox.get(`${path}/ca`)).body
    const certificate = new X509Certificate(Buffer.from(cert, 'base64'))
    expect(certificate.ca).toBe(true)
    expect((await sandbox.get(`${path}/ca`)).body.cert).toBe(cert)
    expect((await sandbox.get(`${at}?region=nyc2`)).body.meta.total).toBe(1)
    expect((await sandbox.get(`${at}?region=tor1`)).body.meta.total).toBe(0)
  })

  it('keeps serving during an update', async ({ sandbox }) => {
    const { id } = (await createActive(sandbox)).dedicated_inference
    const path = `${at}/${id}` as const
    const before = (await sandbox.get(path)).body.dedicated_inference
    const [{ id: gpu }] = (await sandbox.get(`${path}/accelerators`)).body.accelerators
    const spec = await createSpec(sandbox, { enable_public_endpoint: false, model_deployments: [{ ...mistral, accelerators: [group(2)] }] })
    const { status, body } = await sandbox.patch(path, { spec })
    expect(status).toBe(202)
    expect(body.dedicated_inference).toMatchObject({
      status: 'updating',
      spec: before.spec,
      endpoints: before.endpoints,
      pending_deployment_spec: { status: 'provisioning' },
    })
    expect((await sandbox.patch(path, { spec })).status).toBe(403)
    await sandbox.pass(31)
    expect((await sandbox.get(path)).body.dedicated_inference.pending_deployment_spec.status).toBe('updating')
    expect((await sandbox.get(`${path}/accelerators`)).body.meta.total).toBe(2)
    await sandbox.pass(31)
    const after = (await sandbox.get(path)).body.dedicated_inference
    expect(after).toMatchObject({
      status: 'active',
      spec: { enable_public_endpoint: false, model_deployments: [{ accelerators: [{ scale: 2, status: 'active' }] }] },
    })
    expect(after).not.toHaveProperty('pending_deployment_spec')
    expect(after.endpoints).not.toHaveProperty('public_endpoint_fqdn')
    expect(
      (await sandbox.patch(path, { access_tokens: { hugging_face_token: 'example-hugging-face-token-2' } })).body.dedicated_inference
        .status,
    ).toBe('active')
    await sandbox.patch(path, { spec: await createSpec(sandbox) })
    await sandbox.pass(70)
    expect((await sandbox.get(`${path}/accelerators`)).body.accelerators).toMatchObject([{ id: gpu, status: 'active' }])
    expect((await sandbox.patch(path, { spec: { ...spec, region: 'tor1' } })).status).toBe(422)
  })

  it('can be renamed to a name that is free in the region', async ({ sandbox }) => {
    const { id } = (await createActive(sandbox)).dedicated_inference
    const path = `${at}/${id}` as const
    await sandbox.post(at, { spec: await createSpec(sandbox, { name: 'reviews' }) })
    expect((await sandbox.patch(path, { spec: await createSpec(sandbox, { name: 'reviews' }) })).status).toBe(409)
    const { dedicated_inference: changing } = (await sandbox.patch(path, { spec: await createSpec(sandbox, { name: 'blurbs' }) })).body
    expect(changing).toMatchObject({ name: 'recommendations', pending_deployment_spec: { name: 'blurbs' } })
    expect((await sandbox.post(at, { spec: await createSpec(sandbox, { name: 'blurbs' }) })).status).toBe(409)
    await sandbox.pass(70)
    const after = (await sandbox.get(path)).body.dedicated_inference
    const fqdn = expect.stringContaining('blurbs')
    expect(after).toMatchObject({ name: 'blurbs', spec: { name: 'blurbs' }, endpoints: { private_endpoint_fqdn: fqdn } })
  })

  it('accepts the requests of official clients: any repository, the other name of the VPC, secrets', async ({ sandbox }) => {
    const { vpc, ...rest } = await createSpec(sandbox)
    const { uuid } = vpc!
    const repository = {
      model_slug: 'Qwen/Qwen2.5-7B-Instruct',
      provider_model_id: 'Qwen/Qwen2.5-7B-Instruct',
      model_provider: 'hugging_face',
    } as const
    const gated = { model_slug: 'llama3.1-8b-instruct', model_provider: 'hugging_face' } as const
    const deployments = [
      { ...repository, accelerators: [group()] },
      { ...gated, accelerators: [group()] },
    ] as const
    const spec = { ...rest, vpc_config: { vpc_uuid: uuid }, model_deployments: deployments } as const
    expect((await sandbox.post(at, { spec })).status).toBe(422)
    const { status, body } = await sandbox.post(at, { spec, secrets: { hugging_face_token: 'example-hugging-face-token-1' } })
    expect(status, body.message).toBe(202)
    const created = body.dedicated_inference
    expect(created.spec).toMatchObject({ vpc: { uuid }, vpc_config: { vpc_uuid: uuid }, model_deployments: [repository, gated] })
    await sandbox.pass(70)
    const { vpc_config: _, ...without } = spec
    const changed = await sandbox.patch(`${at}/${created.id}`, { spec: { ...without, enable_public_endpoint: false } })
    expect(changed.body.dedicated_inference.pending_deployment_spec).toMatchObject({
      vpc: { uuid },
      vpc_config: { vpc_uuid: uuid },
    })
    expect((await sandbox.get(`${at}?name=recommendations`)).body.meta.total).toBe(1)
    expect((await sandbox.get(`${at}?name=other`)).body.meta.total).toBe(0)
    const nameless = { model_provider: 'hugging_face', accelerators: [group()] } as const
    expect(await sandbox.post(at, { spec: { ...spec, name: 'no-model', model_deployments: [nameless] } })).toMatchObject({
      status: 422,
      body: { message: 'spec.model_deployments.0.model_slug: must be given' },
    })
  })

  it('is in the default VPC of its region when the request names none, as in the Terraform documentation', async ({ sandbox }) => {
    const model = {
      model_slug: 'deepseek-r1-distill-qwen-14b',
      model_provider: 'digitalocean',
      accelerators: [{ accelerator_slug: h100, scale: 1, type: 'nvidia_h100' }],
    } as const
    const spec = { version: 1, name: 'plain', region: 'tor1', enable_public_endpoint: false, model_deployments: [model] } as const
    const { status, body } = await sandbox.ask('POST', at, { spec: { ...spec, vpc: null } })
    expect(status, body.message).toBe(202)
    const { id, vpc_uuid, spec: shown } = body.dedicated_inference
    expect(shown).not.toHaveProperty('vpc')
    expect(shown).not.toHaveProperty('vpc_config')
    const { vpc } = (await sandbox.get(`/v2/vpcs/${vpc_uuid}`)).body
    expect(vpc).toMatchObject({ region: 'tor1', default: true })
    await sandbox.pass(70)
    const changed = await sandbox.patch(`${at}/${id}`, { spec: { ...spec, name: 'plainer' } })
    expect(changed.status, changed.body.message).toBe(202)
    await sandbox.pass(70)
    const other = (await sandbox.post('/v2/vpcs', { name: 'other', region: 'tor1' })).body.vpc
    expect(await sandbox.patch(`${at}/${id}`, { spec: { ...spec, vpc: { uuid: other.id } } })).toMatchObject({
      status: 422,
      body: { message: 'spec.vpc.uuid: cannot be changed.' },
    })
  })

  it('is deleted with its tokens after a few seconds', async ({ sandbox }) => {
    const path = `${at}/${(await createActive(sandbox)).dedicated_inference.id}` as const
    expect((await sandbox.delete(path)).status).toBe(202)
    expect((await sandbox.get(path)).body.dedicated_inference).toMatchObject({ status: 'deleting', endpoints: {} })
    expect((await sandbox.get(`${path}/tokens`)).body.meta.total).toBe(0)
    expect((await sandbox.delete(path)).status).toBe(409)
    await sandbox.pass(11)
    for (const suffix of ['', '/tokens', '/accelerators', '/ca']) expect((await sandbox.get(`${path}${suffix}`)).status).toBe(404)
  })

  it('returns the value of a token once', async ({ sandbox }) => {
    const { dedicated_inference: created, token: first } = await createActive(sandbox)
    const path = `${at}/${created.id}/tokens` as const
    const { status, body } = await sandbox.post(path, { name: 'storefront' })
    expect(status).toBe(202)
    expect(body.token.value).not.toBe(first.value)
    const { tokens } = (await sandbox.get(path)).body
    expect(tokens.map(({ name }) => name).toSorted()).toEqual(['default', 'storefront'])
    expect(tokens[0]).not.toHaveProperty('value')
    expect((await sandbox.post(path, { name: 'storefront' })).status).toBe(409)
    expect((await sandbox.delete(`${path}/${first.id}`)).status).toBe(409)
    expect((await sandbox.delete(`${path}/${body.token.id}`)).status).toBe(204)
  })

  it('rejects models and sizes that are not offered', async ({ sandbox }) => {
    const sizes = (await sandbox.get(`${at}/sizes`)).body
    expect(sizes.enabled_regions).toEqual(['atl1', 'nyc2', 'tor1'])
    expect(sizes.sizes).toContainEqual(expect.objectContaining({ gpu_slug: h100, price_per_hour: '4.41', region: 'nyc2', currency: 'USD' }))
    const { gpu_model_configs: models } = (await sandbox.get(`${at}/gpu-model-config`)).body
    const gated = models.find((model) => model.is_gated_model)
    const withModel = (slug: string, size: string): Partial<Spec> => ({
      model_deployments: [{ model_slug: slug, model_provider: 'hugging_face', accelerators: [group(1, size)] }],
    })
    const refused: [Partial<Spec>, string][] = [
      [{ vpc: { uuid: '00000000-0000-4000-8000-000000000000' } }, 'spec.vpc.uuid'],
      [{ region: 'tor1' }, 'spec.vpc.uuid'],
      [withModel('none', h100), 'model_slug'],
      [withModel(mistral.model_slug, 'gpu-none'), 'accelerator_slug'],
      [withModel('deepseek-r1-distill-llama-70b', h100), 'accelerator_slug'],
      [withModel(gated.model_slug, gated.gpu_slugs[0]), 'hugging_face_token'],
      [{ model_deployments: [{ ...mistral, model_id: 'none', accelerators: [group()] }] }, 'model_id'],
    ]
    for (const [wrong, field] of refused)
      expect(await sandbox.post(at, { spec: await createSpec(sandbox, wrong) }), field).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(field) },
      })
    const spec = await createSpec(sandbox, withModel(gated.model_slug, gated.gpu_slugs[0]))
    expect((await sandbox.post(at, { spec, access_tokens: { hugging_face_token: 'example-hugging-face-token-1' } })).status).toBe(202)
    expect((await sandbox.post(at, { spec: await createSpec(sandbox) })).status).toBe(409)
  })
})
