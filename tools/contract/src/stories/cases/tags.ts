import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const tags: Story = {
  title: 'A tag goes on a droplet and a volume, finds them, and leaves them when it is deleted',
  run: async (context) => {
    const { cloud, keeps, refuses, pass } = context
    const { tag } = await cloud.tags.create({ body: { name: 'env:prod' } })
    keeps(() => assert.deepEqual([tag.name, tag.resources.count], ['env:prod', 0]))
    const path = { tag_id: 'env:prod' }
    const [first, second] = [await makeDroplet(context), await makeDroplet(context, 'web-02')]
    const { volume } = await cloud.volumes.create({ body: { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } })
    const resources = [
      { resource_id: String(first), resource_type: 'droplet' },
      { resource_id: String(second), resource_type: 'droplet' },
      { resource_id: volume.id, resource_type: 'volume' },
    ] as const
    await cloud.tags.resources.assign({ path, body: { resources: [...resources] } })
    await refuses(404, () => cloud.tags.resources.assign({ path: { tag_id: 'unknown' }, body: { resources: [...resources] } }))
    const { tag: used } = await cloud.tags.get({ path })
    keeps(() => assert.deepEqual([used.resources.count, used.resources.droplets.count, used.resources.volumes.count], [3, 2, 1]))

    const { droplets } = await cloud.droplets.list({ query: { tag_name: 'env:prod' } })
    keeps(() => assert.deepEqual(droplets.map(({ id }) => id).toSorted(), [first, second].toSorted()))
    const { actions } = await cloud.droplets.actions.powerOffByTag('env:prod')
    keeps(() => assert.equal(actions.length, 2))
    await pass(60)
    await cloud.tags.resources.unassign({ path, body: { resources: [resources[0]] } })
    await cloud.droplets.deleteByTag({ query: { tag_name: 'env:prod' } })
    await refuses(404, () => cloud.droplets.get({ path: { droplet_id: second } }))
    const { droplet: left } = await cloud.droplets.get({ path: { droplet_id: first } })
    keeps(() => assert.deepEqual([left.status, left.tags], ['off', []]))
    await cloud.tags.delete({ path })
    await refuses(404, () => cloud.tags.get({ path }))
    const { volume: bare } = await cloud.volumes.get({ path: { volume_id: volume.id } })
    keeps(() => assert.deepEqual(bare.tags, []))
  },
}
