import { expect } from 'vitest'
import { type Json, webServer } from '../../../test/create-test-sandbox.ts'
import { createDroplet, type ObservedCase, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const anywhere = { addresses: ['0.0.0.0/0', '::/0'] }
const https = { protocol: 'tcp', ports: '443', sources: anywhere }
const webTraffic = { name: 'web-traffic', inbound_rules: [https] }
const unknownId = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

const create = ({ post }: ObservedSandbox, more: object = {}) => post('/v2/firewalls', { ...webTraffic, ...more })
const createFirewall = async (sandbox: ObservedSandbox, more: object = {}) =>
  `/v2/firewalls/${(await create(sandbox, more)).body.firewall.id}`
const createWith =
  (rule: object): ObservedCase =>
  (sandbox) =>
    create(sandbox, { inbound_rules: [{ ...https, ...rule }] })

/** Creates a firewall with the rules, and returns its rules. */
const keeps =
  (rules: readonly object[], kept: (rule: Json) => unknown, wanted: readonly unknown[]): ObservedCase =>
  async (sandbox) => {
    const response = await create(sandbox, { inbound_rules: rules })
    const [{ inbound_rules: read }] = await sandbox.read('/v2/firewalls')
    expect([response.body.firewall.inbound_rules.map(kept), read.map(kept)]).toEqual([wanted, wanted])
    return response
  }

testObserved({
  'firewalls-01': (sandbox) => shows(create(sandbox), { firewall: { status: 'succeeded', pending_changes: [] } }),
  'firewalls-02': async (sandbox) => {
    const { id } = await createDroplet(sandbox)
    return shows(create(sandbox, { droplet_ids: [id] }), {
      firewall: { status: 'waiting', pending_changes: [{ droplet_id: id, removing: false, status: 'waiting' }] },
    })
  },
  'firewalls-03': keeps([https, { ...https, ports: '22', action: 'deny' }], ({ action }) => action, ['allow', 'deny']),
  'firewalls-04': async (sandbox) => {
    await createFirewall(sandbox)
    return create(sandbox)
  },
  'firewalls-05': (sandbox) => create(sandbox, { inbound_rules: [], outbound_rules: [] }),
  'firewalls-06': ({ post }) => post('/v2/firewalls', { name: 'web-traffic' }),
  'firewalls-07': createWith({ ports: '9000-8000' }),
  'firewalls-08': createWith({ sources: { addresses: ['999.1.1.1/0'] } }),
  'firewalls-09': createWith({ protocol: 'sctp' }),
  'firewalls-10': async (sandbox) => {
    await shows(createWith({ sources: { tags: ['nobody'] } })(sandbox), { message: 'tag nobody does not exist' })
    return create(sandbox, { tags: ['nobody'] })
  },
  'firewalls-11': (sandbox) => create(sandbox, { droplet_ids: [999] }),
  'firewalls-12': createWith({ sources: { load_balancer_uids: [unknownId] } }),
  'firewalls-13': keeps([{ ...https, sources: {} }], ({ sources }) => sources, [{}]),
  'firewalls-14': createWith({ sources: ['0.0.0.0/0'] }),
  'firewalls-15': keeps([{ ...https, ports: 22 }], ({ ports }) => ports, ['22']),
  'firewalls-16': keeps([{ ...https, protocol: 'TCP' }], ({ protocol }) => protocol, ['tcp']),
  'firewalls-17': keeps(
    [
      { ...https, ports: 'all' },
      { protocol: 'icmp', sources: anywhere },
    ],
    ({ ports }) => ports,
    ['0', '0'],
  ),
  'firewalls-19': (sandbox) => {
    const sources = { addresses: ['198.51.100.7', '2001:DB8::/32', '198.51.100.0/24'] }
    return keeps([{ ...https, sources }], (rule) => rule.sources, [sources])(sandbox)
  },
  'firewalls-20': async (sandbox) => {
    const path = await createFirewall(sandbox)
    for (const name of ['web:traffic', 'web traffic']) await shows(create(sandbox, { name }), { message: 'invalid name' })
    await shows(sandbox.put(path, { ...webTraffic, name: 'web_traffic' }), { message: 'invalid name' })
    return create(sandbox, { name: 'web_traffic' })
  },
  'firewalls-21': async (sandbox) => {
    for (const name of ['9.Web-Traffic', 'x'.repeat(255)]) expect((await create(sandbox, { name })).status).toBe(202)
    return create(sandbox, { name: 'x'.repeat(256) })
  },
  'firewalls-22': async (sandbox) => {
    const { id } = await createDroplet(sandbox, { tags: ['storefront'] })
    const path = await createFirewall(sandbox, { droplet_ids: [id], tags: ['storefront'] })
    return shows(sandbox.put(path, webTraffic), { firewall: { droplet_ids: [], tags: [] } })
  },
  'firewalls-23': async ({ get, delete: remove }) => {
    await shows(remove(`/v2/firewalls/${unknownId}`), { message: 'Firewall not found' })
    return get(`/v2/firewalls/${unknownId}`)
  },
  'firewalls-24': async ({ open }) => {
    const sandbox = open({ lag: 'real', actionSeconds: 0 })
    const { id } = await sandbox.create('/v2/droplets', webServer)
    const path = await createFirewall(sandbox, { droplet_ids: [id] })
    await sandbox.change('DELETE', `/v2/droplets/${id}`)
    await sandbox.pass(12)
    const response = await shows(sandbox.get(path), { firewall: { status: 'succeeded', droplet_ids: [id] } })
    await sandbox.pass(30)
    await shows(sandbox.get(path), { firewall: { droplet_ids: [] } })
    return response
  },
})
