import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { shopUpload } from '@spindrift/testing/shop-certificate'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const origin = 'covers.nyc3.digitaloceanspaces.com'
const custom_domain = 'covers.tidewater.example'

async function createEndpoint() {
  const sandbox = createTestSandbox({ rateLimits: 'off' })
  const certificate_id = (await sandbox.post('/v2/certificates', shopUpload)).body.certificate.id as string
  const response = await sandbox.post('/v2/cdn/endpoints', { origin, custom_domain, certificate_id, ttl: 0 })
  return { sandbox, certificate_id, response, path: `/v2/cdn/endpoints/${response.body.endpoint.id}` as const }
}

describe('CDN endpoints', () => {
  it('[certificates-cdn-subdomain] serves a Space at its own host name, and at a subdomain with a certificate', async () => {
    const { sandbox, certificate_id, response, path } = await createEndpoint()
    expect(response.status).toBe(201)
    expect(response.body.endpoint).toMatchObject({
      origin,
      endpoint: 'covers.nyc3.cdn.digitaloceanspaces.com',
      ttl: 3600,
      custom_domain,
      certificate_id,
    })
    expect((await sandbox.get(path)).body).toEqual(response.body)
    expect((await sandbox.get('/v2/cdn/endpoints')).body.endpoints).toEqual([response.body.endpoint])
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.post('/v2/cdn/endpoints', { origin })).body.endpoint).not.toHaveProperty('custom_domain')
  })

  it('keeps fields that an update omits, and removes the subdomain', async () => {
    const { sandbox, path } = await createEndpoint()
    expect((await sandbox.put(path, { ttl: 86_400 })).body.endpoint).toMatchObject({ ttl: 86_400, custom_domain })
    expect((await sandbox.put(path, { custom_domain: '' })).body.message).toContain('custom_domain')
    const { endpoint } = (await sandbox.put(path, { certificate_id: '', custom_domain: '' })).body
    expect(endpoint).not.toHaveProperty('custom_domain')
    expect(endpoint).not.toHaveProperty('certificate_id')
    expect(endpoint.ttl).toBe(86_400)
  })

  const invalidEndpoints = [
    { input: { origin: 'www.tidewater.example' }, expected: 'origin' },
    { input: { custom_domain: 'a.tidewater.example' }, expected: 'certificate_id: must be given' },
    { input: { certificate_id: '892071a0-bb95-49bc-8021-3afd67a210bf', custom_domain }, expected: 'there is no certificate' },
  ]
  it.for(invalidEndpoints)('rejects an endpoint with $expected', async ({ input, expected }, { sandbox }) => {
    await expectRefusal(sandbox.post('/v2/cdn/endpoints', forbidden({ origin, ...input })), 422, expected)
  })

  it('rejects a certificate without a subdomain, or one that does not cover it', async () => {
    const { sandbox, certificate_id } = await createEndpoint()
    const withoutDomain = await sandbox.post('/v2/cdn/endpoints', { origin: 'prints.nyc3.digitaloceanspaces.com', certificate_id })
    expect(withoutDomain.body.message).toContain('custom_domain: must be given')
    const { body } = await sandbox.post('/v2/cdn/endpoints', {
      origin: 'prints.nyc3.digitaloceanspaces.com',
      certificate_id,
      custom_domain: 'a.b.tidewater.example',
    })
    expect(body.message).toContain('does not cover')
  })

  it('accepts the certificate of Cloudflare without a subdomain', async ({ sandbox }) => {
    const certificate_id = 'needs-cloudflare-cert'
    const { endpoint } = (await sandbox.post('/v2/cdn/endpoints', { origin, certificate_id })).body
    expect(endpoint).toMatchObject({ certificate_id })
    expect((await sandbox.get(`/v2/cdn/endpoints/${endpoint.id}`)).body.endpoint).toEqual(endpoint)
  })

  it('limits purges to fifty files in twenty seconds', async ({ sandbox }) => {
    const { id } = (await sandbox.post('/v2/cdn/endpoints', { origin })).body.endpoint
    const purge = (count: number) =>
      sandbox.delete(`/v2/cdn/endpoints/${id}/cache`, { files: Array.from({ length: count }, (_each, n) => `2026/${n}.jpg`) })
    expect((await purge(30)).status).toBe(204)
    expect((await purge(21)).status).toBe(429)
    expect((await purge(20)).status).toBe(204)
    await sandbox.pass(20)
    expect((await purge(50)).status).toBe(204)
  })
})
