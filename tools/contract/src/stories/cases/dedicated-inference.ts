import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const dedicatedInference: Story = {
  title: 'A model of its own machines is made, enlarged, opened by tokens, and given up',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    await cloud.dedicatedInferences.sizes.list()
    await cloud.dedicatedInferences.gpuModelConfigs.list()
    const { vpc } = await cloud.vpcs.create({ body: { name: 'models', region: 'nyc2', ip_range: '10.112.0.0/20' } })
    const specOf = (scale: number) => ({
      version: 1,
      name: 'recommendations',
      region: 'nyc2' as const,
      vpc: { uuid: vpc.id },
      enable_public_endpoint: true,
      model_deployments: [
        {
          model_slug: 'mistral/mistral-7b-instruct-v3',
          model_provider: 'hugging_face' as const,
          workload_config: {},
          accelerators: [{ scale, type: 'prefill_decode' as const, accelerator_slug: 'gpu-h100x1-80gb' }],
        },
      ],
    })
    const { dedicated_inference: made } = await cloud.dedicatedInferences.create({ body: { spec: specOf(1) } })
    const path = { dedicated_inference_id: made.id }
    keeps(() => assert.equal(made.status, 'new'))
    await refuses(404, () => cloud.dedicatedInferences.getCa({ path }))
    await pass(300)
    const { dedicated_inference: active } = await cloud.dedicatedInferences.get({ path })
    keeps(() => assert.equal(active.status, 'active'))
    await cloud.dedicatedInferences.getCa({ path })
    await cloud.dedicatedInferences.update({ path, body: { spec: specOf(2) } })
    await pass(600)
    const { accelerators } = await cloud.dedicatedInferences.accelerators.list({ path })
    lists(accelerators, 'status', ['active', 'active'])
    const { token } = await cloud.dedicatedInferences.tokens.create({ path, body: { name: 'storefront' } })
    await refuses(409, () => cloud.dedicatedInferences.tokens.create({ path, body: { name: 'storefront' } }))
    await cloud.dedicatedInferences.tokens.delete({ path: { ...path, token_id: token.id } })
    const { tokens } = await cloud.dedicatedInferences.tokens.list({ path })
    lists(tokens, 'name', ['default'])
    await cloud.dedicatedInferences.delete({ path })
    await pass(600)
    await refuses(404, () => cloud.dedicatedInferences.get({ path }))
  },
}
