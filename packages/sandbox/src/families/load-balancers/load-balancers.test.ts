import { describe, expect } from 'vitest'
import { expectRefusal, createDroplet } from '../../../test/fixtures.ts'
import { it as base } from '../../../test/it.ts'
import { shopUpload } from '@spindrift/testing/shop-certificate'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

const http = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 } as const
const tcp = { entry_protocol: 'tcp', entry_port: 3306, target_protocol: 'tcp', target_port: 3306 } as const
const storefront = { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [http] } as const
const unknownId = 'd1f0c3a2-7b64-4e1d-9c35-6a8e2b4f7d90'

async function createBalancer(sandbox: TestSandbox, more: Fields<'/v2/load_balancers'> = {}) {
  const created = await sandbox.post('/v2/load_balancers', { ...storefront, ...more })
  const path = `/v2/load_balancers/${created.body.load_balancer.id}` as const
  await sandbox.pass(20)
  return {
    created,
    path,
    id: created.body.load_balancer.id as string,
    read: async () => (await sandbox.get(path)).body.load_balancer,
  }
}

const it = base.extend('balancer', ({ sandbox }) => createBalancer(sandbox))

describe('load balancers', () => {
  it('is new without an address, then active, with every default', async ({ sandbox, dropletId: droplet }) => {
    const created = await sandbox.post('/v2/load_balancers', { ...storefront, droplet_ids: [droplet], vpc_uuid: '', project_id: '' })
    expect(created.status).toBe(202)
    const { load_balancer: balancer } = created.body
    expect(balancer).toMatchObject({
      status: 'new',
      ip: '',
      ipv6: '',
      size: 'lb-small',
      size_unit: 1,
      algorithm: 'round_robin',
      forwarding_rules: [{ ...http, certificate_id: '', tls_passthrough: false }],
      health_check: {
        protocol: 'http',
        port: 80,
        path: '/',
        check_interval_seconds: 10,
        response_timeout_seconds: 5,
        unhealthy_threshold: 5,
        healthy_threshold: 3,
      },
      sticky_sessions: { type: 'none' },
      firewall: { deny: [], allow: [] },
      http_idle_timeout_seconds: 60,
      network: 'EXTERNAL',
      network_stack: 'IPV4',
      type: 'REGIONAL',
      tls_cipher_policy: 'DEFAULT',
      droplet_ids: [droplet],
      tag: '',
    })
    expect(balancer.region.slug).toBe('nyc3')
    expect(balancer.vpc_uuid).toBe((await sandbox.get(`/v2/droplets/${droplet}`)).body.droplet.vpc_uuid)
    expect(balancer.project_id).toBe((await sandbox.get('/v2/projects/default')).body.project.id)
    for (const field of ['domains', 'glb_settings', 'target_load_balancer_ids']) expect(balancer).not.toHaveProperty(field)
    const path = `/v2/load_balancers/${balancer.id}` as const
    await sandbox.pass(15)
    expect((await sandbox.get(path)).body.load_balancer.status).toBe('new')
    await sandbox.pass(5)
    const after = (await sandbox.get(path)).body.load_balancer
    expect(after.status).toBe('active')
    expect(after.ip).toMatch(/^198\.1[89]\./)
    expect((await sandbox.get('/v2/load_balancers')).body.load_balancers).toEqual([after])
  })

  it('filters by names and ids', async ({ sandbox, balancer: one }) => {
    await createBalancer(sandbox, { name: 'two' })
    await createBalancer(sandbox, { name: 'three' })
    const names = async (query: string) => (await sandbox.get(`/v2/load_balancers?${query}`)).body.load_balancers.map(({ name }) => name)
    expect(await names(`names=two,${storefront.name}`)).toEqual(['two', storefront.name])
    expect(await names(`names=two&names=${storefront.name}`)).toEqual(['two', storefront.name])
    expect(await names(`uuids=${one.id}`)).toEqual([storefront.name])
    expect(await names(`uuids=${one.id}&names=two`)).toEqual([])
  })

  it('has a private address if internal, and an IPv6 address on request', async ({ sandbox }) => {
    const vpc = (await sandbox.post('/v2/vpcs', { name: 'net', region: 'nyc3', ip_range: '10.20.0.0/20' })).body.vpc.id
    const { read } = await createBalancer(sandbox, { network: 'INTERNAL', vpc_uuid: vpc })
    expect((await read()).ip).toMatch(/^10\.20\./)
    const dual = await createBalancer(sandbox, { name: 'dual', network_stack: 'DUALSTACK' })
    expect((await dual.read()).ipv6).toMatch(/^2001:db8:/)
  })

  const wrong = [
    { input: { region: undefined }, expected: 'region' },
    { input: { region: 'ams2' }, expected: 'region' },
    { input: { forwarding_rules: [] }, expected: 'forwarding_rules' },
    { input: { droplet_ids: [1] }, expected: 'droplet_ids' },
    { input: { vpc_uuid: unknownId }, expected: 'vpc_uuid' },
    { input: { project_id: unknownId }, expected: 'project_id' },
    { input: { size: 'lb-large', size_unit: 2 }, expected: 'size_unit' },
    { input: { sticky_sessions: { type: 'cookies' } }, expected: 'sticky_sessions.cookie_name' },
    { input: { sticky_sessions: { type: 'cookies', cookie_name: 'a' } }, expected: 'sticky_sessions.cookie_ttl_seconds' },
    { input: { domains: [{ name: 'www.tidewater.example' }] }, expected: 'domains' },
    { input: { forwarding_rules: [http, { ...tcp, entry_port: 80 }] }, expected: 'forwarding_rules.1.entry_port' },
    { input: { forwarding_rules: [{ ...http, entry_protocol: 'https' }] }, expected: 'forwarding_rules.0.certificate_id' },
    {
      input: { forwarding_rules: [{ ...http, entry_protocol: 'https', certificate_id: unknownId }] },
      expected: 'forwarding_rules.0.certificate_id: certificate',
    },
    { input: { forwarding_rules: [{ ...tcp, entry_protocol: 'udp' }] }, expected: 'forwarding_rules.0.target_protocol' },
    { input: { type: 'REGIONAL_NETWORK' }, expected: 'REGIONAL_NETWORK' },
  ]
  it.for(wrong)('returns an error for a load balancer with $expected', async ({ input, expected }, { sandbox }) => {
    await expectRefusal(sandbox.post('/v2/load_balancers', forbidden({ ...storefront, ...input })), 422, expected)
    expect((await sandbox.get('/v2/load_balancers')).body.meta.total).toBe(0)
  })

  it('accepts only droplets of its region and VPC', async ({ sandbox }) => {
    const far = await createDroplet(sandbox, { region: 'ams3' })
    const near = await createDroplet(sandbox)
    const second = (await sandbox.post('/v2/vpcs', { name: 'net-2', region: 'nyc3' })).body.vpc.id
    const make = (more: Fields<'/v2/load_balancers'>) => sandbox.post('/v2/load_balancers', { ...storefront, ...more })
    expect((await make({ droplet_ids: [far] })).body.message).toContain('ams3')
    expect((await make({ droplet_ids: [near], vpc_uuid: second })).body.message).toContain('another VPC')
    expect((await make({ droplet_ids: [near], tag: 'storefront' })).body.message).toContain('tag')
    expect((await make({ droplet_ids: [near] })).status).toBe(202)
  })

  it('[certificates-load-balancer-tls] requires an existing certificate for TLS termination', async ({ sandbox }) => {
    const certificate_id = (await sandbox.post('/v2/certificates', shopUpload)).body.certificate.id
    const https = { entry_protocol: 'https', entry_port: 443, target_protocol: 'http', target_port: 8080, certificate_id } as const
    const { read, path } = await createBalancer(sandbox, { forwarding_rules: [https] })
    expect((await read()).forwarding_rules).toEqual([{ ...https, tls_passthrough: false }])
    const passing = { ...https, target_protocol: 'https', certificate_id: '', tls_passthrough: true } as const
    expect((await sandbox.put(path, { ...storefront, forwarding_rules: [passing] })).body.load_balancer.forwarding_rules).toEqual([passing])
  })

  it('creates DNS records for the names of its automatic certificates', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const dns_names = ['covers.tidewater.example', 'tidewater.example']
    const { id } = (await sandbox.post('/v2/certificates', { name: 'covers-cert', type: 'lets_encrypt', dns_names })).body.certificate
    const https = { entry_protocol: 'https', entry_port: 443, target_protocol: 'http', target_port: 8080, certificate_id: id } as const
    const { read, path } = await createBalancer(sandbox, { forwarding_rules: [https, http] })
    const records = async () => (await sandbox.get('/v2/domains/tidewater.example/records?type=A')).body.domain_records
    const { ip } = await read()
    expect((await records()).map(({ name, data }) => [name, data])).toEqual([
      ['covers', ip],
      ['@', ip],
    ])
    await sandbox.put(path, { ...storefront, forwarding_rules: [https], disable_lets_encrypt_dns_records: true })
    expect(await records()).toEqual([])
    await sandbox.pass(5)
    await sandbox.put(path, { ...storefront, forwarding_rules: [https] })
    expect(await records()).toHaveLength(2)
    await sandbox.delete(path)
    expect(await records()).toEqual([])
  })

  it('selects the droplets of its region that carry its tag', async ({ sandbox }) => {
    const { path, read } = await createBalancer(sandbox, { tag: 'storefront' })
    expect((await read()).droplet_ids).toEqual([])
    const droplet = await createDroplet(sandbox, { tags: ['storefront'] })
    await createDroplet(sandbox, { tags: ['storefront'], region: 'ams3' })
    expect(await read()).toMatchObject({ tag: 'storefront', droplet_ids: [droplet] })
    expect((await sandbox.post(`${path}/droplets`, { droplet_ids: [droplet] })).status).toBe(422)
    expect((await sandbox.delete(`${path}/droplets`, { droplet_ids: [droplet] })).status).toBe(422)
    await sandbox.delete(`/v2/droplets/${droplet}`)
    expect((await read()).droplet_ids).toEqual([])
  })

  it('is replaced as a whole, one update at a time', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/load_balancers', { ...storefront, redirect_http_to_https: true })
    const path = `/v2/load_balancers/${created.body.load_balancer.id}` as const
    await sandbox.pass(20)
    const first = await sandbox.put(path, { name: 'renamed', size: 'lb-medium', forwarding_rules: [tcp], network_stack: 'DUALSTACK' })
    expect(first.status).toBe(200)
    expect(first.body.load_balancer).toMatchObject({ name: 'renamed', size_unit: 3, size: 'lb-medium', redirect_http_to_https: false })
    expect(first.body.load_balancer.ipv6).not.toBe('')
    expect((await sandbox.put(path, storefront)).status).toBe(403)
    await sandbox.pass(5)
    const second = await sandbox.put(path, { ...storefront, size_unit: 2, health_check: { protocol: 'tcp', port: 9200 } })
    expect(second.body.load_balancer).toMatchObject({ size_unit: 2, health_check: { protocol: 'tcp', port: 9200, path: '' } })
    expect(second.body.load_balancer).not.toHaveProperty('size')
  })

  const settled = [{ region: 'ams3' }, { type: 'GLOBAL' }, { network: 'INTERNAL' }, { vpc_uuid: unknownId }]
  it.for(settled)(
    'returns 422 for an update of a field that is fixed at create: %o',
    async (input, { sandbox, balancer: { path, read } }) => {
      const before = await read()
      await expectRefusal(sandbox.put(path, forbidden({ ...storefront, ...input })), 422, `${Object.keys(input)[0]}: `)
      expect(await read()).toEqual(before)
    },
  )

  it('adds and removes droplets', async ({ sandbox }) => {
    const [one, two] = [await createDroplet(sandbox), await createDroplet(sandbox, { name: 'web-02' })]
    const { path, read } = await createBalancer(sandbox, { droplet_ids: [one] })
    expect((await sandbox.post(`${path}/droplets`, { droplet_ids: [one, two] })).status).toBe(204)
    expect((await read()).droplet_ids).toEqual([one, two])
    expect((await sandbox.post(`${path}/droplets`, { droplet_ids: [1] })).status).toBe(422)
    expect((await sandbox.delete(`${path}/droplets`, { droplet_ids: [one, 1] })).status).toBe(204)
    expect((await read()).droplet_ids).toEqual([two])
    await sandbox.delete(`/v2/droplets/${two}`)
    expect((await read()).droplet_ids).toEqual([])
  })

  it('adds and removes forwarding rules, but not the last one', async ({ sandbox, balancer: { path, read } }) => {
    const rules = (...forwarding_rules: BodyAt<'post', `/v2/load_balancers/${string}/forwarding_rules`>['forwarding_rules']) => ({
      forwarding_rules,
    })
    expect((await sandbox.post(`${path}/forwarding_rules`, rules(tcp))).status).toBe(204)
    expect((await read()).forwarding_rules).toHaveLength(2)
    expect((await sandbox.post(`${path}/forwarding_rules`, rules(tcp))).status).toBe(422)
    expect((await sandbox.post(`${path}/forwarding_rules`, rules({ ...tcp, entry_protocol: 'udp', target_protocol: 'udp' }))).status).toBe(
      204,
    )
    expect((await sandbox.delete(`${path}/forwarding_rules`, rules({ ...tcp, target_port: 1 }))).status).toBe(422)
    expect((await sandbox.delete(`${path}/forwarding_rules`, rules(tcp))).status).toBe(204)
    const left = (await read()).forwarding_rules
    expect((await sandbox.delete(`${path}/forwarding_rules`, rules(...left))).body.message).toContain('at least one')
  })

  it('balances regional load balancers if it is global', async ({ sandbox, balancer: regional }) => {
    const internal = await createBalancer(sandbox, { name: 'inside', network: 'INTERNAL' })
    const glb_settings = { target_protocol: 'https', target_port: 443, cdn: { is_enabled: true }, region_priorities: { nyc3: 1 } } as const
    const input = {
      name: 'storefront-global',
      type: 'GLOBAL',
      region: '',
      domains: [{ name: 'www.tidewater.example', is_managed: true }],
      glb_settings,
      target_load_balancer_ids: [regional.id],
      forwarding_rules: null,
    } as const
    expect((await sandbox.post('/v2/load_balancers', input)).body.message).toContain('not managed')
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const refused = await sandbox.post('/v2/load_balancers', { ...input, target_load_balancer_ids: [internal.id] })
    expect(refused.body.message).toContain('target_load_balancer_ids')
    const created = await sandbox.post('/v2/load_balancers', input)
    expect(created.body.load_balancer).toMatchObject({
      vpc_uuid: '',
      network: '',
      forwarding_rules: [],
      glb_settings,
      target_load_balancer_ids: [regional.id],
    })
    expect(created.body.load_balancer).not.toHaveProperty('region')
    await sandbox.pass(20)
    const path = `/v2/load_balancers/${created.body.load_balancer.id}` as const
    expect((await sandbox.delete(`${path}/cache`)).status).toBe(204)
    expect((await sandbox.delete(`${regional.path}/cache`)).status).toBe(422)
    expect((await sandbox.delete(regional.path)).status).toBe(204)
    const { load_balancer: after } = (await sandbox.get(path)).body
    expect(after).toMatchObject({ status: 'active', target_load_balancer_ids: [] })
    expect(after.ip).not.toBe('')
  })

  it('moves between projects', async ({ sandbox }) => {
    const project = (await sandbox.post('/v2/projects', { name: 'shop', purpose: 'Web application' })).body.project.id
    const { id, read } = await createBalancer(sandbox, { project_id: project })
    expect((await read()).project_id).toBe(project)
    expect((await sandbox.get(`/v2/projects/${project}/resources`)).body.resources[0].urn).toBe(`do:loadbalancer:${id}`)
    await sandbox.post('/v2/projects/default/resources', { resources: [`do:loadbalancer:${id}`] })
    expect((await read()).project_id).not.toBe(project)
  })
})

