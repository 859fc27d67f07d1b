import type { Cases } from '../probe.ts'

const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

export const droplets: Cases = {
  'droplets-31': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const { droplet } = await make('POST', '/v2/droplets', server)
    await make('DELETE', `/v2/droplets/${droplet.id}`)
    const still = await get(`/v2/droplets/${droplet.id}`)
    await pass(12)
    holds('status after 12 s', (await get(`/v2/droplets/${droplet.id}`)).status, 404)
    return still
  },
}
