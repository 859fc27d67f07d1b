import type { Cases, Probe } from '../probe.ts'

const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }
const storefront = { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [rule] }

const create = ({ post }: Probe, more: object = {}) => post('/v2/load_balancers', { ...storefront, ...more })

/** The path of a load balancer that works. */
async function makeBalancer({ make, pass }: Probe, more: object = {}): Promise<string> {
  const { load_balancer: balancer } = await make('POST', '/v2/load_balancers', { ...storefront, ...more })
  await pass(120)
  return `/v2/load_balancers/${balancer.id}`
}

export const loadBalancers: Cases = {
  'load-balancers-01': async (probe) => {
    const path = await makeBalancer(probe)
    await probe.make('PUT', path, { ...storefront, size_unit: 2 })
    return probe.put(path, storefront)
  },
  'load-balancers-02': async (probe) => probe.post(`${await makeBalancer(probe)}/droplets`, { droplet_ids: [] }),
  'load-balancers-03': (probe) => create(probe, { health_check: { protocol: 'udp', port: 80 } }),
  'load-balancers-05': async (probe) => {
    await makeBalancer(probe)
    const other = await makeBalancer(probe, { name: 'other-lb' })
    const renamed = await probe.put(other, storefront)
    probe.holds('what is said of a new name', renamed.body.message, 'name is not unique')
    return create(probe)
  },
  'load-balancers-06': async (probe) => {
    const answer = await create(probe)
    probe.holds('the health check', answer.body.load_balancer.health_check, {
      protocol: 'http',
      port: 80,
      path: '/',
      check_interval_seconds: 10,
      response_timeout_seconds: 5,
      unhealthy_threshold: 5,
      healthy_threshold: 3,
    })
    return answer
  },
  'load-balancers-07': async (probe) => {
    const web = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' }
    const { droplet } = await probe.make('POST', '/v2/droplets', web)
    const path = await makeBalancer(probe, { droplet_ids: [droplet.id] })
    await probe.make('DELETE', `/v2/droplets/${droplet.id}`)
    await probe.pass(120)
    return probe.put(path, { ...storefront, droplet_ids: [droplet.id] })
  },
  'load-balancers-08': async (probe) => {
    const answer = await create(probe, { tag: 'sigs-k8s-io:capdo:bindery:apiserver', droplet_ids: null })
    const { tag, droplet_ids: ids } = answer.body.load_balancer
    probe.holds('the tag and the droplets', [tag, ids], ['sigs-k8s-io:capdo:bindery:apiserver', []])
    return answer
  },
}
