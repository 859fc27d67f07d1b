import { actOn, makeDroplet, startDroplet, webServer } from '../make-droplet.ts'
import { after, type Answer, type Case, type Cases, type Json, type Probe } from '../probe.ts'

const unknown = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

/** Is refused, or not, with this beside what every droplet needs. */
const createsWith =
  (more: object): Case =>
  ({ post }) =>
    post('/v2/droplets', { ...webServer, ...more })

/** Reads an active droplet, and looks at it. */
const reads =
  (look: (droplet: Json, probe: Probe) => void | Promise<void>, more: object = {}): Case =>
  async (probe) => {
    const { id } = await makeDroplet(probe, more)
    const answer = await probe.get(`/v2/droplets/${id}`)
    await look(answer.body.droplet, probe)
    return answer
  }

/** Looks at the reply to its creation. */
const answersCreation =
  (look: (body: Json, probe: Probe) => void | Promise<void>): Case =>
  async (probe): Promise<Answer> => {
    const answer = await probe.post('/v2/droplets', webServer)
    await look(answer.body, probe)
    return answer
  }

export const droplets: Cases = {
  'droplets-01': createsWith({ image: 'ubuntu-3-04-x64' }),
  'droplets-02': createsWith({ size: 'gpu-h100x1-80gb', image: 'gpu-h100x1-base' }),
  'droplets-03': createsWith({ region: 'sfo1' }),
  'droplets-04': createsWith({ ssh_keys: [512189] }),
  'droplets-05': async (probe) => {
    const answer = await createsWith({ ssh_keys: [{ id: 512189 }] })(probe)
    probe.matches('the message', answer.body.message, /512189/)
    return answer
  },
  'droplets-06': createsWith({ name: 'web_01' }),
  'droplets-07': async ({ make, post }) => {
    const { name: _, ...alike } = webServer
    for (const many of [10, 10, 5])
      await make('POST', '/v2/droplets', { ...alike, names: Array.from({ length: many }, (_each, n) => `web-${n}`) })
    return post('/v2/droplets', webServer)
  },
  'droplets-08': createsWith({ volumes: [unknown] }),
  'droplets-09': createsWith({ vpc_uuid: unknown }),
  'droplets-10': createsWith({ size: 's-1vcpu-512mb-10gb', image: 'docker-24-04' }),
  'droplets-11': async ({ post, make, holds }) => {
    const { name: _, ...alike } = webServer
    const names = Array.from({ length: 11 }, (_each, n) => `web-${n}`)
    const made = await make('POST', '/v2/droplets', { ...alike, names: names.slice(0, 10) })
    holds('ten at once', made.droplets.length, 10)
    return post('/v2/droplets', { ...alike, names })
  },
  'droplets-13': (probe) =>
    probe.seen(createsWith({ tags: ['storefront', 'a shop'] })(probe), 'its tags', ({ body }) => body.droplet.tags, []),
  'droplets-14': async (probe) => {
    const answer = await createsWith({ tags: ['storefront'] })(probe)
    probe.holds('the tag', (await probe.make('GET', '/v2/tags/storefront')).tag.resources.droplets.count, 1)
    return answer
  },
  'droplets-16': answersCreation(async ({ droplet }, { make, holds, matches }) => {
    holds('vpc_uuid in the reply', 'vpc_uuid' in droplet, false)
    const read = (await make('GET', `/v2/droplets/${droplet.id}`)).droplet
    holds('the status', read.status, 'new')
    matches('vpc_uuid when it is read', read.vpc_uuid, /^[0-9a-f-]{36}$/)
  }),
  'droplets-17': answersCreation(async ({ droplet }, { make, pass, holds }) => {
    holds('features in the reply', droplet.features, ['droplet_agent'])
    await pass(60)
    const { features } = (await make('GET', `/v2/droplets/${droplet.id}`)).droplet
    holds('features of the active droplet', features.toSorted(), ['droplet_agent', 'private_networking'])
  }),
  'droplets-18': answersCreation(({ droplet }, { holds }) => holds('networks', droplet.networks, { v4: [], v6: [] })),
  'droplets-19': answersCreation(({ links }, { holds }) => {
    const [{ id }] = links.actions
    holds('the link', links.actions, [{ id, rel: 'create', href: `/v2/actions/${id}` }])
  }),
  'droplets-20': reads((droplet, { holds }) => holds('networking_throughput', droplet.size.networking_throughput, 2000)),
  'droplets-21': reads(async ({ vpc_uuid, networks }, { make, holds }) => {
    const { ip_range } = (await make('GET', `/v2/vpcs/${vpc_uuid}`)).vpc
    const { gateway } = networks.v4.find(({ type }: Json) => type === 'private')
    holds('the gateway', gateway, ip_range.replace(/0\/\d+$/, '1'))
  }),
  'droplets-22': reads(({ networks }, { holds }) =>
    holds(
      'the types in their order',
      networks.v4.map(({ type }: Json) => type),
      ['public', 'private'],
    ),
  ),
  'droplets-23': reads(({ image }, { holds }) => holds('the type', image.type, 'application'), { image: 'docker-24-04' }),
  'droplets-24': async (probe) => {
    const { id } = await makeDroplet(probe)
    await actOn(probe, id, { type: 'snapshot', name: 'web-01-before-sale' })
    const [image] = (await probe.make('GET', '/v2/images?private=true')).images
    return reads((droplet) => probe.holds('the slug', droplet.image.slug, null), { image: image.id })(probe)
  },
  'droplets-25': reads(({ kernel }, { holds }) => holds('kernel', kernel, null)),
  'droplets-26': async (probe) => {
    const { next_backup_window: none } = await makeDroplet(probe, { name: 'web-02' })
    probe.holds('the window without backups', none, null)
    const { id } = await makeDroplet(probe, { backups: true, backup_policy: { plan: 'daily', hour: 4 } })
    await probe.pass(3 * 86_400)
    const answer = await probe.get(`/v2/droplets/${id}`)
    const { next_backup_window: window, backup_ids } = answer.body.droplet
    probe.matches('its start', window.start, /T04:00:00Z$/)
    probe.matches('its end', window.end, /T08:00:00Z$/)
    probe.holds('there are several backups', backup_ids.length > 1, true)
    const newestFirst = backup_ids.toSorted((a: number, b: number) => b - a)
    probe.holds('the backups', backup_ids, newestFirst)
    return answer
  },
  'droplets-27': reads(({ region }, { holds }) =>
    holds('the features', region.features, ['backups', 'ipv6', 'metadata', 'install_agent', 'storage', 'image_transfer']),
  ),
  'droplets-28': reads(({ image }, { holds }) => {
    const [first, ...others] = image.regions
    holds('the first', first, 'nyc3')
    holds('the others', others, others.toSorted())
    for (const slug of ['ric1', 'mem1', 'mkc1']) holds(slug, others.includes(slug), true)
  }),
  'droplets-29': reads(async ({ id, image }, { make, matches, holds }) => {
    for (const each of [id, image.id]) matches('nine digits', each, /^\d{9}$/)
    const [action] = (await make('GET', '/v2/actions')).actions
    holds('31 bits are not enough', action.id > 2 ** 31 - 1, true)
  }),
  'droplets-30': after(startDroplet, ({ id }, probe) => probe.delete(`/v2/droplets/${id}`)),
  'droplets-31': async ({ open }) => {
    const { make, get, pass, holds } = open({ lag: 'real', actionSeconds: 0 })
    const { droplet } = await make('POST', '/v2/droplets', webServer)
    await make('DELETE', `/v2/droplets/${droplet.id}`)
    const still = await get(`/v2/droplets/${droplet.id}`)
    await pass(12)
    holds('status after 12 s', (await get(`/v2/droplets/${droplet.id}`)).status, 404)
    return still
  },
  'droplets-32': ({ get }) => get('/v2/droplets/412800101'),
  'droplets-33': async (probe) => {
    await probe.make('POST', '/_sandbox/faults', { operation: 'droplets_create', action: 'errored' })
    const { id, status } = await startDroplet(probe)
    probe.holds('the status at first', status, 'new')
    await probe.pass(60)
    return probe.get(`/v2/droplets/${id}`)
  },
  'droplets-34': async (probe) => {
    const { id } = await makeDroplet(probe)
    const answer = await probe.get('/v2/droplets/backups/policies?page=1')
    probe.holds('the droplet of the policy', answer.body.policies[id].droplet_id, id)
    probe.holds('how often the name is there', answer.text.split('"policies":').length - 1, 1)
    return answer
  },
}
