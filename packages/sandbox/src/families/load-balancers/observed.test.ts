import { expect } from 'vitest'
import { webServer } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }
const storefront = { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [rule] }

const create = ({ post }: ObservedSandbox, more: object = {}) => post('/v2/load_balancers', { ...storefront, ...more })

/** Creates an active load balancer and returns its path. */
async function createBalancer(sandbox: ObservedSandbox, more: object = {}): Promise<string> {
  const { body } = await create(sandbox, more)
  await sandbox.pass(120)
  return `/v2/load_balancers/${body.load_balancer.id}`
}

testObserved({
  'load-balancers-01': async (sandbox) => {
    const path = await createBalancer(sandbox)
    await sandbox.put(path, { ...storefront, size_unit: 2 })
    return sandbox.put(path, storefront)
  },
  'load-balancers-02': async (sandbox) => sandbox.post(`${await createBalancer(sandbox)}/droplets`, { droplet_ids: [] }),
  'load-balancers-03': (sandbox) => create(sandbox, { health_check: { protocol: 'udp', port: 80 } }),
  'load-balancers-05': async (sandbox) => {
    await createBalancer(sandbox)
    const other = await createBalancer(sandbox, { name: 'other-lb' })
    await shows(sandbox.put(other, storefront), { message: 'name is not unique' })
    return create(sandbox)
  },
  'load-balancers-06': (sandbox) => {
    const seconds = { check_interval_seconds: 10, response_timeout_seconds: 5 }
    const thresholds = { unhealthy_threshold: 5, healthy_threshold: 3 }
    return shows(create(sandbox), {
      load_balancer: { health_check: { protocol: 'http', port: 80, path: '/', ...seconds, ...thresholds } },
    })
  },
  'load-balancers-07': async (sandbox) => {
    const droplet = await sandbox.create('/v2/droplets', webServer)
    const path = await createBalancer(sandbox, { droplet_ids: [droplet.id] })
    await sandbox.change('DELETE', `/v2/droplets/${droplet.id}`)
    await sandbox.pass(120)
    return sandbox.put(path, { ...storefront, droplet_ids: [droplet.id] })
  },
  'load-balancers-08': (sandbox) => {
    const tag = 'sigs-k8s-io:capdo:bindery:apiserver'
    return shows(create(sandbox, { tag, droplet_ids: null }), { load_balancer: { tag, droplet_ids: [] } })
  },
  'load-balancers-09': async (sandbox) => {
    const path = await createBalancer(sandbox)
    const response = await sandbox.put(path, { ...storefront, size_unit: 2, validate_only: true })
    await shows(sandbox.get(path), { load_balancer: { size_unit: 1 } })
    return response
  },
  'load-balancers-11': (sandbox) => create(sandbox, { ip: '203.0.113.40' }),
  'load-balancers-12': async (sandbox) => {
    await create(sandbox, { tags: ['draft'], validate_only: true })
    expect((await sandbox.get('/v2/tags/draft')).status).toBe(404)
    const response = await create(sandbox, { tags: ['edge', 'Edge'] })
    const { id } = response.body.load_balancer
    expect(response.body.load_balancer.tags).toEqual(['edge'])
    expect(await sandbox.read('/v2/tags/edge')).toMatchObject({ resources: { count: 1 } })
    await sandbox.pass(120)
    await sandbox.change('PUT', `/v2/load_balancers/${id}`, { ...storefront, tags: ['inner'] })
    expect(await sandbox.read('/v2/tags/inner')).toMatchObject({ resources: { count: 1 } })
    await sandbox.change('DELETE', '/v2/tags/inner')
    expect(await sandbox.read(`/v2/load_balancers/${id}`)).not.toHaveProperty('tags')
    return response
  },
  'load-balancers-10': (sandbox) => create(sandbox, { health_check: { protocol: 'http', port: 80, path: '/', check_interval_seconds: 1 } }),
  'load-balancers-13': async (sandbox) => {
    const target = await sandbox.create('/v2/load_balancers', storefront)
    const glb_settings = { target_protocol: 'http', target_port: 80 }
    const global = { name: 'storefront-global', type: 'GLOBAL', glb_settings, target_load_balancer_ids: [target.id] }
    const response = await sandbox.post('/v2/load_balancers', global)
    expect(response.body.load_balancer.glb_settings).not.toHaveProperty('cdn')
    return response
  },
})
