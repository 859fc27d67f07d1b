import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const droplets: Story = {
  title: 'A droplet is made, looked at, switched off, enlarged, copied and destroyed',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const made = await cloud.droplets.create({
      body: { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', tags: ['storefront'], backups: true },
    })
    const path = { droplet_id: made.droplet.id }
    keeps(() => {
      assert.equal(made.droplet.status, 'new')
      assert.equal(made.droplet.locked, true)
    })
    await refuses(422, () => cloud.droplets.actions.powerOff(path.droplet_id))
    await pass(120)

    const { droplet } = await cloud.droplets.get({ path })
    keeps(() => {
      assert.equal(droplet.status, 'active')
      assert.deepEqual(droplet.tags, ['storefront'])
      assert.equal(droplet.networks.v4.length, 2)
    })
    const { droplets: tagged, meta } = await cloud.droplets.list({ query: { tag_name: 'storefront' } })
    keeps(() => {
      assert.deepEqual([tagged.length, meta.total], [1, 1])
      assert.deepEqual(tagged[0], droplet)
    })

    const { action: off } = await cloud.droplets.actions.powerOff(path.droplet_id)
    await pass(60)
    const { action: done } = await cloud.droplets.actions.get({ path: { ...path, action_id: off.id } })
    keeps(() => assert.deepEqual([done.id, done.status, done.type], [off.id, 'completed', 'power_off']))
    await cloud.droplets.actions.resize(path.droplet_id, { size: 's-2vcpu-4gb', disk: true })
    await pass(600)
    const { droplet: larger } = await cloud.droplets.get({ path })
    keeps(() => assert.deepEqual([larger.status, larger.memory, larger.disk], ['off', 4096, 80]))

    await cloud.droplets.actions.snapshot(path.droplet_id, { name: 'web-01-before-sale' })
    await pass(600)
    const { snapshots } = await cloud.droplets.snapshots.list({ path })
    lists(snapshots, 'name', ['web-01-before-sale'])
    const { actions } = await cloud.droplets.actions.list({ path })
    keeps(() => assert.deepEqual(actions.map(({ type }) => type).toSorted(), ['create', 'power_off', 'resize', 'snapshot']))

    await cloud.droplets.delete({ path })
    await refuses(404, () => cloud.droplets.get({ path }))
    await refuses(404, () => cloud.droplets.delete({ path }))
    const left = await cloud.snapshots.list({ query: { resource_type: 'droplet' } })
    keeps(() => assert.equal(left.meta.total, 1))
  },
}
