import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const kubernetes: Story = {
  title: 'A cluster runs, gets another pool, is enlarged and upgraded, and goes with its nodes',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const pools = [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 2 }]
    const body = { name: 'bindery', region: 'nyc3', version: '1.34.1-do.0', node_pools: pools } as const
    const { kubernetes_cluster: made } = await cloud.kubernetes.clusters.create({ body })
    const path = { cluster_id: made.id }
    keeps(() => assert.equal(made.status.state, 'provisioning'))
    await refuses(422, () => cloud.kubernetes.clusters.create({ body }))
    await refuses(412, () => cloud.kubernetes.clusters.getKubeconfig({ path }))
    await pass(600)
    const { kubernetes_cluster: running } = await cloud.kubernetes.clusters.get({ path })
    keeps(() => assert.deepEqual([running.status.state, running.node_pools[0]?.nodes.length], ['running', 2]))
    const kubeconfig = await cloud.kubernetes.clusters.getKubeconfig({ path })
    assert.match(kubeconfig, /^apiVersion: v1$/m)

    const { node_pool: growing } = await cloud.kubernetes.nodePools.create({
      path,
      body: { name: 'thumbnail-pool', size: 's-2vcpu-4gb', auto_scale: true, min_nodes: 1, max_nodes: 4 },
    })
    const pool = { ...path, node_pool_id: growing.id }
    await pass(300)
    const { node_pool: larger } = await cloud.kubernetes.nodePools.update({ path: pool, body: { name: 'thumbnail-pool', count: 3 } })
    keeps(() => assert.equal(larger.count, 3))
    await pass(300)
    const { node_pools: both } = await cloud.kubernetes.nodePools.list({ path })
    keeps(() =>
      assert.deepEqual(
        both.map(({ name, nodes }) => [name, nodes.length]),
        [
          ['shop-pool', 2],
          ['thumbnail-pool', 3],
        ],
      ),
    )
    const servers = await cloud.droplets.list({ query: { tag_name: 'k8s:worker' } })
    keeps(() => assert.equal(servers.meta.total, 5))
    await cloud.kubernetes.nodePools.delete({ path: pool })
    await refuses(404, () => cloud.kubernetes.nodePools.get({ path: pool }))

    await cloud.kubernetes.clusters.upgrade({ path, body: { version: '1.34.3-do.1' } })
    await pass(1800)
    await cloud.kubernetes.clusters.update({ path, body: { name: 'print-bindery', auto_upgrade: true } })
    const { kubernetes_clusters: all } = await cloud.kubernetes.clusters.list()
    lists(all, ({ name, version }) => [name, version], [['print-bindery', '1.34.3-do.1']])
    await cloud.kubernetes.clusters.delete({ path })
    await refuses(404, () => cloud.kubernetes.clusters.get({ path }))
    const { meta } = await cloud.droplets.list()
    keeps(() => assert.equal(meta.total, 0))
  },
}
