import { after, type Cases, type Json, type Probe } from '../probe.ts'

const name = 'tidewater.example'
const records = `/v2/domains/${name}/records`
const alias = { type: 'CNAME', name: 'www', data: 'shop.elsewhere.example.' }
const noDot = 'Data needs to end with a dot (.)'

const makeDomain = ({ make }: Probe) => make('POST', '/v2/domains', { name })

/** The answer to a record in a new domain. */
async function add(probe: Probe, record: object) {
  await makeDomain(probe)
  return probe.post(records, record)
}

/** The path of a record in a new domain. */
async function makeRecord(probe: Probe, record: object): Promise<string> {
  const { body } = await add(probe, record)
  return `${records}/${body.domain_record.id}`
}

export const domains: Cases = {
  'domains-01': after(makeDomain, (_made, probe) => probe.post('/v2/domains', { name })),
  'domains-02': ({ post, seen }) =>
    seen(post('/v2/domains', { name }), 'the domain', ({ body }) => body.domain, { name, ttl: 1800, zone_file: '' }),
  'domains-03': ({ post }) => post('/v2/domains', { name, ip_address: '' }),
  'domains-04': async (probe) => {
    await makeDomain(probe)
    await probe.make('POST', records, { type: 'A', name: 'www', data: '203.0.113.10', ttl: 600 })
    const answer = await probe.get(`/v2/domains/${name}`)
    const [origin, ttl, soa, ...others] = answer.body.domain.zone_file.trim().split('\n')
    probe.holds('the head', [origin, ttl], [`$ORIGIN ${name}.`, '$TTL 1800'])
    probe.matches('the SOA', soa, /^tidewater\.example\. IN SOA ns1\.\S+ hostmaster\.tidewater\.example\. \d{10} 10800 3600 604800 1800$/)
    probe.holds('the last record', others.at(-1), 'www.tidewater.example. 600 IN A 203.0.113.10')
    return answer
  },
  'domains-05': async (probe) => {
    await makeDomain(probe)
    const answer = await probe.get(records)
    const [soa, ...others] = answer.body.domain_records
    probe.holds('the SOA', [soa.type, soa.name, soa.data, soa.ttl], ['SOA', '@', '1800', 1800])
    const seen = others.map((record: Json, index: number) => [record.type, record.ttl, record.id - soa.id - index])
    const ns = ['NS', 1800, 1]
    probe.holds('the others', seen, [ns, ns, ns])
    return answer
  },
  'domains-06': async (probe) => {
    await add(probe, { type: 'TXT', name: 'note', data: 'x' })
    const answer = await probe.get(records)
    const { id, ...record } = answer.body.domain_records.at(-1)
    const unused = { priority: null, port: null, weight: null, flags: null, tag: null }
    probe.holds('the record', record, { type: 'TXT', name: 'note', data: 'x', ttl: 1800, ...unused })
    probe.matches('its id', id, /^\d+$/)
    return answer
  },
  'domains-07': async (probe) => {
    await add(probe, alias)
    return probe.seen(probe.get(records), 'the data', ({ body }) => body.domain_records.at(-1).data, 'shop.elsewhere.example')
  },
  'domains-08': async (probe) => {
    await makeDomain(probe)
    for (const more of [{ type: 'MX', priority: 10 }, { type: 'NS' }, { type: 'SRV', priority: 1, port: 1, weight: 1 }]) {
      const { body } = await probe.post(records, { ...alias, data: 'shop.elsewhere.example', ...more })
      probe.holds(`what is said of ${more.type}`, body.message, noDot)
    }
    return probe.post(records, { ...alias, data: 'shop.elsewhere.example' })
  },
  'domains-09': async (probe) => {
    const path = await makeRecord(probe, alias)
    const { body } = await probe.get(path)
    return probe.put(path, body.domain_record)
  },
  'domains-10': async (probe) => probe.put(await makeRecord(probe, alias), { type: 'CNAME', ttl: 60 }),
  'domains-11': (probe) => add(probe, { type: 'CAA', name: '@', data: 'ca.example', flags: 0, tag: 'issue' }),
  'domains-12': async (probe) => {
    await makeRecord(probe, { type: 'A', name: 'www', data: '203.0.113.10' })
    return probe.post(records, alias)
  },
  'domains-13': async (probe) => {
    const mail = await add(probe, { type: 'MX', name: '@', data: '@', priority: 10 })
    probe.holds('the data of the MX', [mail.status, mail.body.domain_record.data], [201, '@'])
    return probe.seen(probe.post(records, { ...alias, data: '@' }), 'the data of the CNAME', ({ body }) => body.domain_record.data, '@')
  },
  'domains-14': async (probe) => {
    const bare = { type: 'NS', data: 'ns1.elsewhere.example.', priority: null, port: null, weight: null }
    const absent = await add(probe, bare)
    probe.holds('the name when it was absent', absent.body.domain_record.name, '@')
    return probe.seen(probe.post(records, { ...bare, name: null }), 'the name when it was null', ({ body }) => body.domain_record.name, '@')
  },
  'domains-15': async (probe) => {
    await add(probe, { type: 'TXT', name: 'note', data: 'one', ttl: 1800 })
    const answer = await probe.post(records, { type: 'TXT', name: 'note', data: 'two', ttl: 300 })
    const { body } = await probe.get(`${records}?type=TXT`)
    const ttls = body.domain_records.map(({ ttl }: Json) => ttl)
    probe.holds('the ttls', ttls, [300, 300])
    return answer
  },
  'domains-16': async (probe) => {
    const answer = await probe.delete(await makeRecord(probe, alias))
    probe.holds('the body', answer.text, '')
    return answer
  },
  'domains-17': async (probe) => {
    await makeDomain(probe)
    for (let n = 0; n < 20; n += 1) await probe.make('POST', records, { type: 'A', name: `web-${n}`, data: '203.0.113.10' })
    return probe.seen(
      probe.get(`${records}?page=2`),
      'what is on the second page, and all there is',
      ({ body }) => [body.domain_records.length, body.meta.total],
      [4, 24],
    )
  },
}
