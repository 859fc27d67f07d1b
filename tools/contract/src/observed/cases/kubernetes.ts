import { after, type Cases, type Json, type Probe } from '../probe.ts'

const path = '/v2/kubernetes/clusters'
const pool = { size: 's-2vcpu-4gb', name: 'shop-pool', count: 2 }
const bindery = { name: 'bindery', region: 'nyc3', version: '1.34.1-do.0', node_pools: [pool] }

/** With other fields than the plainest cluster has. */
const ask = ({ post }: Probe, more: object = {}) => post(path, { ...bindery, ...more })

/** Waits until it runs. */
async function makeCluster({ make, pass }: Probe, more: object = {}): Promise<Json> {
  const { kubernetes_cluster: cluster } = await make('POST', path, { ...bindery, ...more })
  await pass(300)
  return cluster
}

const upgradeTo = async (probe: Probe, from: string, version: string) => {
  const { id } = await makeCluster(probe, { version: from })
  return probe.post(`${path}/${id}/upgrade`, { version })
}

export const kubernetes: Cases = {
  'kubernetes-01': async (probe) => {
    await probe.make('POST', path, bindery)
    return ask(probe)
  },
  'kubernetes-02': (probe) => ask(probe, { version: '1.12.0-do.0' }),
  'kubernetes-03': (probe) => ask(probe, { version: '1.12.0-do.0', routing_agent: { enabled: true } }),
  'kubernetes-04': (probe) => ask(probe, { node_pools: [{ ...pool, size: 's-0vcpu-0gb' }] }),
  'kubernetes-05': (probe) => ask(probe, { node_pools: [{ ...pool, name: 'p'.repeat(56) }] }),
  'kubernetes-06': after(makeCluster, ({ id }, probe) =>
    probe.post(`${path}/${id}/node_pools`, { ...pool, name: 'thumbnail-pool', auto_scale: true, min_nodes: 0, max_nodes: 3 }),
  ),
  'kubernetes-07': (probe) => ask(probe, { node_pools: [{ ...pool, auto_scale: true, min_nodes: 1, max_nodes: 99 }] }),
  'kubernetes-08': (probe) => upgradeTo(probe, '1.32.10-do.2', '1.34.3-do.1'),
  'kubernetes-09': (probe) => upgradeTo(probe, '1.33.5-do.0', '1.34.3-do.1'),
  'kubernetes-10': after(makeCluster, ({ id }, probe) =>
    probe.seen(probe.get(`${path}/${id}`), 'its tags', ({ body }) => body.kubernetes_cluster.node_pools[0].tags, [
      'k8s',
      `k8s:${id}`,
      'k8s:worker',
    ]),
  ),
  'kubernetes-11': async (probe) => {
    const { id } = await makeCluster(probe)
    const answer = await probe.get(`${path}/${id}`)
    const [node] = answer.body.kubernetes_cluster.node_pools[0].nodes
    probe.matches('its name', node.name, /^shop-pool-[0-9a-z]{5}$/)
    probe.holds('the type of droplet_id', typeof node.droplet_id, 'string')
    probe.holds('its state', node.status, { state: 'running' })
    return answer
  },
  'kubernetes-12': async (probe) => {
    const { kubernetes_cluster: cluster } = await probe.make('POST', path, bindery)
    const statesNow = async () => {
      const { kubernetes_cluster: now } = await probe.make('GET', `${path}/${cluster.id}`)
      return [now.status.state, ...now.node_pools[0].nodes.map((node: Json) => node.status.state)]
    }
    await probe.pass(210)
    probe.holds('the states after three and a half minutes', await statesNow(), ['provisioning', 'provisioning', 'provisioning'])
    await probe.pass(60)
    probe.holds('the states after four and a half', await statesNow(), ['running', 'running', 'running'])
    return probe.get(`${path}/${cluster.id}`)
  },
  'kubernetes-13': async (probe) => {
    const { id } = await makeCluster(probe)
    const answer = await probe.delete(`${path}/${id}`)
    await probe.pass(600)
    const { tag } = (await probe.get(`/v2/tags/k8s:${id}`)).body
    probe.holds('the tag', [tag.name, tag.resources.count], [`k8s:${id}`, 0])
    return answer
  },
}
