import { whileActing } from '../make-droplet.ts'
import type { Cases, Json, Probe } from '../probe.ts'

const base = { name: 'tidewater-base', region: 'nyc3', url: 'https://downloads.tidewater.example/tidewater-base.raw.bz2' }

const importImage = async ({ make, pass }: Probe, more: object = {}): Promise<Json> => {
  const { id } = (await make('POST', '/v2/images', { ...base, ...more })).image
  await pass(whileActing)
  return (await make('GET', `/v2/images/${id}`)).image
}

export const images: Cases = {
  'images-01': ({ post, seen }) =>
    seen(post('/v2/images', { ...base, distribution: 'Talos' }), 'the distribution', ({ body }) => body.image.distribution, 'Unknown OS'),
  'images-02': async (probe) => {
    const { id } = await importImage(probe, { url: 'https://downloads.tidewater.example/covers.zip' })
    const answer = await probe.get(`/v2/images/${id}`)
    probe.holds('the status', answer.body.image.status, 'deleted')
    probe.matches('the reason', answer.body.image.error_message, /\w+ \w+/)
    return answer
  },
  'images-03': async (probe) => {
    const { id } = await importImage(probe, { url: 'https://downloads.tidewater.example/covers.zip' })
    return probe.delete(`/v2/images/${id}`)
  },
  'images-04': async (probe) => {
    const { image } = await probe.make('GET', '/v2/images/ubuntu-24-04-x64')
    const ofPublic = await probe.post(`/v2/images/${image.id}/actions`, { type: 'transfer', region: 'ams3' })
    probe.holds('of a public image', ofPublic.status, 422)
    const { id } = await importImage(probe)
    return probe.post(`/v2/images/${id}/actions`, { type: 'transfer', region: 'nyc3' })
  },
  'images-05': async (probe) => {
    const answer = await probe.post('/v2/images', base)
    const { id } = answer.body.image
    const regions = async () => {
      await probe.pass(whileActing)
      return (await probe.make('GET', `/v2/images/${id}`)).image.regions
    }
    probe.holds('its region', await regions(), ['nyc3'])
    await probe.make('POST', `/v2/images/${id}/actions`, { type: 'transfer', region: 'ams3' })
    probe.holds('its regions', await regions(), ['nyc3', 'ams3'])
    return answer
  },
  'images-06': async (probe) => {
    const answer = await probe.post('/v2/images', { ...base, url: 'https://downloads.tidewater.example/production_image.bin.bz2' })
    await probe.pass(whileActing)
    const { status, slug } = (await probe.get(`/v2/images/${answer.body.image.id}`)).body.image
    probe.holds('the image later', { status, slug }, { status: 'available', slug: null })
    return answer
  },
  'images-07': async ({ make, get, holds }) => {
    const { droplet } = await make('POST', '/v2/droplets', { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'debian-12-x64' })
    const answer = await get('/v2/images/debian-12-x64')
    const { type, created_at: made } = answer.body.image
    holds('its type, here and in a droplet', [type, droplet.image.type], ['base', 'base'])
    holds('whether it is older than the droplet', made < droplet.created_at, true)
    return answer
  },
}
