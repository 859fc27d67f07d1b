import { after, NotHeld, type Cases, type Json, type Probe } from '../probe.ts'

const anywhere = { addresses: ['0.0.0.0/0', '::/0'] }
const https = { protocol: 'tcp', ports: '443', sources: anywhere }
const webTraffic = { name: 'web-traffic', inbound_rules: [https] }
const web = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' }
const unknownId = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

const create = ({ post }: Probe, more: object = {}) => post('/v2/firewalls', { ...webTraffic, ...more })
const createWith = (probe: Probe, rule: object) => create(probe, { inbound_rules: [{ ...https, ...rule }] })

/** The path of a new firewall. */
async function makeFirewall({ make }: Probe, more: object = {}): Promise<string> {
  const { firewall } = await make('POST', '/v2/firewalls', { ...webTraffic, ...more })
  return `/v2/firewalls/${firewall.id}`
}

async function makeDroplet({ make, pass }: Probe, more: object = {}): Promise<number> {
  const { droplet } = await make('POST', '/v2/droplets', { ...web, ...more })
  await pass(60)
  return droplet.id as number
}

/** What the only firewall reads after it was made or replaced so. */
async function readRules({ get }: Probe): Promise<Json> {
  const { body } = await get('/v2/firewalls')
  return body.firewalls[0].inbound_rules
}

export const firewalls: Cases = {
  'firewalls-01': async (probe) => {
    const answer = await create(probe)
    probe.holds('the status', answer.body.firewall.status, 'succeeded')
    probe.holds('what is pending', answer.body.firewall.pending_changes, [])
    return answer
  },
  'firewalls-02': async (probe) => {
    const droplet = await makeDroplet(probe)
    const answer = await create(probe, { droplet_ids: [droplet] })
    probe.holds('the status', answer.body.firewall.status, 'waiting')
    probe.holds('what is pending', answer.body.firewall.pending_changes, [{ droplet_id: droplet, removing: false, status: 'waiting' }])
    return answer
  },
  'firewalls-03': async (probe) => {
    const answer = await create(probe, { inbound_rules: [https, { ...https, ports: '22', action: 'deny' }] })
    const actions = (rules: Json) => rules.map(({ action }: Json) => action)
    probe.holds('the actions in the reply', actions(answer.body.firewall.inbound_rules), ['allow', 'deny'])
    probe.holds('the actions that are read', actions(await readRules(probe)), ['allow', 'deny'])
    return answer
  },
  'firewalls-04': after(makeFirewall, (_made, probe) => create(probe)),
  'firewalls-05': (probe) => create(probe, { inbound_rules: [], outbound_rules: [] }),
  'firewalls-06': ({ post }) => post('/v2/firewalls', { name: 'web-traffic' }),
  'firewalls-07': (probe) => createWith(probe, { ports: '9000-8000' }),
  'firewalls-08': (probe) => createWith(probe, { sources: { addresses: ['999.1.1.1/0'] } }),
  'firewalls-09': (probe) => createWith(probe, { protocol: 'sctp' }),
  'firewalls-10': async (probe) => {
    const inRule = await createWith(probe, { sources: { tags: ['nobody'] } })
    if (inRule.body.message !== 'tag nobody does not exist') throw new NotHeld(`In a rule: ${inRule.text}`)
    return create(probe, { tags: ['nobody'] })
  },
  'firewalls-11': (probe) => create(probe, { droplet_ids: [999] }),
  'firewalls-12': (probe) => createWith(probe, { sources: { load_balancer_uids: [unknownId] } }),
  'firewalls-13': async (probe) => {
    const answer = await createWith(probe, { sources: {} })
    probe.holds('the sources', (await readRules(probe))[0].sources, {})
    return answer
  },
  'firewalls-14': (probe) => createWith(probe, { sources: ['0.0.0.0/0'] }),
  'firewalls-15': async (probe) => {
    const answer = await createWith(probe, { ports: 22 })
    probe.holds('the ports', (await readRules(probe))[0].ports, '22')
    return answer
  },
  'firewalls-16': async (probe) => {
    const answer = await createWith(probe, { protocol: 'TCP' })
    probe.holds('the protocol', (await readRules(probe))[0].protocol, 'tcp')
    return answer
  },
  'firewalls-17': async (probe) => {
    const icmp = { protocol: 'icmp', sources: anywhere }
    const answer = await create(probe, { inbound_rules: [{ ...https, ports: 'all' }, icmp] })
    const ports = (await readRules(probe)).map((rule: Json) => rule.ports)
    probe.holds('the ports', ports, ['0', '0'])
    return answer
  },
  'firewalls-19': async (probe) => {
    const addresses = ['198.51.100.7', '2001:DB8::/32', '198.51.100.0/24']
    const answer = await createWith(probe, { sources: { addresses } })
    probe.holds('the addresses', (await readRules(probe))[0].sources, { addresses })
    return answer
  },
  'firewalls-20': async (probe) => {
    const path = await makeFirewall(probe)
    for (const name of ['web:traffic', 'web traffic']) {
      const { body } = await create(probe, { name })
      probe.holds(`what is said of "${name}"`, body.message, 'invalid name')
    }
    const replaced = await probe.put(path, { ...webTraffic, name: 'web_traffic' })
    probe.holds('what is said when one is replaced', replaced.body.message, 'invalid name')
    return create(probe, { name: 'web_traffic' })
  },
  'firewalls-21': async (probe) => {
    for (const name of ['9.Web-Traffic', 'x'.repeat(255)]) {
      const { status } = await create(probe, { name })
      probe.holds(`the status for ${name}`, status, 202)
    }
    return create(probe, { name: 'x'.repeat(256) })
  },
  'firewalls-22': async (probe) => {
    const droplet = await makeDroplet(probe, { tags: ['storefront'] })
    const path = await makeFirewall(probe, { droplet_ids: [droplet], tags: ['storefront'] })
    const answer = await probe.put(path, webTraffic)
    const { droplet_ids: ids, tags } = answer.body.firewall
    probe.holds('droplet_ids and tags', { ids, tags }, { ids: [], tags: [] })
    return answer
  },
  'firewalls-23': async ({ get, delete: remove, holds }) => {
    const removed = await remove(`/v2/firewalls/${unknownId}`)
    holds('what a DELETE says', removed.body.message, 'Firewall not found')
    return get(`/v2/firewalls/${unknownId}`)
  },
  'firewalls-24': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const { droplet } = await make('POST', '/v2/droplets', web)
    const made = await make('POST', '/v2/firewalls', { ...webTraffic, droplet_ids: [droplet.id] })
    const path = `/v2/firewalls/${made.firewall.id}`
    await make('DELETE', `/v2/droplets/${droplet.id}`)
    await pass(12)
    const answer = await get(path)
    holds('status', answer.body.firewall.status, 'succeeded')
    holds('droplet_ids', answer.body.firewall.droplet_ids, [droplet.id])
    await pass(30)
    holds('droplet_ids at last', (await get(path)).body.firewall.droplet_ids, [])
    return answer
  },
}
