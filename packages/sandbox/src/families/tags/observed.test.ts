import { expect } from 'vitest'
import { createDroplet, type ObservedCase, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/tags/sale'
const resource = (resource_type: string, resource_id: string) => ({ resources: [{ resource_id, resource_type }] })

/** Runs the case in an account that has the tag `sale`. */
const withTag =
  (send: ObservedCase): ObservedCase =>
  async (sandbox: ObservedSandbox) => {
    await sandbox.create('/v2/tags', { name: 'sale' })
    return send(sandbox)
  }

testObserved({
  'tags-01': ({ post }) => shows(post('/v2/tags', { name: 'spring sale' }), { id: 'bad_request' }),
  'tags-02': withTag(async ({ get }) => {
    expect((await get(path)).status).toBe(200)
    return get('/v2/tags/Sale')
  }),
  'tags-03': withTag(async ({ post, read }) => {
    const response = await post(`${path}/resources`, resource('droplet', '1'))
    expect(await read(path)).toMatchObject({ resources: { count: 1, droplets: { count: 1 } } })
    return response
  }),
  'tags-04': ({ post }) => post(`${path}/resources`, resource('droplet', '1')),
  'tags-05': withTag(async ({ post, read }) => {
    const response = await post(`${path}/resources`, resource('firewall', 'bb4b2611-3d72-467b-8602-280330ecd65c'))
    expect(await read(path)).toMatchObject({ resources: { count: 0 } })
    return response
  }),
  'tags-06': withTag(({ post }) => post(`${path}/resources`, resource('domain', 'tidewater.example'))),
  'tags-07': async ({ create, get }) => {
    await create('/v2/tags', { name: 'env:prod' })
    return shows(get('/v2/tags/env:prod'), { tag: { name: 'env:prod' } })
  },
  'tags-08': withTag(async ({ get }) => {
    const response = await get(path)
    const kinds = ['count', 'databases', 'droplets', 'images', 'volume_snapshots', 'volumes']
    expect(Object.keys(response.body.tag.resources).toSorted()).toEqual(kinds)
    return response
  }),
  'tags-09': withTag(({ post }) => shows(post('/v2/tags', { name: 'sale' }), { tag: { name: 'sale' } })),
  'tags-10': withTag(async (sandbox) => {
    const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }
    const { id } = await sandbox.create('/v2/load_balancers', { name: 'lb', region: 'nyc3', forwarding_rules: [rule] })
    const balancer = resource('load_balancer', id)
    expect((await sandbox.post('/v2/tags/unknown/resources', balancer)).status).toBe(404)
    const response = await sandbox.post(`${path}/resources`, balancer)
    expect(await sandbox.read(`/v2/load_balancers/${id}`)).toMatchObject({ tags: ['sale'] })
    expect(await sandbox.read(path)).toMatchObject({ resources: { count: 1, last_tagged_uri: expect.stringContaining(id) } })
    expect((await sandbox.delete(`${path}/resources`, balancer)).status).toBe(204)
    expect(await sandbox.read(`/v2/load_balancers/${id}`)).not.toHaveProperty('tags')
    return response
  }),
  'clients-01': withTag(async (sandbox) => {
    const response = await sandbox.delete(path, undefined, { headers: { 'content-type': 'application/json' } })
    expect((await sandbox.get(path)).status).toBe(404)
    return response
  }),
  'clients-02': withTag(async (sandbox) => {
    const { id } = await createDroplet(sandbox, { tags: ['sale'] })
    const response = await sandbox.delete(`${path}/resources`, resource('droplet', String(id)))
    expect(await sandbox.read(`/v2/droplets/${id}`)).toMatchObject({ tags: [] })
    return response
  }),
  'clients-03': ({ post }) =>
    shows(post('/v2/tags?private=1', { name: 'sale', description: 'Of the shop', private_networking: true }), { tag: { name: 'sale' } }),
  'clients-12': withTag(async ({ get }) => {
    const response = await shows(get('/v2/tags?page=9&per_page=200'), { tags: [], meta: { total: 1 } })
    const { next, last } = response.body.links.pages ?? {}
    expect([next, last]).toEqual([undefined, undefined])
    return response
  }),
})
