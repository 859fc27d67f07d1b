import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { createTestSandbox, webServer } from './create-test-sandbox.ts'
import { forbidden } from './operation-at.ts'

const { name: _, ...unnamed } = webServer

/** Tests of the error messages for union bodies. */
const cases: readonly { readonly path: string; readonly body: unknown; readonly expected: string }[] = [
  { path: 'droplets', body: { ...webServer, tags: [7] }, expected: 'tags.0: must be string' },
  { path: 'droplets', body: { ...webServer, size: 5 }, expected: 'size: must be string' },
  { path: 'droplets', body: { ...unnamed, names: 'web-01' }, expected: 'names: must be array' },
  { path: 'droplets', body: unnamed, expected: 'name or names: must be given' },
  { path: 'droplets', body: {}, expected: 'name or names: must be given; size: must be given; image: must be given' },
  { path: 'droplets', body: [], expected: 'body: must be object' },
  {
    path: 'droplets',
    body: { ...webServer, volumes: [{}, 5] },
    expected: 'volumes.0.id or name: must be given; volumes.1: must be string or object',
  },
  { path: 'certificates', body: { name: 'shop', type: 'custom' }, expected: 'private_key: must be given; leaf_certificate: must be given' },
  {
    path: 'certificates',
    body: { name: 'shop', type: 'gold', dns_names: ['tidewater.example'] },
    expected: 'type: must be one of lets_encrypt, custom',
  },
  {
    path: 'certificates',
    body: { name: 'shop' },
    expected: 'type and dns_names or private_key and leaf_certificate: must be given',
  },
  { path: 'reserved_ips', body: { droplet_id: 'x' }, expected: 'droplet_id: must be integer' },
  {
    path: 'reserved_ips',
    body: { droplet_id: 1, region: 'nyc3' },
    expected: 'droplet_id and region: belong to different variants; send the fields of one variant only',
  },
]

describe('a union body', () => {
  it.each(cases)('returns $expected for POST /v2/$path $body', async ({ path, body, expected }) => {
    const refused = await createTestSandbox().ask('POST', `/v2/${path}`, body)
    expect([refused.status, refused.body.message]).toEqual([422, expected])
  })

  it('lists all variants when it matches none', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const expected = 'type: must be one of A, AAAA, CAA, CNAME, MX, NS, TXT, SRV, SOA'
    for (const body of [{ type: 'LOC', name: 'quay', data: '1' }, { name: 'quay' }, { type: 7 }])
      expect(await sandbox.post('/v2/domains/tidewater.example/records', forbidden(body))).toMatchObject({
        status: 422,
        body: { message: expected },
      })
  })

  it('reports errors of the variant with the invalid field', async () => {
    const { body } = await createTestSandbox().post('/v2/reserved_ips', forbidden({ region: 5 }))
    expect(body.message).toMatch(/^region: must be one of ams1, [^;]+$/)
  })

  it('can contain a union', async () => {
    const { body } = await createTestSandbox().post('/v2/droplets/autoscale', {
      name: 'pool',
      config: { min_instances: 1, max_instances: 5000 },
      droplet_template: { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ssh_keys: [] },
    })
    expect(body.message).toMatch(/^config\.max_instances: must be <= 1000/)
    expect(body.message).not.toContain('target_number_instances')
  })

  it('is rejected quickly with very many errors', async ({ sandbox }) => {
    const startTime = performance.now()
    const { status, body } = await sandbox.post('/v2/droplets', forbidden({ ...webServer, tags: Array.from({ length: 30_000 }, () => 1) }))
    expect([status, body.message.split('; ')[0]]).toEqual([422, 'tags: must not have more than 100 items'])
    // Comparing them pairwise took half a minute.
    expect(performance.now() - startTime).toBeLessThan(5000)
  })
})
