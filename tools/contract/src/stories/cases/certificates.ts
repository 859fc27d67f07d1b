import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const certificates: Story = {
  title: 'An automatic certificate is verified, serves a CDN endpoint, and cannot go before it',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const body = { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['covers.tidewater.example'] } as const
    await refuses(422, () => cloud.certificates.create({ body: { ...body, dns_names: [...body.dns_names] } }))
    await cloud.domains.create({ body: { name: 'tidewater.example' } })
    const { certificate } = await cloud.certificates.create({ body: { ...body, dns_names: [...body.dns_names] } })
    const path = { certificate_id: certificate.id }
    keeps(() => assert.equal(certificate.state, 'pending'))
    await pass(60)
    const { certificate: verified } = await cloud.certificates.get({ path })
    keeps(() => assert.deepEqual([verified.state, verified.dns_names], ['verified', ['covers.tidewater.example']]))

    const origin = 'covers.nyc3.digitaloceanspaces.com'
    const { endpoint } = await cloud.cdnEndpoints.create({
      body: { origin, ttl: 3600, certificate_id: certificate.id, custom_domain: 'covers.tidewater.example' },
    })
    const at = { cdn_id: endpoint.id }
    await refuses(409, () => cloud.cdnEndpoints.create({ body: { origin } }))
    await refuses(403, () => cloud.certificates.delete({ path }))
    const { endpoint: longer } = await cloud.cdnEndpoints.update({ path: at, body: { ttl: 86_400 } })
    keeps(() => assert.deepEqual(longer, { ...endpoint, ttl: 86_400 }))
    await cloud.cdnEndpoints.purgeCache({ path: at, body: { files: ['2026/*'] } })
    // Five calls in ten seconds are all that this family takes.
    await pass(60)
    const { endpoints } = await cloud.cdnEndpoints.list()
    keeps(() => assert.deepEqual(endpoints, [longer]))
    await cloud.cdnEndpoints.delete({ path: at })
    await refuses(404, () => cloud.cdnEndpoints.get({ path: at }))
    const { certificates: all } = await cloud.certificates.list({ query: { name: 'covers-cert' } })
    lists(all, 'id', [certificate.id])
    await cloud.certificates.delete({ path })
    await refuses(404, () => cloud.certificates.get({ path }))
  },
}
