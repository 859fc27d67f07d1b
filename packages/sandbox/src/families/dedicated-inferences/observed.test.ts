import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/dedicated-inferences'
const accelerator = { accelerator_slug: 'gpu-h100x1-80gb', scale: 1 }
const plain = { version: 1, region: 'tor1', enable_public_endpoint: false }

async function createActive({ create, pass }: ObservedSandbox) {
  const vpc = await create('/v2/vpcs', { name: 'models', region: 'tor1' })
  const accelerators = [{ ...accelerator, type: 'prefill_decode' }]
  const model = { model_slug: 'Qwen/Qwen2.5-14B-Instruct', model_provider: 'hugging_face', accelerators }
  const spec = { ...plain, name: 'blurbs', vpc: { uuid: vpc.id }, model_deployments: [model] }
  const { id } = await create(path, { spec })
  await pass(70)
  return { at: `${path}/${id}`, spec }
}

testObserved({
  'dedicated-inferences-01': async (sandbox) => {
    const { at, spec } = await createActive(sandbox)
    await sandbox.patch(at, { spec })
    const response = await sandbox.patch(at, { spec })
    await sandbox.pass(70)
    expect((await sandbox.patch(at, { spec })).status).toBe(202)
    return response
  },
  'dedicated-inferences-02': async (sandbox) => {
    const { at, spec } = await createActive(sandbox)
    const response = await sandbox.patch(at, { spec: { ...spec, name: 'covers' } })
    await sandbox.pass(70)
    const deployment = await sandbox.read(at)
    expect(deployment).toMatchObject({ name: 'covers', status: 'active' })
    expect(deployment.pending_deployment_spec).toBeUndefined()
    return response
  },
  'dedicated-inferences-03': async ({ post, read }) => {
    const accelerators = [{ ...accelerator, type: 'nvidia_h100' }]
    const model = { model_slug: 'deepseek-r1-distill-qwen-14b', model_provider: 'digitalocean', accelerators }
    const response = await post(path, { spec: { ...plain, name: 'plain', vpc: null, model_deployments: [model] } })
    const { vpc_uuid: vpc, spec } = response.body.dedicated_inference
    expect(await read(`/v2/vpcs/${vpc}`)).toMatchObject({ region: 'tor1' })
    expect([spec.vpc, spec.vpc_config]).toEqual([undefined, undefined])
    return response
  },
  'dedicated-inferences-04': async (sandbox) => {
    const { at, spec } = await createActive(sandbox)
    return shows(sandbox.patch(at, { spec: { ...spec, version: 2 } }), { dedicated_inference: { pending_deployment_spec: { version: 2 } } })
  },
})
