import { expect } from 'vitest'
import { type Json, webServer } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/vpcs'
const storefront = { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' }

async function findDefault({ read }: ObservedSandbox, region: string): Promise<Json> {
  const vpcs: Json[] = await read(path)
  return vpcs.find((vpc) => vpc.region === region && vpc.default)
}

testObserved({
  'vpcs-01': async ({ create, delete: remove }) => {
    const { id } = await create(path, storefront)
    await create('/v2/droplets', { ...webServer, vpc_uuid: id })
    return remove(`${path}/${id}`)
  },
  'vpcs-03': async (sandbox) => sandbox.delete(`${path}/${(await findDefault(sandbox, 'nyc3')).id}`),
  'vpcs-04': async (sandbox) => {
    expect((await findDefault(sandbox, 'ams3')).name).toBe('default-ams3')
    return sandbox.get(path)
  },
  'vpcs-06': ({ post }) => shows(post(path, storefront), { vpc: { resolver_ip: '10.20.0.254' } }),
  'vpcs-07': ({ post }) =>
    shows(post(path, storefront), { vpc: { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/) } }),
  'vpcs-08': ({ post }) => shows(post(path, storefront), { vpc: { default: false, description: '' } }),
  'vpcs-10': async (sandbox) => {
    const response = await sandbox.post('/v2/droplets', webServer)
    const { id } = await findDefault(sandbox, 'nyc3')
    expect(await sandbox.read(`/v2/droplets/${response.body.droplet.id}`)).toMatchObject({ vpc_uuid: id })
    return response
  },
})
