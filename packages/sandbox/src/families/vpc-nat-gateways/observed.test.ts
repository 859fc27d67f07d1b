import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/vpc_nat_gateways'

async function create({ create: createObject, post }: ObservedSandbox) {
  const vpc = await createObject('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
  const body = { name: 'storefront-egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs: [{ vpc_uuid: vpc.id }] }
  return { body, answer: await post(path, body) }
}

testObserved({
  'vpc-nat-gateways-01': async (sandbox) => {
    const { id } = (await create(sandbox)).answer.body.vpc_nat_gateway
    await sandbox.pass(60)
    await sandbox.change('DELETE', `${path}/${id}`)
    await sandbox.pass(60)
    await shows(sandbox.get(`${path}/${id}`), { message: `nat gateway with id ${id} not found` })
    return sandbox.get(`${path}/5a4981aa-9653-4bd1-bef5-d6bff52042e4`)
  },
  'vpc-nat-gateways-02': async (sandbox) => {
    const { id } = await sandbox.read('/v2/projects/default')
    const { answer } = await create(sandbox)
    const subnet = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(answer.body.vpc_nat_gateway).toMatchObject({ project_id: id, vpcs: [{ subnet_uuid: subnet }] })
    return answer
  },
  'vpc-nat-gateways-03': async (sandbox) => sandbox.post(path, (await create(sandbox)).body),
  'vpc-nat-gateways-05': async (sandbox) => {
    const vpc = await sandbox.create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
    const given = { vpc_uuid: vpc.id, subnet_uuid: '0c5d7a42-91be-4f36-8a10-6e2f9b7d3c58' }
    const body = { name: 'storefront-egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs: [given] }
    const response = await shows(sandbox.post(path, body), { vpc_nat_gateway: { vpcs: [given] } })
    await sandbox.pass(60)
    const at = `${path}/${response.body.vpc_nat_gateway.id}`
    await sandbox.change('PUT', at, { name: body.name, size: 2, vpcs: [{ vpc_uuid: vpc.id }] })
    expect(await sandbox.read(at)).toMatchObject({ size: 2, vpcs: [given] })
    return response
  },
  'vpc-nat-gateways-04': async (sandbox) => {
    await create(sandbox)
    await shows(sandbox.get(`${path}?state=active&state=deleting`), { meta: { total: 0 } })
    const query = 'page=1&state=active&state=new&region=ams3&region=nyc3&name=storefront-egress&name=print-egress'
    return shows(sandbox.get(`${path}?${query}`), { meta: { total: 1 } })
  },
})
