import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const monitoring: Story = {
  title: 'An alert policy is silenced and deleted, and logs find a destination',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const body = {
      type: 'v1/insights/droplet/cpu',
      description: "The shop's web servers are busy",
      compare: 'GreaterThan',
      value: 80,
      window: '5m',
      entities: [],
      tags: ['storefront'],
      alerts: { email: ['maya@tidewater.example'], slack: [] },
      enabled: true,
    } as const
    const policy = { ...body, entities: [], tags: [...body.tags], alerts: { email: [...body.alerts.email], slack: [] } }
    const { policy: made } = await cloud.monitoring.alertPolicies.create({ body: policy })
    const path = { alert_uuid: made.uuid }
    keeps(() => assert.deepEqual(made, { uuid: made.uuid, ...policy }))
    const { policy: silent } = await cloud.monitoring.alertPolicies.update({ path, body: { ...policy, enabled: false } })
    keeps(() => assert.deepEqual(silent, { ...made, enabled: false }))
    const { policies } = await cloud.monitoring.alertPolicies.list()
    keeps(() => assert.deepEqual(policies, [silent]))
    await cloud.monitoring.alertPolicies.delete({ path })
    await refuses(404, () => cloud.monitoring.alertPolicies.get({ path }))

    const config = { endpoint: 'logs.archive.example:9200', credentials: { username: 'spindrift-logs', password: 'example-password-12' } }
    const { destination } = await cloud.monitoring.destinations.create({ body: { name: 'log-archive', type: 'opensearch_ext', config } })
    const at = { destination_uuid: destination.id }
    await cloud.monitoring.destinations.update({ path: at, body: { name: 'archive', type: 'opensearch_ext', config } })
    const { destinations } = await cloud.monitoring.destinations.list()
    lists(destinations, ({ id, name }) => [id, name], [[destination.id, 'archive']])
    await cloud.monitoring.destinations.delete({ path: at })
    await refuses(404, () => cloud.monitoring.destinations.get({ path: at }))
    await pass(60)
  },
}
