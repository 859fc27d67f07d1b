import { expect } from 'vitest'
import { type Json, webServer } from '../../../test/create-test-sandbox.ts'
import { createDroplet, type ObservedCase, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const unknown = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'
const { name: _, ...nameless } = webServer
const listNames = (count: number) => Array.from({ length: count }, (_each, n) => `web-${n}`)

const createWith =
  (more: object): ObservedCase =>
  ({ post }) =>
    post('/v2/droplets', { ...webServer, ...more })

/** Reads an active droplet. */
const getActive =
  (check: (droplet: Json, sandbox: ObservedSandbox) => unknown, more: object = {}): ObservedCase =>
  async (sandbox) => {
    const { id } = await createDroplet(sandbox, more)
    const response = await sandbox.get(`/v2/droplets/${id}`)
    await check(response.body.droplet, sandbox)
    return response
  }

const reads = (droplet: object, more?: object) => getActive((found) => expect(found).toMatchObject(droplet), more)

testObserved({
  'droplets-01': createWith({ image: 'ubuntu-3-04-x64' }),
  'droplets-02': createWith({ size: 'gpu-h100x1-80gb', image: 'gpu-h100x1-base' }),
  'droplets-03': createWith({ region: 'sfo1' }),
  'droplets-04': createWith({ ssh_keys: [512189] }),
  'droplets-05': (sandbox) => shows(createWith({ ssh_keys: [{ id: 512189 }] })(sandbox), { message: expect.stringContaining('512189') }),
  'droplets-06': createWith({ name: 'web_01' }),
  'droplets-07': async ({ create, post }) => {
    for (const many of [10, 10, 5]) await create('/v2/droplets', { ...nameless, names: listNames(many) })
    return post('/v2/droplets', webServer)
  },
  'droplets-08': createWith({ volumes: [unknown] }),
  'droplets-09': createWith({ vpc_uuid: unknown }),
  'droplets-10': createWith({ size: 's-1vcpu-512mb-10gb', image: 'docker-24-04' }),
  'droplets-11': async ({ create, post }) => {
    expect(await create('/v2/droplets', { ...nameless, names: listNames(10) })).toHaveLength(10)
    return post('/v2/droplets', { ...nameless, names: listNames(11) })
  },
  'droplets-13': (sandbox) => shows(createWith({ tags: ['storefront', 'a shop'] })(sandbox), { droplet: { tags: [] } }),
  'droplets-14': async (sandbox) => {
    const response = await createWith({ tags: ['storefront'] })(sandbox)
    expect(await sandbox.read('/v2/tags/storefront')).toMatchObject({ resources: { droplets: { count: 1 } } })
    return response
  },
  'droplets-16': async (sandbox) => {
    const response = await createWith({})(sandbox)
    expect(response.body.droplet).not.toHaveProperty('vpc_uuid')
    expect(await sandbox.read(`/v2/droplets/${response.body.droplet.id}`)).toMatchObject({
      status: 'new',
      vpc_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    return response
  },
  'droplets-17': async (sandbox) => {
    const response = await shows(createWith({})(sandbox), { droplet: { features: ['droplet_agent'] } })
    await sandbox.pass(60)
    const { features } = await sandbox.read(`/v2/droplets/${response.body.droplet.id}`)
    expect(features.toSorted()).toEqual(['droplet_agent', 'private_networking'])
    return response
  },
  'droplets-18': (sandbox) => shows(createWith({})(sandbox), { droplet: { networks: { v4: [], v6: [] } } }),
  'droplets-19': async (sandbox) => {
    const response = await createWith({})(sandbox)
    const [{ id }] = response.body.links.actions
    expect(response.body.links.actions).toEqual([{ id, rel: 'create', href: `/v2/actions/${id}` }])
    return response
  },
  'droplets-20': reads({ size: { networking_throughput: 2000 } }),
  'droplets-21': getActive(async ({ vpc_uuid, networks }, sandbox) => {
    const { ip_range } = await sandbox.read(`/v2/vpcs/${vpc_uuid}`)
    const { gateway } = networks.v4.find(({ type }: Json) => type === 'private')
    expect(gateway).toBe(ip_range.replace(/0\/\d+$/, '1'))
  }),
  'droplets-22': reads({ networks: { v4: [{ type: 'public' }, { type: 'private' }] } }),
  'droplets-23': reads({ image: { type: 'application' } }, { image: 'docker-24-04' }),
  'droplets-24': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    await sandbox.create(`/v2/droplets/${id}/actions`, { type: 'snapshot', name: 'web-01-before-sale' })
    await sandbox.pass(60)
    const [image] = await sandbox.read('/v2/images?private=true')
    return reads({ image: { slug: null } }, { image: image.id })(sandbox)
  },
  'droplets-25': reads({ kernel: null }),
  'droplets-26': async (sandbox) => {
    expect(await createDroplet(sandbox, { name: 'web-02' })).toMatchObject({ next_backup_window: null })
    const { id } = await createDroplet(sandbox, { backups: true, backup_policy: { plan: 'daily', hour: 4 } })
    await sandbox.pass(3 * 86_400)
    const response = await sandbox.get(`/v2/droplets/${id}`)
    const { next_backup_window: window, backup_ids } = response.body.droplet
    expect(`${window.start} ${window.end}`).toMatch(/T04:00:00Z .+T08:00:00Z$/)
    expect(backup_ids.length).toBeGreaterThan(1)
    expect(backup_ids).toEqual(backup_ids.toSorted((a: number, b: number) => b - a))
    return response
  },
  'droplets-27': reads({ region: { features: ['backups', 'ipv6', 'metadata', 'install_agent', 'storage', 'image_transfer'] } }),
  'droplets-28': getActive(({ image }) => {
    const [first, ...others] = image.regions
    expect([first, others]).toEqual(['nyc3', others.toSorted()])
    expect(others).toEqual(expect.arrayContaining(['ric1', 'mem1', 'mkc1']))
  }),
  'droplets-29': getActive(async ({ id, image }, sandbox) => {
    for (const each of [id, image.id]) expect(String(each)).toMatch(/^\d{9}$/)
    const [action] = await sandbox.read('/v2/actions')
    expect(action.id).toBeGreaterThan(2 ** 31 - 1)
  }),
  'droplets-30': async (sandbox) => sandbox.delete(`/v2/droplets/${(await sandbox.create('/v2/droplets', webServer)).id}`),
  'droplets-31': async ({ open }) => {
    const { create, get, pass, change } = open({ lag: 'real', actionSeconds: 0 })
    const path = `/v2/droplets/${(await create('/v2/droplets', webServer)).id}`
    await change('DELETE', path)
    const still = await get(path)
    await pass(12)
    expect((await get(path)).status).toBe(404)
    return still
  },
  'droplets-32': ({ get }) => get('/v2/droplets/412800101'),
  'droplets-33': async ({ create, pass, get }) => {
    await create('/_sandbox/faults', { operation: 'droplets_create', action: 'errored' })
    const { id, status } = await create('/v2/droplets', webServer)
    expect(status).toBe('new')
    await pass(60)
    return get(`/v2/droplets/${id}`)
  },
  'droplets-34': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    return shows(sandbox.get('/v2/droplets/backups/policies?page=1'), { policies: { [id]: { droplet_id: id } } })
  },
  'clients-11': async (sandbox) => {
    const { id } = await sandbox.create('/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
    return reads({ volume_ids: [id] }, { volumes: [{ name: 'covers' }] })(sandbox)
  },
  'clients-20': (sandbox) => shows(createWith({ ssh_keys: [], tags: false })(sandbox), { droplet: { tags: [] } }),
  'clients-21': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    expect(await sandbox.read(`/v2/droplets/${id}/`)).toMatchObject({ id })
    return shows(sandbox.get('/v2/droplets/?page=1&per_page=200'), { droplets: [{ id }] })
  },
})
