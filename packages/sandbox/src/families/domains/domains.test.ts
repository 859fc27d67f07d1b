import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

const base = '/v2/domains/tidewater.example/records'

async function createDomain(sandbox: TestSandbox) {
  await sandbox.post('/v2/domains', { name: 'tidewater.example' })
}

const add = async (sandbox: TestSandbox, record: BodyAt<'post', typeof base>) => (await sandbox.post(base, record)).body.domain_record

describe('domains', () => {
  it('start with SOA and NS records, and an A record on request', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/domains', { name: 'Tidewater.example', ip_address: '203.0.113.25' })
    expect(created).toMatchObject({ status: 201, body: { domain: { name: 'tidewater.example', ttl: 1800, zone_file: '' } } })
    const { domain_records: records } = (await sandbox.get(base)).body
    expect(records.map(({ type }) => type).toSorted()).toEqual(['A', 'NS', 'NS', 'NS', 'SOA'])
    const { domain } = (await sandbox.get('/v2/domains/Tidewater.Example')).body
    expect(domain.zone_file).toContain('tidewater.example. 1800 IN A 203.0.113.25')
    expect(domain.zone_file).toMatch(/IN SOA ns1\.\S+ hostmaster\.tidewater\.example\. \d{10} 10800 3600 604800 1800/)
    expect((await sandbox.get('/v2/domains')).body.domains).toEqual([domain])
    expect(await sandbox.post('/v2/domains', { name: 'tidewater.example' })).toMatchObject({
      status: 422,
      body: { message: 'Name has already been taken' },
    })
    expect((await sandbox.post('/v2/domains', { name: 'other.example', ip_address: '300.1.1.1' })).body.message).toContain('ip_address')
  })

  it('are deleted with their records and their place in a project', async ({ sandbox }) => {
    await createDomain(sandbox)
    const mx = await add(sandbox, { type: 'MX', data: 'mail.tidewater.example.', priority: 10 })
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop' })).body
    await sandbox.post(`/v2/projects/${project.id}/resources`, { resources: ['do:domain:tidewater.example'] })
    expect((await sandbox.delete('/v2/domains/tidewater.example')).status).toBe(204)
    expect((await sandbox.delete('/v2/domains/tidewater.example')).status).toBe(404)
    expect((await sandbox.get(`${base}/${mx.id}`)).status).toBe(404)
    await createDomain(sandbox)
    expect((await sandbox.get(`${base}/${mx.id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/projects/${project.id}/resources`)).body.resources).toEqual([])
  })
})

