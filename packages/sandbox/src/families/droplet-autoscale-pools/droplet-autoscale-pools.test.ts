import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

const pools = '/v2/droplets/autoscale'
const template = {
  region: 'nyc3',
  size: 's-1vcpu-2gb',
  image: 'ubuntu-24-04-x64',
  ssh_keys: [],
  tags: ['storefront'],
  with_droplet_agent: true,
}
const byLoad = { min_instances: 2, max_instances: 6, target_cpu_utilization: 0.6 }
const storefront = { name: 'storefront-web', config: byLoad, droplet_template: template }

async function createPool(sandbox: TestSandbox, more: Fields<typeof pools> = {}) {
  const { status, body } = await sandbox.post(pools, { ...storefront, ...more })
  expect(status, JSON.stringify(body)).toBe(202)
  await sandbox.pass(40)
  const path = `${pools}/${body.autoscale_pool.id}` as const
  return {
    path,
    read: async () => (await sandbox.get(path)).body.autoscale_pool,
    members: async () => (await sandbox.get(`${path}/members`)).body.droplets,
    history: async () => (await sandbox.get(`${path}/history`)).body.history,
  }
}

describe('an autoscale pool', () => {
  it('shows no utilization of droplets without the agent', async ({ sandbox }) => {
    const droplet_template = { ...storefront.droplet_template, with_droplet_agent: false }
    const { id } = (await sandbox.post(pools, { ...storefront, droplet_template })).body.autoscale_pool
    await sandbox.pass(340)
    const { droplets } = (await sandbox.get(`${pools}/${id}/members`)).body
    expect(droplets).toMatchObject([{ status: 'active' }, { status: 'active' }])
    expect(droplets.map((member) => member.current_utilization)).toEqual([{}, {}])
  })

  it('creates droplets from its template', async ({ sandbox }) => {
    const created = await sandbox.post(pools, storefront)
    const path = `${pools}/${created.body.autoscale_pool.id}` as const
    expect(created.body.autoscale_pool).toMatchObject({
      status: 'active',
      active_resources_count: 0,
      droplet_template: { name: '', vpc_uuid: '', project_id: '', ipv6: false, public_networking: true },
    })
    expect(created.body.autoscale_pool.config).toEqual({ ...byLoad, cooldown_minutes: 10 })
    const getMembers = async () => (await sandbox.get(`${path}/members?per_page=200`)).body.droplets
    const getHistory = async () => (await sandbox.get(`${path}/history?per_page=200`)).body.history
    expect(await getMembers()).toMatchObject([
      { status: 'provisioning', health_status: 'healthy', current_utilization: {} },
      { status: 'provisioning' },
    ])
    const event = { current_instance_count: 0, desired_instance_count: 2, reason: 'CONFIGURATION_CHANGE' } as const
    expect(await getHistory()).toMatchObject([{ ...event, status: 'in_progress' }])
    await sandbox.pass(40)
    const droplets = await getMembers()
    expect(droplets).toMatchObject([{ status: 'active' }, { status: 'active' }])
    const [done] = await getHistory()
    expect(done).toMatchObject({ ...event, status: 'success' })
    expect(done.updated_at > done.created_at).toBe(true)
    const { droplet } = (await sandbox.get(`/v2/droplets/${droplets[0].droplet_id}`)).body
    expect(droplet).toMatchObject({ size_slug: 's-1vcpu-2gb', tags: ['storefront'], status: 'active' })
    expect(droplet.name).toMatch(/^storefront-web-[0-9a-z]{6}$/)
    expect((await sandbox.get(path)).body.autoscale_pool).toMatchObject({ active_resources_count: 2 })
    expect((await sandbox.get(path)).body.autoscale_pool).not.toHaveProperty('current_utilization')
    await sandbox.pass(300)
    const { current_utilization: load } = (await sandbox.get(path)).body.autoscale_pool
    expect(load.cpu).toBeGreaterThan(0.4)
    expect(load.cpu).toBeLessThan(0.6)
    expect((await sandbox.get(`${pools}?name=storefront-web`)).body).toMatchObject({ autoscale_pools: [{ current_utilization: load }] })
    expect((await sandbox.get(`${pools}?name=nope`)).body.meta.total).toBe(0)
  })

  it('scales with its settings, and keeps existing droplets unchanged', async ({ sandbox }) => {
    const { path, read, members, history } = await createPool(sandbox)
    const [oldest] = await members()
    const config = { target_number_instances: 3 }
    const replaced = await sandbox.put(path, { name: 'web', config, droplet_template: { ...template, size: 's-2vcpu-4gb', tags: null } })
    expect(replaced).toMatchObject({ status: 200, body: { autoscale_pool: { name: 'web', droplet_template: { tags: [] } } } })
    expect(replaced.body.autoscale_pool.config).toEqual(config)
    await sandbox.pass(40)
    const ids = (await members()).map(({ droplet_id: id }) => id)
    const sizes = await Promise.all(ids.map(async (id: number) => (await sandbox.get(`/v2/droplets/${id}`)).body.droplet.size_slug))
    expect(sizes).toEqual(['s-1vcpu-2gb', 's-1vcpu-2gb', 's-2vcpu-4gb'])
    await sandbox.put(path, { ...storefront, config: { target_number_instances: 1 } })
    expect(await members()).toMatchObject([{ droplet_id: oldest.droplet_id }])
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(1)
    expect((await read()).active_resources_count).toBe(1)
    expect(await history()).toMatchObject([
      { current_instance_count: 3, desired_instance_count: 1 },
      { current_instance_count: 2, desired_instance_count: 3, status: 'success' },
      { current_instance_count: 0, desired_instance_count: 2 },
    ])
    await sandbox.put(path, { ...storefront, name: 'same', config: { target_number_instances: 1 } })
    expect(await history()).toHaveLength(3)
  })

  const wrong = [
    { input: { config: { ...byLoad, min_instances: 7 } }, expected: 'min_instances' },
    { input: { config: { min_instances: 1, max_instances: 2 } }, expected: 'target_cpu_utilization' },
    { input: { config: { ...byLoad, target_number_instances: 3 } }, expected: 'config' },
    { input: { droplet_template: { ...template, size: 'no-such' } }, expected: 'size' },
    { input: { droplet_template: { ...template, image: '1' } }, expected: 'image' },
    { input: { droplet_template: { ...template, ssh_keys: ['1'] } }, expected: 'droplet_template: 1 are invalid key identifiers' },
    { input: { droplet_template: { ...template, vpc_uuid: 'no-such' } }, expected: 'droplet_template: Failed to resolve VPC' },
    { input: { droplet_template: { ...template, project_id: 'no-such' } }, expected: 'project_id' },
  ]
  it.for(wrong)('returns 422 with $expected for a pool with $input', async ({ input, expected }, { sandbox }) => {
    const { status, body } = await sandbox.post(pools, { ...storefront, ...input })
    expect({ status, message: body.message }).toEqual({ status: 422, message: expect.stringContaining(expected) })
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
    const { path, read } = await createPool(sandbox)
    const before = await read()
    expect((await sandbox.put(path, { ...storefront, ...input })).status).toBe(422)
    expect(await read()).toEqual(before)
  })

  it('creates its droplets in the project of the template', async ({ sandbox }) => {
    const { project } = (await sandbox.post('/v2/projects', { name: 'Shop', purpose: 'Shop' })).body
    await createPool(sandbox, { droplet_template: { ...template, name: 'web', project_id: project.id } })
    expect((await sandbox.get(`/v2/projects/${project.id}/resources`)).body.meta.total).toBe(2)
    expect((await sandbox.get('/v2/droplets')).body.droplets[0].name).toMatch(/^web-/)
  })

  it('replaces a deleted droplet, and reports one that is powered off', async ({ sandbox }) => {
    const { members, read, history } = await createPool(sandbox)
    const [first, second] = await members()
    await sandbox.post(`/v2/droplets/${second.droplet_id}/actions`, { type: 'power_off' })
    await sandbox.pass(5)
    expect((await members())[1]).toMatchObject({
      status: 'off',
      health_status: 'unhealthy',
      unhealthy_reason: 'The droplet is powered off.',
    })
    await sandbox.delete(`/v2/droplets/${first.droplet_id}`)
    await sandbox.pass(10)
    expect(await members()).toMatchObject([{ droplet_id: second.droplet_id }, { status: 'provisioning' }])
    await sandbox.pass(40)
    expect(await read()).toMatchObject({ active_resources_count: 1 })
    expect(await history()).toHaveLength(1)
  })

  it('is in error while droplets cannot be created, and retries', async ({ sandbox }) => {
    const many = Array.from({ length: 10 }, (_each, n) => `w-${n}`)
    const { name: _name, ...plain } = { name: '', region: 'nyc3', size: 's-1vcpu-1gb', image: 'debian-13-x64', tags: ['full'] }
    for (let n = 0; n < 2; n += 1) await sandbox.post('/v2/droplets', { ...plain, names: many })
    const { read, history, members } = await createPool(sandbox, { config: { target_number_instances: 7 } })
    expect((await read()).status).toBe('error')
    expect(await members()).toHaveLength(5)
    expect(await history()).toMatchObject([{ desired_instance_count: 7, status: 'error' }])
    await sandbox.pass(120)
    expect(await history()).toHaveLength(1)
    await sandbox.delete('/v2/droplets?tag_name=full')
    await sandbox.pass(120)
    expect(await read()).toMatchObject({ status: 'active', active_resources_count: 7 })
    expect(await history()).toMatchObject([
      { current_instance_count: 5, desired_instance_count: 7, status: 'success' },
      { status: 'error' },
    ])
  })
})

