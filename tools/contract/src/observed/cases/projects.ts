import type { Cases } from '../probe.ts'

const storefront = { name: 'Storefront', purpose: 'Web application' }
const volume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 10 }

export const projects: Cases = {
  'projects-04': async ({ open }) => {
    const { make, pass, holds, ...probe } = open({ lag: 'real' })
    const path = `/v2/projects/${(await make('POST', '/v2/projects', storefront)).project.id}`
    const resources = [`do:volume:${(await make('POST', '/v2/volumes', volume)).volume.id}`]
    await make('POST', `${path}/resources`, { resources })
    await make('POST', '/v2/projects/default/resources', { resources })
    const refused = await probe.delete(path)
    await pass(33)
    holds('status later', (await probe.delete(path)).status, 204)
    return refused
  },
}
