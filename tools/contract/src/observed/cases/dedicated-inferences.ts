import { after, type Cases, type Json, type Probe } from '../probe.ts'

const at = '/v2/dedicated-inferences'

async function makeActive({ make, pass }: Probe): Promise<Json> {
  const { vpc } = await make('POST', '/v2/vpcs', { name: 'models', region: 'tor1' })
  const accelerators = [{ accelerator_slug: 'gpu-h100x1-80gb', scale: 1, type: 'prefill_decode' }]
  const model = { model_slug: 'Qwen/Qwen2.5-14B-Instruct', model_provider: 'hugging_face', accelerators }
  const spec = {
    version: 1,
    name: 'blurbs',
    region: 'tor1',
    vpc: { uuid: vpc.id },
    enable_public_endpoint: false,
    model_deployments: [model],
  }
  const { id } = (await make('POST', at, { spec })).dedicated_inference
  await pass(70)
  return { id, spec }
}

export const dedicatedInferences: Cases = {
  'dedicated-inferences-01': async (probe) => {
    const { id, spec } = await makeActive(probe)
    await probe.make('PATCH', `${at}/${id}`, { spec })
    const answer = await probe.ask('PATCH', `${at}/${id}`, { spec })
    await probe.pass(70)
    probe.holds('the same change later', (await probe.ask('PATCH', `${at}/${id}`, { spec })).status, 202)
    return answer
  },
  'dedicated-inferences-02': async (probe) => {
    const { id, spec } = await makeActive(probe)
    const answer = await probe.ask('PATCH', `${at}/${id}`, { spec: { ...spec, name: 'covers' } })
    await probe.pass(70)
    const { name, status, pending_deployment_spec: pending } = (await probe.make('GET', `${at}/${id}`)).dedicated_inference
    probe.holds('the deployment later', { name, status, pending }, { name: 'covers', status: 'active', pending: undefined })
    return answer
  },
  'dedicated-inferences-04': after(makeActive, ({ id, spec }, probe) =>
    probe.seen(
      probe.ask('PATCH', `${at}/${id}`, { spec: { ...spec, version: 2 } }),
      'the version',
      ({ body }) => body.dedicated_inference.pending_deployment_spec.version,
      2,
    ),
  ),
  'dedicated-inferences-03': async (probe) => {
    const accelerators = [{ accelerator_slug: 'gpu-h100x1-80gb', scale: 1, type: 'nvidia_h100' }]
    const model = { model_slug: 'deepseek-r1-distill-qwen-14b', model_provider: 'digitalocean', accelerators }
    const spec = { version: 1, name: 'plain', region: 'tor1', vpc: null, enable_public_endpoint: false, model_deployments: [model] }
    const answer = await probe.ask('POST', at, { spec })
    const { vpc_uuid: vpc, spec: shown } = answer.body.dedicated_inference
    probe.holds('the region of its VPC', (await probe.make('GET', `/v2/vpcs/${vpc}`)).vpc.region, 'tor1')
    probe.holds('what the specification shows', [shown.vpc, shown.vpc_config], [undefined, undefined])
    return answer
  },
}
