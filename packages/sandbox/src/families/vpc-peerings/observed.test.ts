import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/vpc_peerings'

async function createVpcs({ create }: ObservedSandbox): Promise<string[]> {
  const one = await create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
  const other = await create('/v2/vpcs', { name: 'reports-net', region: 'ams3', ip_range: '10.30.0.0/24' })
  return [one.id, other.id]
}

const create = async (sandbox: ObservedSandbox) =>
  shows(sandbox.post(path, { name: 'storefront-reports', vpc_ids: await createVpcs(sandbox) }), { vpc_peering: { status: 'PROVISIONING' } })

testObserved({
  'vpc-peerings-05': async (sandbox) => {
    const { body } = await create(sandbox)
    await sandbox.pass(60)
    const at = `${path}/${body.vpc_peering.id}`
    await sandbox.change('DELETE', at)
    await sandbox.pass(60)
    return sandbox.get(at)
  },
  'vpc-peerings-01': async (sandbox) => {
    const [one] = await createVpcs(sandbox)
    return sandbox.post(path, { name: 'storefront-reports', vpc_ids: [one, '5a4981aa-9653-4bd1-bef5-d6bff52042e4'] })
  },
  'vpc-peerings-02': async (sandbox) => {
    const response = await create(sandbox)
    await sandbox.pass(60)
    expect(await sandbox.read(`${path}/${response.body.vpc_peering.id}`)).toMatchObject({ status: 'ACTIVE' })
    return response
  },
  'vpc-peerings-03': async (sandbox) => {
    const { body } = await create(sandbox)
    await sandbox.pass(60)
    const at = `${path}/${body.vpc_peering.id}`
    const response = await shows(sandbox.delete(at), { vpc_peering: { status: 'DELETING' } })
    await sandbox.pass(60)
    expect((await sandbox.get(at)).status).toBe(404)
    return response
  },
})
