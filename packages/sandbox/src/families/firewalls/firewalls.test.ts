import { describe, expect } from 'vitest'
import { expectRefusal, createDroplet } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { type TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

const anywhere = { addresses: ['0.0.0.0/0', '::/0'] } as const
const https = { protocol: 'tcp', ports: '443', sources: anywhere } as const
/** Form of responses. */
const allowed = (rule: object) => ({ ...rule, action: 'allow' })
const webTraffic = { name: 'web-traffic', inbound_rules: [https] } as const

async function createFirewall(sandbox: TestSandbox, more: Fields<'/v2/firewalls'> = {}) {
  const created = await sandbox.post('/v2/firewalls', { ...webTraffic, ...more })
  const path = `/v2/firewalls/${created.body.firewall.id}` as const
  return { created, path, read: async () => (await sandbox.get(path)).body.firewall }
}

describe('firewalls', () => {
  it('echo ICMP ports and rule actions', async ({ sandbox }) => {
    const ping = { protocol: 'ICMP', ports: '8', sources: {}, action: 'deny' } as const
    const { read } = await createFirewall(sandbox, { inbound_rules: [https, ping, { ...https, action: 'deny' }] })
    expect((await read()).inbound_rules).toEqual([allowed(https), { ...ping, protocol: 'icmp' }, { ...https, action: 'deny' }])
  })

  it('are waiting until they are applied to their droplets', async ({ sandbox, dropletId: named }) => {
    const tagged = await createDroplet(sandbox, { name: 'web-02', tags: ['storefront'] })
    const { created, read } = await createFirewall(sandbox, { droplet_ids: [named, named], tags: ['storefront', 'STOREFRONT'] })
    expect(created.status).toBe(202)
    expect(created.body.firewall).toMatchObject({
      status: 'waiting',
      droplet_ids: [named],
      tags: ['storefront'],
      outbound_rules: [],
      pending_changes: [
        { droplet_id: named, removing: false, status: 'waiting' },
        { droplet_id: tagged, removing: false, status: 'waiting' },
      ],
    })
    await sandbox.pass(5)
    expect(await read()).toMatchObject({ status: 'succeeded', pending_changes: [] })
    expect((await sandbox.get(`/v2/droplets/${tagged}/firewalls`)).body.meta.total).toBe(1)
    expect((await sandbox.get('/v2/firewalls')).body.firewalls).toEqual([await read()])
  })

  it('are listed for a droplet by id and tag, newest first, without duplicates', async ({ sandbox }) => {
    const id = await createDroplet(sandbox, { tags: ['storefront', 'web'] })
    await createFirewall(sandbox, { name: 'by-name', droplet_ids: [id] })
    await createFirewall(sandbox, { name: 'by-both', droplet_ids: [id], tags: ['Storefront', 'web'] })
    await createFirewall(sandbox, { name: 'other' })
    const list = async (query = '') => {
      const { firewalls, meta } = (await sandbox.get(`/v2/droplets/${id}/firewalls${query}` as `/v2/droplets/${number}/firewalls`)).body
      return [firewalls.map(({ name }) => name), meta.total]
    }
    expect(await list()).toEqual([['by-both', 'by-name'], 2])
    expect(await list('?per_page=1&page=2')).toEqual([['by-name'], 2])
  })

  it('return rules in one form, whatever the request used', async ({ sandbox }) => {
    const { created } = await createFirewall(sandbox, {
      inbound_rules: [{ protocol: 'icmp', sources: { addresses: ['198.51.100.7'], tags: null, droplet_ids: [] } }, https, https],
      outbound_rules: [
        { protocol: 'tcp', ports: 'all', destinations: anywhere },
        { protocol: 'udp', ports: '8000-8010', destinations: anywhere },
      ],
      droplet_ids: null,
      tags: null,
    })
    expect(created.body.firewall.inbound_rules).toEqual([
      allowed({ protocol: 'icmp', ports: '0', sources: { addresses: ['198.51.100.7'] } }),
      allowed(https),
    ])
    expect(created.body.firewall.outbound_rules).toEqual([
      allowed({ protocol: 'tcp', ports: '0', destinations: anywhere }),
      allowed({ protocol: 'udp', ports: '8000-8010', destinations: anywhere }),
    ])
  })

  const rule = (more: object) => ({ inbound_rules: [{ ...https, ...more }] })
  const id = 'd1f0c3a2-7b64-4e1d-9c35-6a8e2b4f7d90'
  const wrong = [
    { input: rule({ ports: '' }), expected: 'inbound_rules.0.ports' },
    { input: rule({ ports: '70000' }), expected: 'invalid port range' },
    { input: rule({ sources: { addresses: ['10.0.0.0/33'] } }), expected: 'invalid address: 10.0.0.0/33' },
    { input: rule({ sources: { droplet_ids: [1] } }), expected: 'droplet does not exist' },
    { input: rule({ sources: { tags: ['none'] } }), expected: 'tag none does not exist' },
    { input: rule({ sources: { kubernetes_ids: [id] } }), expected: 'kubernetes cluster does not exist' },
    { input: { name: '-', ...rule({ protocol: 'sctp' }) }, expected: 'invalid name; you specified an invalid protocol' },
  ]
  it.for(wrong)('are rejected for $expected', async ({ input, expected }, { sandbox }) => {
    await expectRefusal(sandbox.post('/v2/firewalls', { ...webTraffic, ...input }), 422, expected)
    expect((await sandbox.get('/v2/firewalls')).body.meta.total).toBe(0)
    expect((await sandbox.get('/v2/tags')).body.meta.total).toBe(0)
  })

  it('are replaced as a whole, without fields that are left out', async ({ sandbox, dropletId: droplet }) => {
    const { path, read } = await createFirewall(sandbox, { droplet_ids: [droplet] })
    await sandbox.pass(5)
    const outbound_rules = [{ protocol: 'udp', ports: '53', destinations: anywhere }] as const
    const { status, body } = await sandbox.put(path, { name: 'dns-only', outbound_rules })
    expect(status).toBe(200)
    expect(body.firewall).toMatchObject({
      name: 'dns-only',
      status: 'waiting',
      inbound_rules: [],
      outbound_rules: outbound_rules.map(allowed),
      droplet_ids: [],
      pending_changes: [{ droplet_id: droplet, removing: true, status: 'waiting' }],
    })
    await sandbox.pass(5)
    expect(await read()).toMatchObject({ status: 'succeeded', pending_changes: [] })
    expect((await sandbox.put(path, { name: 'dns-only', inbound_rules: [] })).status).toBe(422)
  })

  it('add and remove droplets, and are waiting again after a change', async ({ sandbox }) => {
    const [one, two] = [await createDroplet(sandbox), await createDroplet(sandbox, { name: 'web-02' })]
    const { path, read } = await createFirewall(sandbox, { droplet_ids: [one] })
    await sandbox.pass(3)
    expect((await sandbox.post(`${path}/droplets`, { droplet_ids: [one, two] })).status).toBe(204)
    await sandbox.pass(3)
    expect(await read()).toMatchObject({ status: 'waiting', droplet_ids: [one, two] })
    await sandbox.pass(2)
    expect((await read()).status).toBe('succeeded')
    expect((await sandbox.post(`${path}/droplets`, { droplet_ids: [two, 1] })).status).toBe(422)
    expect((await sandbox.delete(`${path}/droplets`, { droplet_ids: [one, 1] })).status).toBe(204)
    expect(await read()).toMatchObject({ droplet_ids: [two], pending_changes: [{ droplet_id: one, removing: true }] })
  })

  it('add and remove tags, without changing the tags themselves', async ({ sandbox }) => {
    const droplet = await createDroplet(sandbox, { tags: ['env:prod'] })
    const { path, read } = await createFirewall(sandbox)
    expect((await sandbox.post(`${path}/tags`, { tags: ['none'] })).status).toBe(422)
    expect((await sandbox.post(`${path}/tags`, { tags: ['env:prod'] })).status).toBe(204)
    expect(await read()).toMatchObject({ tags: ['env:prod'], droplet_ids: [], pending_changes: [{ droplet_id: droplet }] })
    expect((await sandbox.delete(`${path}/tags`, { tags: ['ENV:prod', 'none'] })).status).toBe(204)
    expect((await read()).tags).toEqual([])
    expect((await sandbox.get(`/v2/droplets/${droplet}`)).body.droplet.tags).toEqual(['env:prod'])
  })

  it('add and remove rules by equality of the whole rule', async ({ sandbox }) => {
    const { path, read } = await createFirewall(sandbox)
    const reversed = { ...https, sources: { addresses: ['::/0', '0.0.0.0/0'] } } as const
    const ssh = { protocol: 'tcp', ports: '22', sources: { addresses: ['198.51.100.0/24'] } } as const
    expect((await sandbox.post(`${path}/rules`, { inbound_rules: [reversed, ssh] })).status).toBe(204)
    expect((await read()).inbound_rules).toEqual([https, ssh].map(allowed))
    expect((await sandbox.post(`${path}/rules`, {})).status).toBe(422)
    await sandbox.delete(`${path}/rules`, { inbound_rules: [{ ...ssh, sources: anywhere }] })
    expect((await read()).inbound_rules).toHaveLength(2)
    expect((await sandbox.delete(`${path}/rules`, { inbound_rules: [ssh, reversed] })).status).toBe(204)
    expect(await read()).toMatchObject({ inbound_rules: [], status: 'succeeded' })
  })

  it('drop deleted resources from their rules', async ({ instant: sandbox }) => {
    const droplet = await createDroplet(sandbox, { tags: ['storefront'] })
    const forwarding = [{ entry_protocol: 'tcp', entry_port: 80, target_protocol: 'tcp', target_port: 80 }] as const
    const created = await sandbox.post('/v2/load_balancers', { name: 'lb', region: 'nyc3', forwarding_rules: forwarding })
    const balancer = created.body.load_balancer.id as string
    const { read } = await createFirewall(sandbox, {
      inbound_rules: [https, { ...https, sources: { tags: ['storefront'], load_balancer_uids: [balancer] } }],
      outbound_rules: [{ protocol: 'tcp', ports: '5432', destinations: { droplet_ids: [droplet] } }],
      droplet_ids: [droplet],
      tags: ['storefront'],
    })
    await sandbox.delete(`/v2/droplets/${droplet}`)
    await sandbox.delete('/v2/tags/storefront')
    const rules = [https, { ...https, sources: { load_balancer_uids: [balancer] } }].map(allowed)
    expect(await read()).toMatchObject({ droplet_ids: [], tags: [], inbound_rules: rules, outbound_rules: [] })
    await sandbox.delete(`/v2/load_balancers/${balancer}`)
    expect((await read()).inbound_rules).toEqual([allowed(https)])
  })
})
