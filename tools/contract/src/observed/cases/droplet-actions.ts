import type { Cases } from '../probe.ts'

const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

export const dropletActions: Cases = {
  'droplet-actions-08': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const path = `/v2/droplets/${(await make('POST', '/v2/droplets', server)).droplet.id}`
    const { action } = await make('POST', `${path}/actions`, { type: 'power_off' })
    holds('the action', (await get(`/v2/actions/${action.id}`)).body.action.status, 'completed')
    const answer = await get(path)
    holds('status', answer.body.droplet.status, 'active')
    await pass(10)
    holds('status later', (await get(path)).body.droplet.status, 'off')
    return answer
  },
}
