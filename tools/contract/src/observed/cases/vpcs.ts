import type { Cases, Json, Probe } from '../probe.ts'

const storefront = { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' }
const web = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' }

async function makeVpc({ make }: Probe, more: object = {}): Promise<Json> {
  return (await make('POST', '/v2/vpcs', { ...storefront, ...more })).vpc
}

async function findDefault({ get }: Probe, region: string): Promise<Json> {
  const { body } = await get('/v2/vpcs')
  return body.vpcs.find((vpc: Json) => vpc.region === region && vpc.default)
}

export const vpcs: Cases = {
  'vpcs-01': async (probe) => {
    const vpc = await makeVpc(probe)
    await probe.make('POST', '/v2/droplets', { ...web, vpc_uuid: vpc.id })
    return probe.delete(`/v2/vpcs/${vpc.id}`)
  },
  'vpcs-03': async (probe) => {
    const vpc = await findDefault(probe, 'nyc3')
    return probe.delete(`/v2/vpcs/${vpc.id}`)
  },
  'vpcs-04': async (probe) => {
    const vpc = await findDefault(probe, 'ams3')
    probe.holds('its name', vpc.name, 'default-ams3')
    return probe.get('/v2/vpcs')
  },
  'vpcs-06': ({ post, seen }) => seen(post('/v2/vpcs', storefront), 'resolver_ip', ({ body }) => body.vpc.resolver_ip, '10.20.0.254'),
  'vpcs-07': async ({ post, matches }) => {
    const answer = await post('/v2/vpcs', storefront)
    matches('created_at', answer.body.vpc.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    return answer
  },
  'vpcs-08': async ({ post, holds }) => {
    const answer = await post('/v2/vpcs', storefront)
    const { default: isDefault, description } = answer.body.vpc
    holds('default and description', { isDefault, description }, { isDefault: false, description: '' })
    return answer
  },
  'vpcs-10': async (probe) => {
    const answer = await probe.post('/v2/droplets', web)
    const { droplet } = (await probe.get(`/v2/droplets/${answer.body.droplet.id}`)).body
    probe.holds('vpc_uuid', droplet.vpc_uuid, (await findDefault(probe, 'nyc3')).id)
    return answer
  },
}