async function bringPrefix(sandbox: TestSandbox): Promise<void> {
  expect((await sandbox.post('/v2/byoip_prefixes', { prefix: '203.0.113.0/24', region: 'nyc3', signature: 'c2lnbmF0dXJl' })).status).toBe(
    202,
  )
  await sandbox.pass(30)
}

describe('fields of official clients that are not documented', () => {
  const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 } as const
  const shop = { name: 'shop', region: 'nyc3', forwarding_rules: [rule] } as const

  it('are echoed: tags, subnet, and the address once it is assigned', async ({ sandbox }) => {
    const own = { tags: ['storefront'], subnet_uuid: '6c5f0b1d-2e8a-4d37-9f40-8a1b7c6d5e02' } as const
    await bringPrefix(sandbox)
    const { load_balancer: created } = (await sandbox.post('/v2/load_balancers', { ...shop, ...own, ip: '203.0.113.40' })).body
    expect(created).toMatchObject(own)
    await sandbox.pass(60)
    expect((await sandbox.get(`/v2/load_balancers/${created.id}`)).body.load_balancer).toMatchObject({ ...own, ip: '203.0.113.40' })
    const { load_balancer: plain } = (await sandbox.put(`/v2/load_balancers/${created.id}`, shop)).body
    expect(plain).not.toHaveProperty('tags')
    expect(plain).not.toHaveProperty('subnet_uuid')
  })

  it('accepts only an unassigned address of a BYOIP prefix in the region', async ({ sandbox, dropletId }) => {
    const refuse = (more: Fields<'/v2/load_balancers'>) =>
      expectRefusal(sandbox.post('/v2/load_balancers', { ...shop, ...more }), 422, 'ip: 203.0.113.40 is not an unassigned BYOIP address')
    await refuse({ ip: '203.0.113.40' })
    await refuse({ ip: '203.0.113.40', type: 'GLOBAL', region: undefined })
    await bringPrefix(sandbox)
    await refuse({ ip: '203.0.113.40', region: 'ams3' })
    const actions = '/v2/reserved_ips/203.0.113.40/actions'
    await sandbox.post(actions, { type: 'assign', droplet_id: dropletId })
    await sandbox.pass(5)
    await refuse({ ip: '203.0.113.40' })
    await sandbox.post(actions, { type: 'unassign' })
    await sandbox.pass(5)
    expect((await sandbox.post('/v2/load_balancers', { ...shop, ip: '203.0.113.40' })).status).toBe(202)
    await refuse({ ip: '203.0.113.40', name: 'other' })
  })

  it('validate_only returns the updated load balancer without changing it', async ({ sandbox, balancer: { path, read } }) => {
    const before = await read()
    const { status, body } = await sandbox.put(path, { ...shop, name: 'renamed', validate_only: true })
    expect([status, body.load_balancer.name]).toEqual([200, 'renamed'])
    expect(await read()).toEqual(before)
    expect((await sandbox.put(path, { ...shop, forwarding_rules: [], validate_only: true })).status).toBe(422)
  })

  it('validate_only returns the load balancer without creating it', async ({ sandbox }) => {
    const { status, body } = await sandbox.post('/v2/load_balancers', { ...shop, validate_only: true })
    expect([status, body.load_balancer.name]).toEqual([202, 'shop'])
    expect((await sandbox.post('/v2/load_balancers', { ...shop, forwarding_rules: [], validate_only: true })).status).toBe(422)
    await sandbox.pass(60)
    expect((await sandbox.get('/v2/load_balancers')).body.meta.total).toBe(0)
  })
})
