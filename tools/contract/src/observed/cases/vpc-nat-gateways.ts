import { after, type Cases, type Probe } from '../probe.ts'

const unknownId = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

async function create(probe: Probe) {
  const made = await probe.make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
  const body = { name: 'storefront-egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs: [{ vpc_uuid: made.vpc.id }] }
  return { body, answer: await probe.post('/v2/vpc_nat_gateways', body) }
}

export const vpcNatGateways: Cases = {
  'vpc-nat-gateways-01': async (probe) => {
    const { answer } = await create(probe)
    const { id } = answer.body.vpc_nat_gateway
    await probe.pass(60)
    await probe.make('DELETE', `/v2/vpc_nat_gateways/${id}`)
    await probe.pass(60)
    const gone = await probe.get(`/v2/vpc_nat_gateways/${id}`)
    probe.holds('what is said of one that was deleted', gone.body.message, `nat gateway with id ${id} not found`)
    return probe.get(`/v2/vpc_nat_gateways/${unknownId}`)
  },
  'vpc-nat-gateways-02': async (probe) => {
    const { project } = await probe.make('GET', '/v2/projects/default')
    const { answer } = await create(probe)
    probe.holds('project_id', answer.body.vpc_nat_gateway.project_id, project.id)
    probe.matches('subnet_uuid', answer.body.vpc_nat_gateway.vpcs[0].subnet_uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    return answer
  },
  'vpc-nat-gateways-04': async (probe) => {
    await create(probe)
    const answer = await probe.get(
      '/v2/vpc_nat_gateways?page=1&state=active&state=new&region=ams3&region=nyc3&name=storefront-egress&name=print-egress',
    )
    probe.holds('how many there are', answer.body.meta.total, 1)
    const none = await probe.get('/v2/vpc_nat_gateways?state=active&state=deleting')
    probe.holds('how many are in another state', none.body.meta.total, 0)
    return answer
  },
  'vpc-nat-gateways-03': after(create, ({ body }, probe) => probe.post('/v2/vpc_nat_gateways', body)),
}
