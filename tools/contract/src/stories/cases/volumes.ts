import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const volumes: Story = {
  title: 'A volume is made, attached, enlarged, copied and deleted',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const body = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100, filesystem_type: 'ext4' } as const
    const { volume } = await cloud.volumes.create({ body })
    const path = { volume_id: volume.id }
    await refuses(409, () => cloud.volumes.create({ body }))
    const { volume: same } = await cloud.volumes.get({ path })
    keeps(() => assert.deepEqual(same, volume))

    const made = await cloud.droplets.create({ body: { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' } })
    await pass(120)
    const attach = { type: 'attach', droplet_id: made.droplet.id, region: 'nyc3' } as const
    const { action } = await cloud.volumes.actions.create({ path, body: attach })
    await pass(60)
    const { action: ended } = await cloud.volumes.actions.get({ path: { ...path, action_id: action.id } })
    keeps(() => assert.deepEqual([ended.status, ended.type], ['completed', 'attach_volume']))
    const { volumes: attached } = await cloud.volumes.list({ query: { name: 'covers-data', region: 'nyc3' } })
    lists(attached, 'droplet_ids', [[made.droplet.id]])
    await refuses(409, () => cloud.volumes.delete({ path }))

    await cloud.volumes.actions.resize(path.volume_id, { size_gigabytes: 200, region: 'nyc3' })
    await pass(60)
    await refuses(422, () => cloud.volumes.actions.resize(path.volume_id, { size_gigabytes: 50, region: 'nyc3' }))
    const { snapshot } = await cloud.volumes.snapshots.create({ path, body: { name: 'covers-before-sale' } })
    const { snapshots } = await cloud.volumes.snapshots.list({ path })
    keeps(() => {
      assert.deepEqual(
        snapshots.map(({ id }) => id),
        [snapshot.id],
      )
      assert.equal(snapshot.min_disk_size, 200)
    })

    await cloud.volumes.actions.detach(path.volume_id, { droplet_id: made.droplet.id, region: 'nyc3' })
    await pass(60)
    await cloud.volumes.delete({ path })
    await refuses(404, () => cloud.volumes.get({ path }))
    const kept = await cloud.snapshots.get({ path: { snapshot_id: snapshot.id } })
    keeps(() => assert.equal(kept.snapshot.name, 'covers-before-sale'))
    await cloud.snapshots.delete({ path: { snapshot_id: snapshot.id } })
    await refuses(404, () => cloud.volumes.snapshots.get({ path: { snapshot_id: snapshot.id } }))
  },
}
