import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { shopCertificate, shopUpload } from '@spindrift/testing/shop-certificate'
import { forbidden } from '../../../test/operation-at.ts'

const days = 86_400
const automatic = { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['covers.tidewater.example'] } as const

describe('certificates', () => {
  it('[certificates-two-kinds] parses an uploaded certificate and verifies it at once', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/certificates', { ...shopUpload, certificate_chain: shopCertificate })
    expect(created.status).toBe(201)
    expect(created.body.certificate).toMatchObject({
      name: 'shop-cert',
      type: 'custom',
      state: 'verified',
      not_after: '2046-11-16T22:23:01Z',
      sha1_fingerprint: 'ffd717822e55f7b2cccccb9e2968200080f84511',
      dns_names: ['www.tidewater.example', '*.tidewater.example'],
    })
    expect(JSON.stringify(created.body)).not.toContain('PRIVATE KEY')
    expect((await sandbox.get(`/v2/certificates/${created.body.certificate.id}`)).body).toEqual(created.body)
    expect((await sandbox.post('/v2/certificates', shopUpload)).status).toBe(409)
  })

  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const invalidUploads = [
    { input: { leaf_certificate: 'no certificate' }, expected: 'leaf_certificate' },
    { input: { leaf_certificate: shopCertificate.replace('MIIB', 'XXXX') }, expected: 'leaf_certificate' },
    { input: { private_key: 'no key' }, expected: 'private_key' },
    { input: { private_key: otherKey }, expected: 'private_key: does not belong to leaf_certificate' },
    { input: { certificate_chain: 'no certificate' }, expected: 'certificate_chain' },
    { input: { leaf_certificate: '' }, expected: 'leaf_certificate' },
  ]
  it.for(invalidUploads)('rejects an upload with $expected', async ({ input, expected }, { sandbox }) => {
    await expectRefusal(sandbox.post('/v2/certificates', forbidden({ ...shopUpload, ...input })), 422, expected)
    expect((await sandbox.get('/v2/certificates')).body.meta.total).toBe(0)
  })

  it('rejects an expired certificate', async ({ sandbox }) => {
    await sandbox.pass(30 * 365 * days)
    expect((await sandbox.post('/v2/certificates', shopUpload)).body.message).toContain('has expired')
  })

  it('keeps an automatic certificate pending until its names are checked', async ({ sandbox }) => {
    expect((await sandbox.post('/v2/certificates', automatic)).body.message).toContain('covers.tidewater.example')
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const { certificate } = (await sandbox.post('/v2/certificates', automatic)).body
    expect(certificate.state).toBe('pending')
    expect(certificate).not.toHaveProperty('not_after')
    await sandbox.pass(30)
    const after = (await sandbox.get(`/v2/certificates/${certificate.id}`)).body.certificate
    expect(after.state).toBe('verified')
    expect(after.sha1_fingerprint).toMatch(/^[0-9a-f]{40}$/)
  })

  it('[certificates-automatic-renewal] renews an automatic certificate before each expiry', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const { id } = (await sandbox.post('/v2/certificates', automatic)).body.certificate
    const getCertificate = async () => (await sandbox.get(`/v2/certificates/${id}`)).body.certificate
    await sandbox.pass(30)
    const first = await getCertificate()
    await sandbox.pass(61 * days)
    const second = await getCertificate()
    expect(second.state).toBe('verified')
    expect(Date.parse(second.not_after) - Date.parse(first.not_after)).toBe(60 * days * 1000)
    expect(second.sha1_fingerprint).not.toBe(first.sha1_fingerprint)
    await sandbox.pass(365 * days)
    expect(Date.parse((await getCertificate()).not_after)).toBeGreaterThan(Date.parse(second.not_after) + 300 * days * 1000)
  })

  it('fails an automatic certificate when the domain is no longer in the account', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const { id } = (await sandbox.post('/v2/certificates', automatic)).body.certificate
    await sandbox.delete('/v2/domains/tidewater.example')
    await sandbox.pass(30)
    expect((await sandbox.get(`/v2/certificates/${id}`)).body.certificate.state).toBe('error')
  })

  it('filters by exact name and ignores an empty name', async ({ sandbox }) => {
    await sandbox.post('/v2/certificates', shopUpload)
    await sandbox.post('/v2/certificates', { ...shopUpload, name: 'shop-cert-2', type: undefined })
    expect((await sandbox.get('/v2/certificates?name=shop-cert')).body.certificates).toHaveLength(1)
    expect((await sandbox.get('/v2/certificates?name=')).body.certificates.map(({ name }) => name)).toEqual(['shop-cert-2', 'shop-cert'])
  })

  it('returns 403 when a certificate in use is deleted', async ({ unlimited: sandbox }) => {
    const { id } = (await sandbox.post('/v2/certificates', shopUpload)).body.certificate
    const rule = { entry_protocol: 'https', entry_port: 443, target_protocol: 'http', target_port: 80, certificate_id: id } as const
    const created = await sandbox.post('/v2/load_balancers', { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [rule] })
    const refused = await sandbox.delete(`/v2/certificates/${id}`)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('storefront-lb')
    expect(refused.body.message).toContain('Make sure the certificate is not in use before deleting it')
    await sandbox.delete(`/v2/load_balancers/${created.body.load_balancer.id}`)
    const endpoint = { origin: 'covers.nyc3.digitaloceanspaces.com', custom_domain: 'covers.tidewater.example', certificate_id: id }
    const cdn = await sandbox.post('/v2/cdn/endpoints', endpoint)
    expect((await sandbox.delete(`/v2/certificates/${id}`)).status).toBe(403)
    await sandbox.delete(`/v2/cdn/endpoints/${cdn.body.endpoint.id}`)
    expect((await sandbox.delete(`/v2/certificates/${id}`)).status).toBe(204)
  })
})
