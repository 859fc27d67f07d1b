import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const domains: Story = {
  title: 'A domain gets records, which move and go, and is deleted with its zone',
  run: async ({ cloud, keeps, lists, refuses }) => {
    const domain = { domain_name: 'tidewater.example' }
    const made = await cloud.domains.create({ body: { name: 'tidewater.example', ip_address: '203.0.113.25' } })
    keeps(() => assert.equal(made.domain.name, 'tidewater.example'))
    await refuses(422, () => cloud.domains.create({ body: { name: 'tidewater.example' } }))
    const { domain_records: first } = await cloud.domains.records.list({ path: domain, query: { per_page: 200 } })
    keeps(() => assert.deepEqual(first.map(({ type }) => type).toSorted(), ['A', 'NS', 'NS', 'NS', 'SOA']))

    const { domain_record: www } = await cloud.domains.records.create({
      path: domain,
      body: { type: 'CNAME', name: 'www', data: '@', ttl: 3600 },
    })
    const path = { ...domain, domain_record_id: www.id }
    const { domain_record: same } = await cloud.domains.records.get({ path })
    keeps(() => assert.deepEqual(same, www))
    const { domain_record: shorter } = await cloud.domains.records.replace({ path, body: { type: 'CNAME', ttl: 300 } })
    keeps(() => assert.deepEqual(shorter, { ...www, ttl: 300 }))
    const { domain_record: back } = await cloud.domains.records.update({ path, body: { type: 'CNAME', ttl: 3600 } })
    keeps(() => assert.deepEqual(back, www))
    const found = await cloud.domains.records.list({ path: domain, query: { name: 'www.tidewater.example', type: 'CNAME' } })
    keeps(() => assert.deepEqual([found.domain_records, found.meta.total], [[www], 1]))
    const { domain: zone } = await cloud.domains.get({ path: domain })
    keeps(() => assert.match(zone.zone_file ?? '', /www\.tidewater\.example\. 3600 IN CNAME tidewater\.example\./))

    const soa = first.find(({ type }) => type === 'SOA')
    await refuses(422, () => cloud.domains.records.delete({ path: { ...domain, domain_record_id: soa?.id ?? 0 } }))
    await refuses(422, () => cloud.domains.records.create({ path: domain, body: { type: 'A', name: 'api', data: 'not-an-address' } }))
    await cloud.domains.records.delete({ path })
    await refuses(404, () => cloud.domains.records.get({ path }))
    const { domains: all } = await cloud.domains.list()
    lists(all, 'name', ['tidewater.example'])
    await cloud.domains.delete({ path: domain })
    await refuses(404, () => cloud.domains.records.list({ path: domain }))
  },
}
