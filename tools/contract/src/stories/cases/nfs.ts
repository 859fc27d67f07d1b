import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const nfs: Story = {
  title: 'An NFS share is mounted, enlarged, opened in part, copied, and outlived by its snapshot',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { vpc } = await cloud.vpcs.create({ body: { name: 'storefront-net', region: 'nyc3', ip_range: '10.108.0.0/20' } })
    const { share } = await cloud.nfs.create({ body: { name: 'print-masters', size_gib: 200, region: 'nyc3', vpc_ids: [vpc.id] } })
    const path = { nfs_id: share.id }
    keeps(() => assert.deepEqual([share.status, share.host], ['CREATING', '']))
    await refuses(409, () => cloud.nfs.actions.resize(path.nfs_id, { region: 'nyc3', params: { size_gib: 300 } }))
    await pass(60)
    const { action } = await cloud.nfs.actions.resize(path.nfs_id, { region: 'nyc3', params: { size_gib: 300 } })
    keeps(() => assert.deepEqual([action.status, action.resource_id], ['IN_PROGRESS', share.id]))
    await refuses(409, () => cloud.nfs.delete({ path }))
    await pass(60)
    const { share: larger } = await cloud.nfs.get({ path })
    keeps(() => assert.deepEqual([larger.status, larger.size_gib, larger.access_points?.length], ['ACTIVE', 300, 1]))

    const { access_point: point } = await cloud.nfs.accessPoints.create({
      path: { share_id: share.id },
      body: {
        name: 'prepress',
        path: '/prepress',
        access_policy: {
          anonuid: 1500,
          anongid: 1500,
          protocols: ['NFS4'],
          squash_config: 'ALL_SQUASH',
          identity_enforcement_enabled: true,
        },
        vpc_id: vpc.id,
      },
    })
    await pass(60)
    const { access_points: points } = await cloud.nfs.accessPoints.list({ path: { share_id: share.id } })
    lists(points, 'name', ['default', 'prepress'])
    await cloud.nfs.accessPoints.delete({ path: { access_point_id: point.id } })
    await pass(60)

    await cloud.nfs.actions.snapshot(path.nfs_id, { region: 'nyc3', params: { name: 'masters-before-sale' } })
    await pass(60)
    const { snapshots } = await cloud.nfs.snapshots.list({ query: { share_id: share.id, region: 'nyc3' } })
    lists(snapshots, ({ name, size_gib: size }) => [name, size], [['masters-before-sale', 300]])
    await cloud.nfs.delete({ path })
    await refuses(404, () => cloud.nfs.get({ path }))
    const snapshot = { nfs_snapshot_id: snapshots[0]?.id ?? '' }
    await cloud.nfs.snapshots.get({ path: snapshot })
    await cloud.nfs.snapshots.delete({ path: snapshot })
    await refuses(404, () => cloud.nfs.snapshots.get({ path: snapshot }))
  },
}
