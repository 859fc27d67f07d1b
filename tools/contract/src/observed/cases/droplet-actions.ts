import { actOn, makeDroplet, startDroplet, webServer } from '../make-droplet.ts'
import { after, type Cases } from '../probe.ts'

export const dropletActions: Cases = {
  'droplet-actions-01': after(startDroplet, ({ id }, probe) => probe.post(`/v2/droplets/${id}/actions`, { type: 'reboot' })),
  'droplet-actions-02': async (probe) => {
    const { id } = await makeDroplet(probe)
    await actOn(probe, id, { type: 'power_off' })
    return probe.post(`/v2/droplets/${id}/actions`, { type: 'power_off' })
  },
  'droplet-actions-04': after(makeDroplet, ({ id }, probe) =>
    probe.post(`/v2/droplets/${id}/actions`, { type: 'resize', size: 's-2vcpu-4gb' }),
  ),
  'droplet-actions-05': async (probe) => {
    const { id } = await makeDroplet(probe)
    await actOn(probe, id, { type: 'power_off' })
    return probe.post(`/v2/droplets/${id}/actions`, { type: 'resize', size: 's-1vcpu-1gb' })
  },
  'droplet-actions-07': async (probe) => {
    await makeDroplet(probe, { tags: ['storefront'] })
    await startDroplet(probe, { name: 'web-02', tags: ['storefront'] })
    return probe.post('/v2/droplets/actions?tag_name=storefront', { type: 'reboot' })
  },
  'droplet-actions-08': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const path = `/v2/droplets/${(await make('POST', '/v2/droplets', webServer)).droplet.id}`
    const { action } = await make('POST', `${path}/actions`, { type: 'power_off' })
    holds('the action', (await get(`/v2/actions/${action.id}`)).body.action.status, 'completed')
    const answer = await get(path)
    holds('status', answer.body.droplet.status, 'active')
    await pass(10)
    holds('status later', (await get(path)).body.droplet.status, 'off')
    return answer
  },
  'droplet-actions-09': async (probe) => {
    const { id } = await makeDroplet(probe)
    const answer = await probe.get(`/v2/droplets/${id}/actions`)
    const [{ started_at, completed_at }] = answer.body.actions
    const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1000
    probe.holds(`it took about half a minute (${seconds} s)`, seconds >= 25 && seconds <= 40, true)
    return answer
  },
  'droplet-actions-10': async ({ make, post }) => {
    const { image } = await make('GET', '/v2/images/ubuntu-24-04-x64')
    return post(`/v2/images/${image.id}/actions`, { type: 'duplicate', region: 'ams3' })
  },
  'droplet-actions-11': async (probe) => {
    const { id } = await makeDroplet(probe)
    const answer = await probe.post(`/v2/droplets/${id}/actions`, { type: 'enable_private_networking' })
    await probe.pass(60)
    probe.holds('the action', (await probe.get(`/v2/actions/${answer.body.action.id}`)).body.action.status, 'completed')
    const { features } = (await probe.get(`/v2/droplets/${id}`)).body.droplet
    probe.holds('the feature', features.includes('private_networking'), true)
    return answer
  },
}
