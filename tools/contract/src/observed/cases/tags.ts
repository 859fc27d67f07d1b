import { after, type Cases, type Probe } from '../probe.ts'

const sale = { name: 'sale' }
const tagged = (resource_type: string, resource_id: string) => ({ resources: [{ resource_id, resource_type }] })

const makeTag = ({ make }: Probe) => make('POST', '/v2/tags', sale)

export const tags: Cases = {
  'tags-01': (probe) => probe.seen(probe.post('/v2/tags', { name: 'spring sale' }), 'id', ({ body }) => body.id, 'bad_request'),
  'tags-02': async (probe) => {
    await makeTag(probe)
    probe.holds('status by its own name', (await probe.get('/v2/tags/sale')).status, 200)
    return probe.get('/v2/tags/Sale')
  },
  'tags-03': async (probe) => {
    await makeTag(probe)
    const answer = await probe.post('/v2/tags/sale/resources', tagged('droplet', '1'))
    const { tag } = (await probe.get('/v2/tags/sale')).body
    probe.holds('counts', [tag.resources.count, tag.resources.droplets.count], [1, 1])
    return answer
  },
  'tags-04': ({ post }) => post('/v2/tags/sale/resources', tagged('droplet', '1')),
  'tags-05': async (probe) => {
    await makeTag(probe)
    const answer = await probe.post('/v2/tags/sale/resources', tagged('firewall', 'bb4b2611-3d72-467b-8602-280330ecd65c'))
    probe.holds('count', (await probe.get('/v2/tags/sale')).body.tag.resources.count, 0)
    return answer
  },
  'tags-06': after(makeTag, (_made, probe) => probe.post('/v2/tags/sale/resources', tagged('domain', 'tidewater.example'))),
  'tags-07': async (probe) => {
    await probe.make('POST', '/v2/tags', { name: 'env:prod' })
    return probe.seen(probe.get('/v2/tags/env:prod'), 'name', ({ body }) => body.tag.name, 'env:prod')
  },
  'tags-08': async (probe) => {
    await makeTag(probe)
    const answer = await probe.get('/v2/tags/sale')
    const keys = ['count', 'databases', 'droplets', 'images', 'volume_snapshots', 'volumes']
    probe.holds('keys', Object.keys(answer.body.tag.resources).toSorted(), keys)
    return answer
  },
  'tags-09': after(makeTag, (_made, probe) => probe.seen(probe.post('/v2/tags', sale), 'name', ({ body }) => body.tag.name, 'sale')),
}
