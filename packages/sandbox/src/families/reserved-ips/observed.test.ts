import { expect } from 'vitest'
import { webServer } from '../../../test/create-test-sandbox.ts'
import { createDroplet, instant, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/reserved_ips'

async function createBoth({ create }: ObservedSandbox) {
  const { id } = await create('/v2/droplets', webServer)
  const { ip } = await create(path, { region: 'nyc3' })
  return { id, ip, actions: `${path}/${ip}/actions` }
}

testObserved({
  'reserved-ips-01': instant(async (sandbox) => {
    const { id } = await createBoth(sandbox)
    await sandbox.create(path, { droplet_id: id })
    return sandbox.post(path, { droplet_id: id })
  }),
  'reserved-ips-02': instant(async (sandbox) => {
    const { id, actions } = await createBoth(sandbox)
    await sandbox.create(path, { droplet_id: id })
    return sandbox.post(actions, { type: 'assign', droplet_id: id })
  }),
  'reserved-ips-03': async (sandbox) => sandbox.post((await createBoth(sandbox)).actions, { type: 'unassign' }),
  'reserved-ips-04': instant(async (sandbox) => {
    const { id, ip, actions } = await createBoth(sandbox)
    const resource_id = ip.split('.').reduce((sum: number, part: string) => sum * 256 + Number(part), 0)
    return shows(sandbox.post(actions.replace('reserved', 'floating'), { type: 'assign', droplet_id: id }), {
      action: { type: 'assign_ip', resource_type: 'floating_ip', resource_id },
    })
  }),
  'reserved-ips-05': async ({ post }) => {
    const response = await post(path, { region: 'nyc3' })
    expect(response.body.links).toEqual({})
    return response
  },
  'reserved-ips-06': ({ post }) =>
    shows(post(path, { region: 'nyc3' }), {
      reserved_ip: { ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/), droplet: null, region: { slug: 'nyc3' }, locked: false },
    }),
  'reserved-ips-08': async (sandbox) => {
    const { id, actions } = await createBoth(sandbox)
    return sandbox.post(actions, { type: 'assign', droplet_id: id })
  },
  'reserved-ips-09': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    const response = await sandbox.post(path, { droplet_id: id, region: null })
    const spare = await shows(sandbox.post(path, { droplet_id: null, region: 'nyc3' }), { reserved_ip: { region: { slug: 'nyc3' } } })
    expect([spare.status, spare.body.links.actions ?? []]).toEqual([202, []])
    expect(response.body.links.actions).toHaveLength(1)
    return response
  },
  'clients-04': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    const response = await sandbox.post(path, { droplet_id: String(id) })
    await sandbox.pass(60)
    expect(await sandbox.read(`${path}/${response.body.reserved_ip.ip}`)).toMatchObject({ droplet: { id } })
    return response
  },
  'clients-09': async ({ create, get }) => {
    const { ip } = await create('/v2/reserved_ipv6', { region_slug: 'nyc3' })
    return shows(get(`/v2/reserved_ipv6/${ip.toUpperCase()}`), { reserved_ipv6: { ip } })
  },
  'byoip-01': async ({ post, patch, delete: remove, get, pass }) => {
    const { uuid } = (await post('/v2/byoip_prefixes', { prefix: '203.0.113.0/24', region: 'nyc3', signature: 'c2lnbmF0dXJl' })).body
    const prefix = `/v2/byoip_prefixes/${uuid}`
    await pass(3600)
    await shows(patch(prefix, { advertise: true }), { byoip_prefix: { advertised: true } })
    const response = await remove(prefix)
    await pass(3600)
    expect((await get(prefix)).status).toBe(404)
    return response
  },
})
