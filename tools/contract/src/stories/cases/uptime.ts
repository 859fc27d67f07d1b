import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const uptime: Story = {
  title: 'An uptime check finds the shop up, has an alert, is paused and deleted with it',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { check } = await cloud.uptime.checks.create({
      body: { name: 'Shop front page', type: 'https', target: 'https://www.tidewater.example/healthz', regions: ['us_east', 'eu_west'] },
    })
    const path = { check_id: check.id }
    const { state: early } = await cloud.uptime.checks.getState({ path })
    keeps(() => assert.equal(early.regions['us_east']?.status, 'CHECKING'))
    await pass(120)
    const { state } = await cloud.uptime.checks.getState({ path })
    lists(Object.values(state.regions), (each) => each?.status, ['UP', 'UP'])

    const { alert } = await cloud.uptime.alerts.create({
      path,
      body: {
        name: 'Shop is slow',
        type: 'latency',
        threshold: 800,
        comparison: 'greater_than',
        period: '5m',
        notifications: { email: ['maya@tidewater.example'], slack: [] },
      },
    })
    const at = { ...path, alert_id: alert.id }
    const { alert: slower } = await cloud.uptime.alerts.update({ path: at, body: { threshold: 1000 } })
    keeps(() => assert.deepEqual(slower, { ...alert, threshold: 1000 }))
    const { alerts } = await cloud.uptime.alerts.list({ path })
    keeps(() => assert.deepEqual(alerts, [slower]))
    const { check: paused } = await cloud.uptime.checks.update({ path, body: { enabled: false } })
    keeps(() => assert.deepEqual(paused, { ...check, enabled: false }))
    const { checks, meta } = await cloud.uptime.checks.list()
    keeps(() => assert.deepEqual([checks, meta.total], [[paused], 1]))
    await refuses(422, () => cloud.uptime.checks.update({ path, body: { type: 'ping' } }))
    await cloud.uptime.checks.delete({ path })
    await refuses(404, () => cloud.uptime.alerts.get({ path: at }))
    await refuses(404, () => cloud.uptime.checks.getState({ path }))
  },
}