describe('domain records', () => {
  it('[records-soa-ttl-only] ignores every field but ttl when a SOA record is updated', async ({ sandbox }) => {
    await createDomain(sandbox)
    const [soa] = (await sandbox.get(`${base}?type=SOA`)).body.domain_records
    const path = `${base}/${soa.id}` as const
    // The official client sends zeros for fields that a SOA record does not have.
    const sent = { type: 'SOA', ttl: 300, priority: 0, port: 0, weight: 0, flags: 0 } as const
    expect((await sandbox.patch(path, sent)).body.domain_record).toEqual({ ...soa, ttl: 300, data: '300' })
    expect((await sandbox.put(path, { ttl: 600, name: '@' })).body.domain_record).toMatchObject({ ttl: 600, priority: null })
    for (const wrong of [{ name: 'www' }, { data: 'x' }])
      expect(await sandbox.patch(path, wrong)).toMatchObject({ status: 422, body: { message: expect.stringContaining('SOA') } })
    expect((await sandbox.get(path)).body.domain_record).toMatchObject({ name: '@', data: '600' })
    expect((await sandbox.get('/v2/domains/tidewater.example')).body.domain.ttl).toBe(600)
    expect((await sandbox.post(base, { type: 'SOA' })).status).toBe(409)
  })

  it('[records-soa-not-deletable] returns 422 when the SOA record is deleted', async ({ sandbox }) => {
    await createDomain(sandbox)
    const [soa] = (await sandbox.get(`${base}?type=SOA`)).body.domain_records
    expect((await sandbox.delete(`${base}/${soa.id}`)).status).toBe(422)
    expect((await sandbox.get(`${base}/${soa.id}`)).status).toBe(200)
  })

  const spellings = [
    { input: { type: 'A', name: 'www', data: '203.0.113.25' }, expected: { name: 'www', data: '203.0.113.25' } },
    {
      input: { type: 'TXT', name: '_acme-challenge.www.tidewater.example.', data: 'x' },
      expected: { name: '_acme-challenge.www', data: 'x' },
    },
    { input: { type: 'A', name: 'Tidewater.example', data: '203.0.113.25' }, expected: { name: '@' } },
    { input: { type: 'CNAME', name: 'www', data: '@' }, expected: { data: '@' } },
    { input: { type: 'CNAME', name: 'www', data: 'tidewater.example.' }, expected: { data: '@' } },
    { input: { type: 'CNAME', name: 'shop', data: 'www.tidewater.example.' }, expected: { data: 'www.tidewater.example' } },
    {
      input: { type: 'MX', data: 'mail.elsewhere.example.', priority: 10 },
      expected: { data: 'mail.elsewhere.example', priority: 10, port: null },
    },
    {
      input: { type: 'CAA', data: 'mailto:maya@tidewater.example', flags: 0, tag: 'iodef' },
      expected: { data: 'mailto:maya@tidewater.example' },
    },
    { input: { type: 'CAA', data: 'ca.example.', flags: 0, tag: 'issue' }, expected: { data: 'ca.example', flags: 0, tag: 'issue' } },
  ] as const
  it.for(spellings)('are returned in one form: $input', async ({ input, expected }, { sandbox }) => {
    await createDomain(sandbox)
    const record = await add(sandbox, input)
    expect(record).toMatchObject({ ttl: 1800, ...expected })
    expect((await sandbox.get(`${base}/${record.id}`)).body.domain_record).toEqual(record)
  })

  it('are formatted in the zone file as name servers read them', async ({ sandbox }) => {
    await createDomain(sandbox)
    await add(sandbox, { type: 'CNAME', name: 'www', data: '@', ttl: 3600 })
    await add(sandbox, { type: 'SRV', name: '_imaps._tcp', data: 'mail.tidewater.example.', priority: 10, weight: 5, port: 993 })
    await add(sandbox, { type: 'TXT', name: '@', data: 'a'.repeat(300) })
    const { zone_file: zone } = (await sandbox.get('/v2/domains/tidewater.example')).body.domain
    expect(zone).toContain('www.tidewater.example. 3600 IN CNAME tidewater.example.\n')
    expect(zone).toContain('_imaps._tcp.tidewater.example. 1800 IN SRV 10 5 993 mail.tidewater.example.\n')
    expect(zone).toContain(`IN TXT "${'a'.repeat(255)}" "${'a'.repeat(45)}"\n`)
  })

  it('are filtered by full name and type', async ({ sandbox }) => {
    await createDomain(sandbox)
    await add(sandbox, { type: 'A', name: 'www', data: '203.0.113.25' })
    await add(sandbox, { type: 'AAAA', name: 'www', data: '2001:db8::25' })
    const count = async (query: string) => (await sandbox.get(`${base}?${query}`)).body.meta.total
    expect(await count('name=www.tidewater.example')).toBe(2)
    expect(await count('name=WWW.tidewater.example&type=AAAA')).toBe(1)
    expect(await count('name=tidewater.example')).toBe(4)
    expect(await count('name=mail.tidewater.example')).toBe(0)
    expect((await sandbox.get('/v2/domains/other.example/records')).status).toBe(404)
  })

  it('keep fields that an update leaves out, and reject fields that their type does not have', async ({ sandbox }) => {
    await createDomain(sandbox)
    const mx = await add(sandbox, { type: 'MX', data: 'mail.tidewater.example.', priority: 10 })
    const a = await add(sandbox, { type: 'A', name: 'www', data: '203.0.113.25' })
    expect((await sandbox.patch(`${base}/${mx.id}`, { priority: 20 })).body.domain_record).toEqual({ ...mx, priority: 20 })
    const moved = await sandbox.put(`${base}/${mx.id}`, { priority: 30, data: 'mail.tidewater.example.' })
    expect(moved.body.domain_record).toEqual({ ...mx, priority: 30 })
    expect((await sandbox.patch(`${base}/${a.id}`, { ttl: 60, port: 0, tag: '', name: null })).body.domain_record).toEqual({
      ...a,
      ttl: 60,
    })
    const other = await sandbox.patch(`${base}/${mx.id}`, { type: 'A', data: '203.0.113.1' })
    expect(other).toMatchObject({ status: 422, body: { message: 'type: this record is of type MX, not A' } })
    expect((await sandbox.put(`${base}/${a.id}`, { data: 'not-an-address' })).body.message).toContain('data')
    expect((await sandbox.delete(`${base}/${a.id}`)).status).toBe(204)
    expect((await sandbox.delete(`${base}/${a.id}`)).status).toBe(404)
  })

  const dotless = [
    { type: 'CNAME', name: 'www', data: 'www.elsewhere.example' },
    { type: 'MX', data: 'mail', priority: 10 },
    { type: 'NS', data: 'ns1.elsewhere.example' },
    { type: 'SRV', data: 'mail.tidewater.example', priority: 1, port: 1, weight: 1 },
    { type: 'CAA', data: 'ca.example', flags: 0, tag: 'issue' },
    { type: 'CAA', data: '@', flags: 0, tag: 'issue' },
  ] as const
  it.for(dotless)('require a trailing dot for a host: $type', async (input, { sandbox }) => {
    await createDomain(sandbox)
    const refused = { status: 422, body: { message: 'Data needs to end with a dot (.)' } } as const
    expect(await sandbox.post(base, input)).toMatchObject(refused)
    const record = await add(sandbox, { ...input, data: `${input.data.replace('@', 'ca')}.` })
    for (const change of [{ data: record.data }, { ttl: 60 }])
      expect(await sandbox.put(`${base}/${record.id}`, change)).toMatchObject(refused)
    expect(await sandbox.patch(`${base}/${record.id}`, { data: record.data })).toMatchObject(refused)
    expect((await sandbox.patch(`${base}/${record.id}`, { ttl: 60 })).body.domain_record).toEqual({ ...record, ttl: 60 })
  })

  it('share one ttl between all TXT records of a name', async ({ sandbox }) => {
    await createDomain(sandbox)
    await add(sandbox, { type: 'TXT', data: 'one', ttl: 1800 })
    const two = await add(sandbox, { type: 'TXT', data: 'two', ttl: 300 })
    await add(sandbox, { type: 'TXT', name: 'www', data: 'three', ttl: 600 })
    const ttls = async () => (await sandbox.get(`${base}?type=TXT`)).body.domain_records.map(({ ttl }) => ttl)
    expect(await ttls()).toEqual([300, 300, 600])
    await sandbox.put(`${base}/${two.id}`, { ttl: 60 })
    expect(await ttls()).toEqual([60, 60, 600])
  })

  const besides = [
    { first: { type: 'A', name: 'www', data: '203.0.113.25' }, second: { type: 'CNAME', name: 'WWW', data: '@' } },
    { first: { type: 'CNAME', name: 'www', data: '@' }, second: { type: 'TXT', name: 'www', data: 'x' } },
    { first: { type: 'CNAME', name: 'www', data: '@' }, second: { type: 'CNAME', name: 'www', data: 'shop.tidewater.example.' } },
    { first: { type: 'A', name: 'www', data: '203.0.113.25' }, second: { type: 'CNAME', data: 'www.tidewater.example.' } },
  ] as const
  it.for(besides)('cannot share a name with a CNAME: $second', async ({ first, second }, { sandbox }) => {
    await createDomain(sandbox)
    await add(sandbox, first)
    const before = (await sandbox.get(base)).body.meta.total
    expect(await sandbox.post(base, second)).toMatchObject({
      status: 422,
      body: { message: 'CNAME records cannot share a name with other records' },
    })
    expect((await sandbox.get(base)).body.meta.total).toBe(before)
  })

  it('cannot be renamed to the name of a CNAME; a CNAME may keep its own name', async ({ sandbox }) => {
    await createDomain(sandbox)
    const alias = await add(sandbox, { type: 'CNAME', name: 'www', data: '@' })
    const a = await add(sandbox, { type: 'A', name: 'shop', data: '203.0.113.25' })
    expect((await sandbox.patch(`${base}/${a.id}`, { type: 'A', name: 'www' })).status).toBe(422)
    expect((await sandbox.patch(`${base}/${alias.id}`, { type: 'CNAME', name: 'shop' })).status).toBe(422)
    expect((await sandbox.patch(`${base}/${alias.id}`, { type: 'CNAME', name: 'WWW', ttl: 60 })).status).toBe(200)
  })
})
