import { after, type Cases, type Probe } from '../probe.ts'

const unknownId = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

async function makeVpcs({ make }: Probe): Promise<string[]> {
  const one = await make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
  const other = await make('POST', '/v2/vpcs', { name: 'reports-net', region: 'ams3', ip_range: '10.30.0.0/24' })
  return [one.vpc.id, other.vpc.id]
}

const makePeering = async (probe: Probe) => probe.post('/v2/vpc_peerings', { name: 'storefront-reports', vpc_ids: await makeVpcs(probe) })

export const vpcPeerings: Cases = {
  'vpc-peerings-01': after(makeVpcs, ([one], probe) =>
    probe.post('/v2/vpc_peerings', { name: 'storefront-reports', vpc_ids: [one, unknownId] }),
  ),
  'vpc-peerings-02': async (probe) => {
    const answer = await makePeering(probe)
    probe.holds('the status at first', answer.body.vpc_peering.status, 'PROVISIONING')
    await probe.pass(60)
    const { body } = await probe.get(`/v2/vpc_peerings/${answer.body.vpc_peering.id}`)
    probe.holds('the status later', body.vpc_peering.status, 'ACTIVE')
    return answer
  },
  'vpc-peerings-03': async (probe) => {
    const { body } = await makePeering(probe)
    await probe.pass(60)
    const path = `/v2/vpc_peerings/${body.vpc_peering.id}`
    const answer = await probe.delete(path)
    probe.holds('the status at first', answer.body.vpc_peering.status, 'DELETING')
    await probe.pass(60)
    const gone = await probe.get(path)
    probe.holds('the status of a GET later', gone.status, 404)
    return answer
  },
}
