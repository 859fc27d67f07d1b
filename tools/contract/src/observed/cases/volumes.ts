import { after, type Cases, type Probe } from '../probe.ts'

const covers = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 }
const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
const actionsOf = (volume: { readonly id: string }) => `/v2/volumes/${volume.id}/actions`

/** Everything happens at once there. */
const fast = ({ open }: Probe) => open({ actionSeconds: 0 })

async function makeBoth({ make }: Probe) {
  const { droplet } = await make('POST', '/v2/droplets', server)
  const { volume } = await make('POST', '/v2/volumes', covers)
  return { droplet, volume, actions: actionsOf(volume) }
}

/** As many of the largest volumes as the account may hold. */
async function fill({ make }: Probe) {
  for (let n = 0; n < 100; n += 1) await make('POST', '/v2/volumes', { ...covers, name: `covers-${n}`, size_gigabytes: 16_384 })
}

async function makeSnapshot({ make }: Probe) {
  const { volume } = await make('POST', '/v2/volumes', covers)
  return (await make('POST', `/v2/volumes/${volume.id}/snapshots`, { name: 'covers-before-sale' })).snapshot
}

const refuseMore = async (probe: Probe) => {
  await fill(probe)
  return probe.post('/v2/volumes', { ...covers, size_gigabytes: 16_384 })
}

export const volumes: Cases = {
  'volumes-01': async (probe) => {
    const one = fast(probe)
    const { droplet, actions } = await makeBoth(one)
    const answer = await one.post(actions, { type: 'attach', droplet_id: droplet.id })
    const { type, resource_type, resource_id } = answer.body.action
    probe.holds('the action', [type, resource_type, resource_id], ['attach_volume', 'backend', null])
    return answer
  },
  'volumes-02': async (probe) => {
    const one = fast(probe)
    const { droplet, actions } = await makeBoth(one)
    await one.make('POST', actions, { type: 'attach', droplet_id: droplet.id })
    const answer = await one.post(actions, { type: 'detach', droplet_id: droplet.id })
    const { type, resource_type } = answer.body.action
    probe.holds('the action', [type, resource_type], ['detach_volume', 'backend'])
    return answer
  },
  'volumes-03': async ({ make, post }) => {
    await make('POST', '/v2/volumes', covers)
    return post('/v2/volumes', covers)
  },
  'volumes-04': refuseMore,
  'volumes-05': async (probe) => {
    const answer = await refuseMore(probe)
    probe.matches('message', answer.body.message, /capacity limit exceeded/)
    return answer
  },
  'volumes-06': ({ post }) => post('/v2/volumes', { ...covers, region: 'sfo1' }),
  'volumes-07': async (probe) => {
    const one = fast(probe)
    const { droplet, volume, actions } = await makeBoth(one)
    await one.make('POST', actions, { type: 'attach', droplet_id: droplet.id })
    return one.delete(`/v2/volumes/${volume.id}`)
  },
  'volumes-08': async (probe) => {
    const one = fast(probe)
    const { droplet, actions } = await makeBoth(one)
    await one.make('POST', actions, { type: 'attach', droplet_id: droplet.id })
    return one.post(actions, { type: 'attach', droplet_id: droplet.id })
  },
  'volumes-09': async (probe) => {
    const one = fast(probe)
    const { actions } = await makeBoth(one)
    const far = await one.make('POST', '/v2/droplets', { ...server, region: 'sfo3' })
    return one.post(actions, { type: 'detach', droplet_id: far.droplet.id })
  },
  'volumes-10': async (probe) => {
    const one = fast(probe)
    const { actions } = await makeBoth(one)
    return one.post(actions, { type: 'detach' })
  },
  'volumes-11': async (probe) => {
    const one = fast(probe)
    const { droplet, actions } = await makeBoth(one)
    for (let n = 0; n < 15; n += 1) {
      const { volume } = await one.make('POST', '/v2/volumes', { ...covers, name: `covers-${n}` })
      await one.make('POST', actionsOf(volume), { type: 'attach', droplet_id: droplet.id })
    }
    return one.post(actions, { type: 'attach', droplet_id: droplet.id })
  },
  'volumes-12': after(makeBoth, ({ droplet, actions }, probe) => probe.post(actions, { type: 'attach', droplet_id: droplet.id })),
  'volumes-13': after(makeBoth, ({ actions }, probe) => probe.post(actions, { type: 'attach', droplet_id: 1 })),
  'volumes-15': after(makeSnapshot, ({ id }, probe) =>
    probe.seen(
      probe.post('/v2/volumes', { ...covers, name: 'copy', size_gigabytes: 250, snapshot_id: id }),
      'size_gigabytes',
      ({ body }) => body.volume.size_gigabytes,
      100,
    ),
  ),
  'volumes-16': after(makeSnapshot, ({ id }, probe) =>
    probe.seen(
      probe.post('/v2/volumes', { name: 'copy', region: 'nyc3', snapshot_id: id }),
      'size_gigabytes',
      ({ body }) => body.volume.size_gigabytes,
      100,
    ),
  ),
  'volumes-17': after(makeSnapshot, ({ resource_id: id }, probe) =>
    probe.post(`/v2/volumes/${id}/snapshots`, { name: 'covers-before-sale' }),
  ),
  'volumes-18': async ({ make, get, matches }) => {
    await make('POST', '/v2/volumes', covers)
    const answer = await get('/v2/volumes')
    matches('id', answer.body.volumes[0].id, /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    return answer
  },
  'volumes-19': (probe) => probe.seen(probe.get('/v2/volumes/covers-data'), 'status', ({ status }) => status, 404),
}
