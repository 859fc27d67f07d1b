import { expect } from 'vitest'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/kubernetes/clusters'
const pool = { size: 's-2vcpu-4gb', name: 'shop-pool', count: 2 }
const bindery = { name: 'bindery', region: 'nyc3', version: '1.34.1-do.0', node_pools: [pool] }

const post = (sandbox: ObservedSandbox, more: object = {}) => sandbox.post(path, { ...bindery, ...more })
const postPool = (sandbox: ObservedSandbox, more: object) => post(sandbox, { node_pools: [{ ...pool, ...more }] })

/** Creates a running cluster. */
async function createCluster({ create, pass }: ObservedSandbox, more: object = {}): Promise<Json> {
  const { id } = await create(path, { ...bindery, ...more })
  await pass(300)
  return { id, at: `${path}/${id}` }
}

const upgrade = async (sandbox: ObservedSandbox, from: string, version: string) =>
  sandbox.post(`${(await createCluster(sandbox, { version: from })).at}/upgrade`, { version })

testObserved({
  'kubernetes-01': async (sandbox) => {
    await sandbox.create(path, bindery)
    return post(sandbox)
  },
  'kubernetes-02': (sandbox) => post(sandbox, { version: '1.12.0-do.0' }),
  'kubernetes-03': (sandbox) => post(sandbox, { version: '1.12.0-do.0', routing_agent: { enabled: true } }),
  'kubernetes-04': (sandbox) => postPool(sandbox, { size: 's-0vcpu-0gb' }),
  'kubernetes-05': (sandbox) => postPool(sandbox, { name: 'p'.repeat(56) }),
  'kubernetes-07': (sandbox) => postPool(sandbox, { auto_scale: true, min_nodes: 1, max_nodes: 99 }),
  'kubernetes-08': (sandbox) => upgrade(sandbox, '1.32.10-do.2', '1.34.3-do.1'),
  'kubernetes-09': (sandbox) => upgrade(sandbox, '1.33.5-do.0', '1.34.3-do.1'),
  'kubernetes-10': async (sandbox) => {
    const { id, at } = await createCluster(sandbox)
    return shows(sandbox.get(at), { kubernetes_cluster: { node_pools: [{ tags: ['k8s', `k8s:${id}`, 'k8s:worker'] }] } })
  },
  'kubernetes-11': async (sandbox) => {
    const response = await sandbox.get((await createCluster(sandbox)).at)
    expect(response.body.kubernetes_cluster.node_pools[0].nodes[0]).toMatchObject({
      name: expect.stringMatching(/^shop-pool-[0-9a-z]{5}$/),
      droplet_id: expect.any(String),
      status: { state: 'running' },
    })
    return response
  },
  'kubernetes-12': async ({ create, pass, get }) => {
    const { id } = await create(path, bindery)
    const inState = (state: string) => {
      const status = { state }
      return shows(get(`${path}/${id}`), { kubernetes_cluster: { status, node_pools: [{ nodes: [{ status }, { status }] }] } })
    }
    await pass(210)
    await inState('provisioning')
    await pass(60)
    return inState('running')
  },
  'kubernetes-13': async (sandbox) => {
    const { id, at } = await createCluster(sandbox)
    const response = await sandbox.delete(at)
    await sandbox.pass(600)
    expect(await sandbox.read(`/v2/tags/k8s:${id}`)).toMatchObject({ name: `k8s:${id}`, resources: { count: 0 } })
    return response
  },
  'kubernetes-14': async (sandbox) => {
    const { at } = await createCluster(sandbox)
    const scaled = { name: 'thumbnail-pool', size: pool.size, auto_scale: true, min_nodes: 0, max_nodes: 3 }
    return shows(sandbox.post(`${at}/node_pools`, scaled), { node_pool: { count: 0, min_nodes: 0, nodes: [] } })
  },
  'kubernetes-15': (sandbox) => {
    const off = { enabled: false }
    const devices = { amd_gpu_device_plugin: off, nvidia_gpu_device_plugin: off, amd_gpu_dra_driver: off, nvidia_gpu_dra_driver: off }
    return shows(post(sandbox), { kubernetes_cluster: devices })
  },
  'clients-07': async (sandbox) => {
    const taints = [{ Key: 'gpu', Value: 'yes', Effect: 'NoSchedule' }]
    const { at } = await createCluster(sandbox, { node_pools: [{ ...pool, taints }] })
    const read = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }]
    return shows(sandbox.get(at), { kubernetes_cluster: { node_pools: [{ taints: read }] } })
  },
  'clients-10': async (sandbox) => {
    const { at } = await createCluster(sandbox, { version: 'latest' })
    await sandbox.change('DELETE', at)
    return sandbox.get(at)
  },
  'clients-22': (sandbox) =>
    shows(post(sandbox, { version: 'latest', maintenance_policy: { start_time: '', duration: '', day: 'any' } }), {
      kubernetes_cluster: { maintenance_policy: { start_time: '00:00', day: 'any' } },
    }),
  'clients-30': async (sandbox) => {
    const small = { name: 'pool', size: 's-1vcpu-2gb', count: 1, min_nodes: 1, max_nodes: 1 }
    const { id } = await sandbox.create(path, { ...bindery, region: 'sfo3', version: 'latest', node_pools: [small] })
    const addons = { addon_slugs: ['loki', 'keda'], cluster_uuid: id }
    return shows(sandbox.post('/v2/1-clicks/kubernetes', addons), { message: expect.any(String) })
  },
  'kubernetes-16': async (sandbox) => {
    const { at } = await createCluster(sandbox)
    const empty = { name: 'thumbnail-pool', size: pool.size }
    return shows(sandbox.post(`${at}/node_pools`, empty), { node_pool: { count: 0, nodes: [] } })
  },
})
