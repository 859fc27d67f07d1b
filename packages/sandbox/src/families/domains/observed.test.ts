import { expect } from 'vitest'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const name = 'tidewater.example'
const records = `/v2/domains/${name}/records`
const alias = { type: 'CNAME', name: 'www', data: 'shop.elsewhere.example.' }
const note = { type: 'TXT', name: 'note', data: 'x' }
const web = { type: 'A', name: 'www', data: '203.0.113.10' }

const createDomain = ({ create }: ObservedSandbox) => create('/v2/domains', { name })

/** Creates a record in a new domain. */
async function add(sandbox: ObservedSandbox, record: object) {
  await createDomain(sandbox)
  return sandbox.post(records, record)
}

/** Creates a record in a new domain and returns its path. */
const createRecord = async (sandbox: ObservedSandbox, record: object) => `${records}/${(await add(sandbox, record)).body.domain_record.id}`

testObserved({
  'domains-18': (sandbox) => shows(add(sandbox, { ...web, name: '*.' }), { domain_record: { name: '*' } }),
  'domains-01': async (sandbox) => {
    await createDomain(sandbox)
    return sandbox.post('/v2/domains', { name })
  },
  'domains-02': ({ post }) => shows(post('/v2/domains', { name }), { domain: { name, ttl: 1800, zone_file: '' } }),
  'domains-03': ({ post }) => post('/v2/domains', { name, ip_address: '' }),
  'domains-04': async (sandbox) => {
    await add(sandbox, { ...web, ttl: 600 })
    const response = await sandbox.get(`/v2/domains/${name}`)
    const [origin, ttl, soa, ...others] = response.body.domain.zone_file.trim().split('\n')
    expect([origin, ttl, others.at(-1)]).toEqual([`$ORIGIN ${name}.`, '$TTL 1800', `www.${name}. 600 IN A 203.0.113.10`])
    expect(soa).toMatch(/^tidewater\.example\. IN SOA ns1\.\S+ hostmaster\.tidewater\.example\. \d{10} 10800 3600 604800 1800$/)
    return response
  },
  'domains-05': async (sandbox) => {
    await createDomain(sandbox)
    const response = await sandbox.get(records)
    const [soa, ...others] = response.body.domain_records
    expect(soa).toMatchObject({ type: 'SOA', name: '@', data: '1800', ttl: 1800 })
    expect(others).toMatchObject([1, 2, 3].map((n) => ({ type: 'NS', ttl: 1800, id: soa.id + n })))
    return response
  },
  'domains-06': async (sandbox) => {
    await add(sandbox, note)
    const response = await sandbox.get(records)
    const unused = { priority: null, port: null, weight: null, flags: null, tag: null }
    expect(response.body.domain_records.at(-1)).toEqual({ ...note, ttl: 1800, ...unused, id: expect.any(Number) })
    return response
  },
  'domains-07': async (sandbox) => {
    await add(sandbox, alias)
    const response = await sandbox.get(records)
    expect(response.body.domain_records.at(-1).data).toBe('shop.elsewhere.example')
    return response
  },
  'domains-08': async (sandbox) => {
    await createDomain(sandbox)
    for (const more of [{ type: 'MX', priority: 10 }, { type: 'NS' }, { type: 'SRV', priority: 1, port: 1, weight: 1 }])
      await shows(sandbox.post(records, { ...alias, data: 'shop.elsewhere.example', ...more }), {
        message: 'Data needs to end with a dot (.)',
      })
    return sandbox.post(records, { ...alias, data: 'shop.elsewhere.example' })
  },
  'domains-09': async (sandbox) => {
    const path = await createRecord(sandbox, alias)
    return sandbox.put(path, await sandbox.read(path))
  },
  'domains-10': async (sandbox) => sandbox.put(await createRecord(sandbox, alias), { type: 'CNAME', ttl: 60 }),
  'domains-11': (sandbox) => add(sandbox, { type: 'CAA', name: '@', data: 'ca.example', flags: 0, tag: 'issue' }),
  'domains-12': async (sandbox) => {
    await add(sandbox, web)
    return sandbox.post(records, alias)
  },
  'domains-13': async (sandbox) => {
    const mail = await shows(add(sandbox, { type: 'MX', name: '@', data: '@', priority: 10 }), { domain_record: { data: '@' } })
    expect(mail.status).toBe(201)
    return shows(sandbox.post(records, { ...alias, data: '@' }), { domain_record: { data: '@' } })
  },
  'domains-14': async (sandbox) => {
    const bare = { type: 'NS', data: 'ns1.elsewhere.example.', priority: null, port: null, weight: null }
    await shows(add(sandbox, bare), { domain_record: { name: '@' } })
    return shows(sandbox.post(records, { ...bare, name: null }), { domain_record: { name: '@' } })
  },
  'domains-15': async (sandbox) => {
    await add(sandbox, { ...note, ttl: 1800 })
    const response = await sandbox.post(records, { ...note, data: 'two', ttl: 300 })
    expect(await sandbox.read(`${records}?type=TXT`)).toMatchObject([{ ttl: 300 }, { ttl: 300 }])
    return response
  },
  'domains-16': async (sandbox) => {
    const response = await sandbox.delete(await createRecord(sandbox, alias))
    expect(response.body).toBeUndefined()
    return response
  },
  'domains-17': async (sandbox) => {
    await createDomain(sandbox)
    for (let n = 0; n < 20; n += 1) await sandbox.create(records, { ...web, name: `web-${n}` })
    const response = await shows(sandbox.get(`${records}?page=2`), { meta: { total: 24 } })
    expect(response.body.domain_records).toHaveLength(4)
    return response
  },
  'clients-16': async (sandbox) => {
    const zeros = { priority: 0, port: 0, weight: 0, flags: 0 }
    const response = await add(sandbox, { ...note, name: `_acme-challenge.WWW.${name}.`, ...zeros })
    expect(response.body.domain_record.name.toLowerCase()).toBe('_acme-challenge.www')
    const found: Json[] = await sandbox.read(`${records}?name=_acme-challenge.www.${name}`)
    expect(found).toHaveLength(1)
    return response
  },
})
