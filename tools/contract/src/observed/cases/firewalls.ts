import type { Cases } from '../probe.ts'

const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
const ssh = { protocol: 'tcp', ports: '22', sources: { addresses: ['0.0.0.0/0'] } }

export const firewalls: Cases = {
  'firewalls-24': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const { droplet } = await make('POST', '/v2/droplets', server)
    const made = await make('POST', '/v2/firewalls', { name: 'web', droplet_ids: [droplet.id], inbound_rules: [ssh] })
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
