import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createKubernetes, states } from '../../../test/fixtures.ts'

describe('node pools', () => {
  it('scales to the count of the pool, drains surplus nodes, and keeps its bounds', async ({
    sandbox,
    kubernetes: { path, pool, readPool },
  }) => {
    const url = `${path}/node_pools/${pool.id}` as const
    const grown = await sandbox.put(url, { name: 'shop-pool', count: 3, labels: { snapshotStore: 'storefront' } })
    expect(grown.status).toBe(202)
    expect(states(grown.body.node_pool.nodes)).toEqual(['running', 'running', 'provisioning'])
    await sandbox.pass(60)
    expect(states((await readPool()).nodes)).toEqual(['running', 'running', 'running'])
    const shrunk = await sandbox.put(url, { count: 1 })
    expect(shrunk.body.node_pool).toMatchObject({ count: 1, labels: { snapshotStore: 'storefront' } })
    expect(states(shrunk.body.node_pool.nodes)).toEqual(['running', 'draining', 'draining'])
    await sandbox.pass(20)
    expect(states((await readPool()).nodes)).toEqual(['running', 'deleting', 'deleting'])
    await sandbox.pass(10)
    expect(states((await readPool()).nodes)).toEqual(['running'])
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(1)
    expect((await sandbox.put(url, { count: 0 })).body.node_pool).toMatchObject({ count: 0, nodes: [{ status: { state: 'draining' } }] })
    await sandbox.pass(30)
    expect(await readPool()).toMatchObject({ count: 0, nodes: [] })
    const scaled = await sandbox.put(url, { auto_scale: true, min_nodes: 2, max_nodes: 4 })
    expect(scaled.body.node_pool).toMatchObject({ auto_scale: true, count: 2, min_nodes: 2, max_nodes: 4 })
    expect((await sandbox.put(url, { count: 5 })).status).toBe(422)
    expect((await sandbox.put(url, { min_nodes: 5 })).status).toBe(422)
    expect((await sandbox.put(url, { count: 4 })).body.node_pool.nodes).toHaveLength(4)
  })

  it('returns the template of a new node', async ({ sandbox, kubernetes: { id, path, pool } }) => {
    const template = async (name: string) => sandbox.get(`${path}/node_pools_template/${name}`)
    expect((await template('shop-pool')).body.template).toEqual({
      cluster_uuid: id,
      name: 'shop-pool',
      slug: 's-2vcpu-4gb',
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': 's-2vcpu-4gb',
        'topology.kubernetes.io/region': 'nyc3',
        'doks.digitalocean.com/node-pool': 'shop-pool',
        'doks.digitalocean.com/node-pool-id': pool.id,
      },
      taints: [],
      capacity: { cpu: 2, cpu_milli_cores: 2000, memory: '4096Mi', pods: 110 },
      allocatable: { cpu: 2, cpu_milli_cores: 1900, memory: '3072Mi', pods: 110 },
    })
    await sandbox.put(`${path}/node_pools/${pool.id}`, {
      count: 0,
      labels: { snapshotStore: 'storefront' },
      taints: [{ key: 'job', value: 'thumbnails', effect: 'NoSchedule' }],
    })
    expect((await template('shop-pool')).body.template).toMatchObject({
      labels: { snapshotStore: 'storefront' },
      taints: ['job=thumbnails:NoSchedule'],
    })
    for (const name of ['none', pool.id]) expect((await template(name)).status).toBe(404)
  })

  it('returns the GPUs of a new node in the template', async ({ sandbox }) => {
    const gpu = { size: 'gpu-h100x1-80gb', name: 'gpu-pool', count: 0 }
    const { path } = await createKubernetes(sandbox, { region: 'tor1', node_pools: [gpu] })
    const { template } = (await sandbox.get(`${path}/node_pools_template/gpu-pool`)).body
    expect(template).toMatchObject({ gpu: { vendor: 'nvidia', model: 'h100', count: 1 }, capacity: { cpu: 20, memory: '245760Mi' } })
  })

  it('adds pools, lists them oldest first, and does not delete the last one', async ({ sandbox, kubernetes: { path, pool } }) => {
    expect((await sandbox.delete(`${path}/node_pools/${pool.id}`)).status).toBe(412)
    const created = await sandbox.post(`${path}/node_pools`, {
      name: 'thumbnail-pool',
      size: 's-2vcpu-4gb',
      auto_scale: true,
      min_nodes: 1,
      max_nodes: 4,
      tags: ['env:prod'],
      labels: { job: 'thumbnails' },
    })
    expect(created).toMatchObject({ status: 201, body: { node_pool: { count: 1, nodes: [{ status: { state: 'provisioning' } }] } } })
    expect((await sandbox.post(`${path}/node_pools`, { name: 'shop-pool', size: 's-2vcpu-4gb', count: 1 })).status).toBe(409)
    expect((await sandbox.put(`${path}/node_pools/${pool.id}`, { name: 'thumbnail-pool' })).status).toBe(409)
    expect((await sandbox.post(`${path}/node_pools`, { name: 'b', size: 'c-99', count: 1 })).status).toBe(422)
    await sandbox.pass(60)
    const listing = (await sandbox.get(`${path}/node_pools?per_page=1&page=2`)).body
    expect(listing).toMatchObject({ node_pools: [{ name: 'thumbnail-pool' }], meta: { total: 2 } })
    expect((await sandbox.get('/v2/droplets?tag_name=env:prod')).body.meta.total).toBe(1)
    expect((await sandbox.delete(`${path}/node_pools/${created.body.node_pool.id}`)).status).toBe(204)
    expect((await sandbox.get('/v2/droplets?tag_name=env:prod')).body.meta.total).toBe(0)
  })

  it('deletes single nodes, with or without a replacement', async ({ sandbox, kubernetes: { path, pool, readPool } }) => {
    const nodes = `${path}/node_pools/${pool.id}/nodes` as const
    const [first, second] = pool.nodes
    expect((await sandbox.delete(`${nodes}/${first.id}?skip_drain=1&replace=1`)).status).toBe(202)
    expect(states((await readPool()).nodes)).toEqual(['deleting', 'running', 'provisioning'])
    await sandbox.pass(60)
    expect(await readPool()).toMatchObject({ count: 2, nodes: [{ id: second.id }, { status: { state: 'running' } }] })
    await sandbox.delete(`${nodes}/${second.id}`)
    expect(await readPool()).toMatchObject({ count: 1, nodes: [{ status: { state: 'draining' } }, {}] })
    await sandbox.pass(30)
    expect((await readPool()).nodes).toHaveLength(1)
    expect((await sandbox.delete(`${nodes}/${second.id}`)).status).toBe(404)
    await sandbox.put(`${path}/node_pools/${pool.id}`, { auto_scale: true, min_nodes: 1, max_nodes: 2 })
    const [last] = (await readPool()).nodes
    expect((await sandbox.delete(`${nodes}/${last.id}`)).status).toBe(422)
  })

  it('recycles nodes', async ({ sandbox, kubernetes: { path, pool, readPool } }) => {
    const recycle = `${path}/node_pools/${pool.id}/recycle` as const
    const [first, second] = pool.nodes
    expect((await sandbox.post(recycle, { nodes: [first.id, path.slice(-36)] })).status).toBe(422)
    expect(states((await readPool()).nodes)).toEqual(['running', 'running'])
    expect((await sandbox.post(recycle, { nodes: [first.id] })).status).toBe(202)
    await sandbox.pass(60)
    const after = await readPool()
    expect(after.nodes).toHaveLength(2)
    expect(after.nodes.map(({ id }) => id)).toContain(second.id)
    expect(after.nodes.map(({ id }) => id)).not.toContain(first.id)
  })

  it('replaces a node whose droplet was deleted', async ({ sandbox, kubernetes: { pool, readPool } }) => {
    await sandbox.delete(`/v2/droplets/${pool.nodes[0].droplet_id}`)
    await sandbox.pass(10)
    expect(states((await readPool()).nodes)).toEqual(['running', 'provisioning'])
    await sandbox.pass(60)
    expect(states((await readPool()).nodes)).toEqual(['running', 'running'])
  })

  it('waits while the account is at its droplet limit, with a message on the cluster', async ({
    sandbox,
    kubernetes: { path, pool, readPool },
  }) => {
    await sandbox.put(`${path}/node_pools/${pool.id}`, { count: 3 })
    const names = Array.from({ length: 23 }, (_each, n) => `web-${n}`)
    for (const some of [names.slice(0, 10), names.slice(10, 20), names.slice(20)])
      await sandbox.post('/v2/droplets', { names: some, region: 'nyc3', size: 's-1vcpu-1gb', image: 'debian-13-x64', tags: ['full'] })
    await sandbox.pass(60)
    expect(states((await readPool()).nodes)).toEqual(['running', 'running', 'provisioning'])
    const { messages } = (await sandbox.get(`${path}/status_messages?per_page=5`)).body
    expect(messages).toMatchObject([{ message: "No node could be added to shop-pool because the account's droplet limit is reached." }])
    await sandbox.delete('/v2/droplets?tag_name=full')
    await sandbox.pass(120)
    expect(states((await readPool()).nodes)).toEqual(['running', 'running', 'running'])
  })
})

