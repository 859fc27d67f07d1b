import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const functions: Story = {
  title: 'A functions namespace has keys and a trigger that keeps its timetable, and goes with both',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { namespace } = await cloud.functions.namespaces.create({ body: { region: 'tor1', label: 'orders' } })
    const path = { namespace_id: namespace.namespace }
    const { access_key: key } = await cloud.functions.keys.create({ path, body: { name: 'deploy-from-ci', expires_in: '30d' } })
    keeps(() => assert.equal(key.expires_at, '2026-04-01T09:00:00Z'))
    await refuses(409, () => cloud.functions.keys.create({ path, body: { name: 'deploy-from-ci' } }))
    await cloud.functions.keys.update({ path: { ...path, key_id: key.id }, body: { name: 'deploy-from-pipeline' } })
    const { access_keys: listed } = await cloud.functions.keys.list({ path })
    lists(listed, ({ id, name }) => [id, name], [[key.id, 'deploy-from-pipeline']])

    const body = {
      name: 'close-old-carts',
      function: 'orders/close-carts',
      type: 'SCHEDULED',
      is_enabled: true,
      scheduled_details: { cron: '30 3 * * *', body: { name: 'carts' } },
    } as const
    const at = { ...path, trigger_name: 'close-old-carts' }
    const { trigger } = await cloud.functions.triggers.create({ path, body })
    keeps(() => assert.deepEqual(trigger.scheduled_runs, { last_run_at: null, next_run_at: '2026-03-03T03:30:00Z' }))
    await refuses(409, () => cloud.functions.triggers.create({ path, body }))
    await pass(86_400)
    const { trigger: ran } = await cloud.functions.triggers.get({ path: at })
    keeps(() => assert.equal(ran.scheduled_runs.last_run_at, '2026-03-03T03:30:00Z'))
    const { trigger: off } = await cloud.functions.triggers.update({ path: at, body: { is_enabled: false } })
    keeps(() => assert.deepEqual([off.is_enabled, off.scheduled_runs.next_run_at], [false, null]))
    const { triggers } = await cloud.functions.triggers.list({ path })
    keeps(() => assert.deepEqual(triggers, [off]))
    await cloud.functions.triggers.delete({ path: at })
    await refuses(404, () => cloud.functions.triggers.get({ path: at }))
    await cloud.functions.namespaces.delete({ path })
    await refuses(404, () => cloud.functions.keys.list({ path }))
    const { namespaces } = await cloud.functions.namespaces.list()
    keeps(() => assert.deepEqual(namespaces, []))
  },
}
