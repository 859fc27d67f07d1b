import { expect } from 'vitest'
import { coversVolume } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const storefront = { name: 'Storefront', purpose: 'Web application' }

const createProject = async ({ create }: ObservedSandbox) => `/v2/projects/${(await create('/v2/projects', storefront)).id}`
const createResource = async ({ create }: ObservedSandbox) => `do:volume:${(await create('/v2/volumes', coversVolume)).id}`

testObserved({
  'projects-01': async (sandbox) => {
    const { id } = await sandbox.create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })
    return sandbox.post(`${await createProject(sandbox)}/resources`, { resources: [`do:vpc:${id}`] })
  },
  'projects-02': async (sandbox) => {
    await createProject(sandbox)
    return sandbox.post('/v2/projects', storefront)
  },
  'projects-03': async (sandbox) => {
    const path = await createProject(sandbox)
    await sandbox.create(`${path}/resources`, { resources: [await createResource(sandbox)] })
    return sandbox.delete(path)
  },
  'projects-04': async ({ open }) => {
    const sandbox = open({ lag: 'real' })
    const path = await createProject(sandbox)
    const resources = [await createResource(sandbox)]
    await sandbox.create(`${path}/resources`, { resources })
    await sandbox.create('/v2/projects/default/resources', { resources })
    const refused = await sandbox.delete(path)
    await sandbox.pass(33)
    expect((await sandbox.delete(path)).status).toBe(204)
    return refused
  },
  'projects-05': async (sandbox) => {
    const path = `${await createProject(sandbox)}/resources`
    const urn = await createResource(sandbox)
    const response = await shows(sandbox.post(path, { resources: [urn] }), { resources: [{ status: 'assigned' }] })
    await shows(sandbox.post(path, { resources: [urn, 'do:droplet:1'] }), {
      resources: [{ status: 'already_assigned' }, { status: 'not_found' }],
    })
    return response
  },
  'projects-06': async (sandbox) => {
    const urn = await createResource(sandbox)
    const response = await shows(sandbox.get('/v2/projects/default'), { project: { is_default: true } })
    expect(await sandbox.read('/v2/projects/default/resources')).toContainEqual(expect.objectContaining({ urn }))
    return response
  },
  'projects-07': ({ post }) =>
    shows(post('/v2/projects', { ...storefront, purpose: 'My Basic Web App' }), { project: { purpose: 'Other: My Basic Web App' } }),
  'clients-08': ({ post }) =>
    shows(post('/v2/projects', { ...storefront, environment: 'production' }), { project: { environment: 'Production' } }),
})
