import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const autoscalePools: Story = {
  title: 'An autoscale pool fills itself, is told to shrink, and takes its droplets with it',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const template = { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ssh_keys: [], tags: ['storefront'] } as const
    const droplets = { ...template, ssh_keys: [], tags: [...template.tags] }
    const body = { name: 'storefront-web', config: { target_number_instances: 3 }, droplet_template: droplets }
    const { autoscale_pool: made } = await cloud.droplets.autoscalePools.create({ body })
    const path = { autoscale_pool_id: made.id }
    keeps(() => assert.equal(made.active_resources_count, 0))
    await pass(300)
    const { droplets: members } = await cloud.droplets.autoscalePools.members.list({ path })
    lists(members, 'status', ['active', 'active', 'active'])
    const servers = await cloud.droplets.list({ query: { tag_name: 'storefront' } })
    keeps(() => assert.equal(servers.meta.total, 3))

    await cloud.droplets.autoscalePools.update({ path, body: { ...body, config: { target_number_instances: 1 } } })
    await pass(300)
    const { history } = await cloud.droplets.autoscalePools.history.list({ path })
    keeps(() =>
      assert.deepEqual(history.map((each) => [each.desired_instance_count, each.status]).toSorted(), [
        [1, 'success'],
        [3, 'success'],
      ]),
    )
    const { autoscale_pools: pools } = await cloud.droplets.autoscalePools.list({ query: { name: 'storefront-web' } })
    lists(pools, ({ id, active_resources_count: count }) => [id, count], [[made.id, 1]])
    await cloud.droplets.autoscalePools.deleteDangerous({ path, header: { 'X-Dangerous': true } })
    await pass(300)
    await refuses(404, () => cloud.droplets.autoscalePools.get({ path }))
    const { meta } = await cloud.droplets.list()
    keeps(() => assert.equal(meta.total, 0))
  },
}
