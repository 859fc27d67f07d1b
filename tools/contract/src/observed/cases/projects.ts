import { after, type Cases, type Probe } from '../probe.ts'

const storefront = { name: 'Storefront', purpose: 'Web application' }
const volume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 10 }

async function makeProject({ make }: Probe): Promise<string> {
  return `/v2/projects/${(await make('POST', '/v2/projects', storefront)).project.id}`
}

async function makeResource({ make }: Probe): Promise<string> {
  return `do:volume:${(await make('POST', '/v2/volumes', volume)).volume.id}`
}

export const projects: Cases = {
  'projects-01': async (probe) => {
    const { vpc } = await probe.make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })
    return probe.post(`${await makeProject(probe)}/resources`, { resources: [`do:vpc:${vpc.id}`] })
  },
  'projects-02': after(makeProject, (_made, probe) => probe.post('/v2/projects', storefront)),
  'projects-03': async (probe) => {
    const path = await makeProject(probe)
    await probe.make('POST', `${path}/resources`, { resources: [await makeResource(probe)] })
    return probe.delete(path)
  },
  'projects-04': async (probe) => {
    const one = probe.open({ lag: 'real' })
    const path = await makeProject(one)
    const resources = [await makeResource(one)]
    await one.make('POST', `${path}/resources`, { resources })
    await one.make('POST', '/v2/projects/default/resources', { resources })
    const refused = await one.delete(path)
    await one.pass(33)
    probe.holds('status later', (await one.delete(path)).status, 204)
    return refused
  },
  'projects-05': async (probe) => {
    const path = `${await makeProject(probe)}/resources`
    const urn = await makeResource(probe)
    const answer = await probe.post(path, { resources: [urn] })
    const again = await probe.post(path, { resources: [urn, 'do:droplet:1'] })
    const statuses = [answer, again].flatMap(({ body }) => body.resources.map(({ status }: { readonly status: string }) => status))
    probe.holds('statuses', statuses, ['assigned', 'already_assigned', 'not_found'])
    return answer
  },
  'projects-06': async (probe) => {
    const urn = await makeResource(probe)
    const answer = await probe.get('/v2/projects/default')
    probe.holds('is_default', answer.body.project.is_default, true)
    const { resources } = await probe.make('GET', '/v2/projects/default/resources')
    const urns = resources.map((resource: { readonly urn: string }) => resource.urn)
    probe.holds('the new volume is there', urns.includes(urn), true)
    return answer
  },
  'projects-07': ({ post, seen }) =>
    seen(
      post('/v2/projects', { ...storefront, purpose: 'My Basic Web App' }),
      'the purpose',
      ({ body }) => body.project.purpose,
      'Other: My Basic Web App',
    ),
}
