import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const evaluations: Story = {
  title: 'A metric of our own is made, described and given up, and the platform has metrics and presets of its own',
  run: async ({ cloud, keeps, refuses }) => {
    const config = { scoring_prompt: 'Give 100 to a text that sounds friendly and 0 to one that does not.', requires_ground_truth: false }
    const { metric } = await cloud.evaluations.customMetrics.create({ body: { metric_name: 'Friendly tone', config } })
    const path = { metric_uuid: metric.metric_uuid }
    await refuses(409, () => cloud.evaluations.customMetrics.create({ body: { metric_name: 'Friendly tone', config } }))
    const { metric: described } = await cloud.evaluations.customMetrics.update({
      path,
      body: { description: 'Whether a blurb sounds friendly' },
    })
    keeps(() => assert.deepEqual([described.metric_name, described.description], ['Friendly tone', 'Whether a blurb sounds friendly']))
    const { metrics } = await cloud.evaluations.metrics.list()
    keeps(() => assert.ok(metrics.some(({ metric_name: name }) => name === 'Correctness')))
    await cloud.modelEvaluations.metrics.list()
    await cloud.modelEvaluations.presets.list()
    await cloud.evaluations.customMetrics.delete({ path })
    await refuses(404, () => cloud.evaluations.customMetrics.delete({ path }))
  },
}
