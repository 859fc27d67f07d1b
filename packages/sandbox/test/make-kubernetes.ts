/** A running Kubernetes cluster for one test. */
import { expect } from 'vitest'
import type { TestSandbox } from './make-sandbox.ts'
import type { Fields } from './operation-at.ts'

export const bindery = {
  name: 'bindery',
  region: 'nyc3',
  version: '1.34.1-do.0',
  node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 2 }],
} as const
export const clusters = '/v2/kubernetes/clusters'

export async function makeKubernetes(sandbox: TestSandbox, more: Fields<typeof clusters> = {}) {
  const { status, body } = await sandbox.post(clusters, { ...bindery, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  await sandbox.pass(250)
  const { kubernetes_cluster: cluster } = (await sandbox.get(`${clusters}/${body.kubernetes_cluster.id}`)).body
  const [pool] = cluster.node_pools
  const path = `${clusters}/${cluster.id}` as const
  return {
    id: cluster.id as string,
    cluster,
    pool,
    path,
    read: async () => (await sandbox.get(path)).body.kubernetes_cluster,
    readPool: async () => (await sandbox.get(`${path}/node_pools/${pool.id}`)).body.node_pool,
  }
}

export const states = (nodes: readonly { readonly status: { readonly state: string } }[]) => nodes.map(({ status }) => status.state)