describe('versions', () => {
  it('lists upgrades, and upgrades one minor version at a time', async ({ sandbox }) => {
    const { options } = (await sandbox.get('/v2/kubernetes/options')).body
    expect(options.versions.map(({ slug }) => slug)).toContain('1.34.1-do.0')
    expect(options.sizes).toContainEqual({ name: 's-2vcpu-4gb', slug: 's-2vcpu-4gb' })
    expect(options.regions).toContainEqual({ name: 'New York 3', slug: 'nyc3' })
    const { path, read } = await createKubernetes(sandbox, { version: '1.33.5-do.0', surge_upgrade: true })
    const offered = async () => (await sandbox.get(`${path}/upgrades`)).body.available_upgrade_versions?.map(({ slug }) => slug) ?? null
    expect(await offered()).toEqual(['1.33.6-do.2'])
    expect((await sandbox.post(`${path}/upgrade`, { version: '1.34.3-do.1' })).status).toBe(422)
    expect((await sandbox.post(`${path}/upgrade`, { version: '1.33.6-do.2' })).status).toBe(202)
    expect(await read()).toMatchObject({ version: '1.33.6-do.2', status: { state: 'upgrading' } })
    expect((await sandbox.post(`${path}/upgrade`, { version: '1.33.6-do.2' })).status).toBe(409)
    expect((await sandbox.put(path, { name: 'x' })).status).toBe(409)
    expect((await sandbox.post(`${path}/node_pools`, { name: 'b', size: 's-2vcpu-4gb', count: 1 })).status).toBe(409)
    const [{ nodes: before }] = (await read()).node_pools
    await sandbox.pass(30)
    expect(states((await read()).node_pools[0].nodes)).toEqual(['draining', 'draining', 'provisioning', 'provisioning'])
    await sandbox.pass(90)
    const after = await read()
    expect(after).toMatchObject({ version: '1.33.6-do.2', status: { state: 'running' } })
    expect(states(after.node_pools[0].nodes)).toEqual(['running', 'running'])
    expect(after.node_pools[0].nodes[0].droplet_id).not.toBe(before[0].droplet_id)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(2)
    expect(await offered()).toEqual(['1.34.3-do.1', '1.34.1-do.0'])
    await sandbox.post(`${path}/upgrade`, { version: '1.34.3-do.1' })
    await sandbox.pass(120)
    expect(await offered()).toBeNull()
  })
})

describe('a sandbox without delays', () => {
  it('runs, scales and upgrades clusters immediately', async ({ instant: sandbox }) => {
    const { path, pool, read, readPool } = await createKubernetes(sandbox)
    expect(states(pool.nodes)).toEqual(['running', 'running'])
    await sandbox.put(`${path}/node_pools/${pool.id}`, { count: 1 })
    expect(states((await readPool()).nodes)).toEqual(['running'])
    await sandbox.post(`${path}/upgrade`, { version: '1.34.3-do.1' })
    expect(await read()).toMatchObject({ version: '1.34.3-do.1', status: { state: 'running' } })
    expect(states((await readPool()).nodes)).toEqual(['running'])
    expect((await sandbox.get('/v2/droplets')).body.droplets).toMatchObject([{ status: 'active', locked: false }])
  })
})
