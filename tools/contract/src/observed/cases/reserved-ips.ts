import { after, type Cases, type Probe } from '../probe.ts'

const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

const fast = ({ open }: Probe) => open({ actionSeconds: 0 })

async function makeBoth({ make }: Probe) {
  const { droplet } = await make('POST', '/v2/droplets', server)
  const { reserved_ip: address } = await make('POST', '/v2/reserved_ips', { region: 'nyc3' })
  return { id: droplet.id as number, ip: address.ip as string, actions: `/v2/reserved_ips/${address.ip}/actions` }
}

export const reservedIps: Cases = {
  'reserved-ips-01': async (probe) => {
    const one = fast(probe)
    const { id } = await makeBoth(one)
    await one.make('POST', '/v2/reserved_ips', { droplet_id: id })
    return one.post('/v2/reserved_ips', { droplet_id: id })
  },
  'reserved-ips-02': async (probe) => {
    const one = fast(probe)
    const { id, actions } = await makeBoth(one)
    await one.make('POST', '/v2/reserved_ips', { droplet_id: id })
    return one.post(actions, { type: 'assign', droplet_id: id })
  },
  'reserved-ips-03': async (probe) => probe.post((await makeBoth(probe)).actions, { type: 'unassign' }),
  'reserved-ips-04': async (probe) => {
    const one = fast(probe)
    const { id, ip, actions } = await makeBoth(one)
    const answer = await one.post(actions.replace('reserved', 'floating'), { type: 'assign', droplet_id: id })
    const { type, resource_type, resource_id } = answer.body.action
    const number = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    probe.holds('the action', [type, resource_type, resource_id], ['assign_ip', 'floating_ip', number])
    return answer
  },
  'reserved-ips-05': ({ post, seen }) => seen(post('/v2/reserved_ips', { region: 'nyc3' }), 'links', ({ body }) => body.links, {}),
  'reserved-ips-06': async ({ post, holds, matches }) => {
    const answer = await post('/v2/reserved_ips', { region: 'nyc3' })
    const { ip, droplet, region, locked } = answer.body.reserved_ip
    matches('ip', ip, /^\d+\.\d+\.\d+\.\d+$/)
    holds('the address', [droplet, region.slug, locked], [null, 'nyc3', false])
    return answer
  },
  'reserved-ips-08': after(makeBoth, ({ id, actions }, probe) => probe.post(actions, { type: 'assign', droplet_id: id })),
  'reserved-ips-09': async (probe) => {
    const { droplet } = await probe.make('POST', '/v2/droplets', server)
    await probe.pass(120)
    const answer = await probe.post('/v2/reserved_ips', { droplet_id: droplet.id, region: null })
    const spare = await probe.post('/v2/reserved_ips', { droplet_id: null, region: 'nyc3' })
    probe.holds('the other', [spare.status, spare.body.reserved_ip?.region.slug], [202, 'nyc3'])
    probe.holds(
      'how many are moved',
      [answer, spare].map(({ body }) => body.links.actions?.length ?? 0),
      [1, 0],
    )
    return answer
  },
}