describe('deletion of an autoscale pool', () => {
  it('keeps its droplets', async ({ sandbox }) => {
    const { path, members, read } = await createPool(sandbox)
    const [first] = await members()
    expect((await sandbox.delete(path)).status).toBe(202)
    expect((await read()).status).toBe('deleting')
    expect((await sandbox.delete(path)).status).toBe(409)
    expect((await sandbox.put(path, storefront)).status).toBe(409)
    await sandbox.pass(5)
    for (const suffix of ['', '/members', '/history']) expect((await sandbox.get(`${path}${suffix}`)).status).toBe(404)
    await sandbox.delete(`/v2/droplets/${first.droplet_id}`)
    await sandbox.pass(300)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(1)
  })

  it('deletes its droplets only after confirmation', async ({ sandbox }) => {
    const { path, members } = await createPool(sandbox)
    const dangerous = (value: string) => sandbox.delete(`${path}/dangerous`, undefined, { headers: { 'x-dangerous': value } })
    expect((await sandbox.delete(`${path}/dangerous`)).status).toBe(422)
    expect((await dangerous('false')).status).toBe(422)
    expect((await dangerous('true')).status).toBe(202)
    expect(await members()).toMatchObject([{ status: 'deleting', health_status: 'healthy' }, {}])
    expect((await dangerous('true')).status).toBe(409)
    await sandbox.pass(5)
    expect((await dangerous('true')).status).toBe(404)
    await sandbox.pass(300)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
  })
})
