import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type Fields, forbidden, type Query } from '../../../test/operation-at.ts'

const storefront = { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/20' }
const unknownId = '5a4981aa-9653-4bd1-bef5-d6bff52042e4'

async function createVpc(sandbox: TestSandbox, more: Fields<'/v2/vpcs'> = {}) {
  const { body } = await sandbox.post('/v2/vpcs', { ...storefront, ...more })
  const path = `/v2/vpcs/${body.vpc.id}` as const
  return { vpc: body.vpc, path, read: async () => (await sandbox.get(path)).body.vpc }
}

describe('a small VPC', () => {
  it('gives droplets addresses of its range, reuses released ones, and rejects a droplet when it is full', async ({ sandbox }) => {
    const { vpc } = await createVpc(sandbox, { ip_range: '10.30.0.0/28' })
    const names = Array.from({ length: 12 }, (_, n) => `web-${n}`)
    const fill = (more: readonly string[]) => sandbox.post('/v2/droplets', { ...webServer, name: undefined, names: more, vpc_uuid: vpc.id })
    const addresses = async () => {
      await sandbox.pass(60)
      const { droplets } = (await sandbox.get('/v2/droplets?per_page=100')).body
      return droplets.map(({ networks }) => Number(networks.v4.find(({ type }) => type === 'private').ip_address.replace('10.30.0.', '')))
    }
    for (const part of [names.slice(0, 10), names.slice(10)]) expect((await fill(part)).status).toBe(202)
    const all = Array.from({ length: 12 }, (_, n) => n + 2)
    expect((await addresses()).toSorted((a: number, b: number) => a - b)).toEqual(all)
    expect((await fill(['one-more'])).body.message).toContain('vpc_uuid: 10.30.0.0/28 has addresses for 12 droplets')
    const [deletedDroplet] = (await sandbox.get('/v2/droplets?name=web-4')).body.droplets
    expect((await sandbox.delete(`/v2/droplets/${deletedDroplet.id}`)).status).toBe(204)
    expect((await fill(['one-more'])).status).toBe(202)
    expect((await addresses()).toSorted((a: number, b: number) => a - b)).toEqual(all)
  })
})

describe('VPCs', () => {
  it('has a default VPC in every open region from the start', async ({ sandbox }) => {
    const { regions } = (await sandbox.get('/v2/regions')).body
    const { vpcs } = (await sandbox.get('/v2/vpcs')).body
    const open = regions.filter(({ available }) => available).map(({ slug }) => slug)
    expect(vpcs.map(({ region }) => region).toSorted()).toEqual(open.toSorted())
    for (const vpc of vpcs) expect(vpc).toMatchObject({ name: `default-${vpc.region}`, default: true, description: '' })
    expect(new Set(vpcs.map(({ ip_range: range }) => range)).size).toBe(vpcs.length)
    const created = (await sandbox.post('/v2/droplets', webServer)).body.droplet
    const { droplet } = (await sandbox.get(`/v2/droplets/${created.id}`)).body
    expect(vpcs.find(({ id }) => id === droplet.vpc_uuid)).toMatchObject({ region: 'nyc3' })
    expect((await sandbox.post('/v2/vpcs', { name: 'mine', region: 'nyc3' })).body.vpc).toMatchObject({
      default: false,
      ip_range: '10.108.0.0/20',
    })
  })

  const wrong = [
    { input: { region: 'ams2' }, expected: 'region' },
    { input: { ip_range: '10.20.0.0' }, expected: 'ip_range' },
    { input: { ip_range: '10.20.0.1/20' }, expected: 'ip_range' },
    { input: { ip_range: '11.0.0.0/20' }, expected: 'inside 10.0.0.0/8' },
    { input: { ip_range: '10.0.0.0/15' }, expected: '16 to 28' },
    { input: { ip_range: '192.168.1.0/29' }, expected: '16 to 28' },
    { input: { ip_range: '10.10.0.0/28' }, expected: 'overlaps' },
  ]
  it.for(wrong)('returns 422 with $expected for a VPC with $input', async ({ input, expected }, { sandbox }) => {
    await createVpc(sandbox, { name: 'other', ip_range: '10.10.0.0/24' })
    await expectRefusal(sandbox.post('/v2/vpcs', { ...storefront, ...input }), 422, expected)
  })

  it('clears a description that PUT leaves out, and keeps it with PATCH', async ({ sandbox }) => {
    const { path, read } = await createVpc(sandbox, { description: 'Web servers' })
    expect((await sandbox.patch(path, { name: 'renamed' })).body.vpc).toMatchObject({ name: 'renamed', description: 'Web servers' })
    expect((await sandbox.put(path, { name: 'again' })).body.vpc).toMatchObject({
      name: 'again',
      description: '',
      ip_range: '10.20.0.0/20',
    })
    expect((await sandbox.put(path, forbidden({}))).status).toBe(422)
    expect((await read()).name).toBe('again')
  })

  it('moves the default to another VPC, and always keeps one per region', async ({ sandbox }) => {
    const first = await createVpc(sandbox)
    const second = await createVpc(sandbox, { name: 'second', ip_range: '' })
    expect((await sandbox.patch(first.path, { default: true })).status).toBe(200)
    expect((await sandbox.patch(first.path, { default: false })).status).toBe(422)
    expect(await sandbox.delete(first.path)).toMatchObject({ status: 403, body: { message: 'cannot be deleted' } })
    expect((await sandbox.put(second.path, { name: 'second', default: true })).body.vpc.default).toBe(true)
    expect((await first.read()).default).toBe(false)
    expect((await sandbox.delete(first.path)).status).toBe(204)
  })

  it('lists its members, and returns 409 on delete until they are gone', async ({ sandbox }) => {
    const { vpc, path } = await createVpc(sandbox)
    const { droplet } = (await sandbox.post('/v2/droplets', { ...webServer, vpc_uuid: vpc.id })).body
    const rule = { entry_protocol: 'tcp', entry_port: 80, target_protocol: 'tcp', target_port: 80 } as const
    const lb = await sandbox.post('/v2/load_balancers', { name: 'lb', region: 'nyc3', vpc_uuid: vpc.id, forwarding_rules: [rule] })
    const gateway = await sandbox.post('/v2/vpc_nat_gateways', {
      name: 'out',
      type: 'PUBLIC',
      region: 'nyc3',
      size: 1,
      vpcs: [{ vpc_uuid: vpc.id }],
    })
    const db = await sandbox.post('/v2/databases', {
      name: 'orders-pg',
      engine: 'pg',
      num_nodes: 1,
      region: 'nyc3',
      size: 'db-s-1vcpu-1gb',
      private_network_uuid: vpc.id,
    })
    const members = async (query: Query = '') => (await sandbox.get(`${path}/members${query}`)).body
    const all = await members()
    expect(all.members).toHaveLength(4)
    expect(all.members[0]).toEqual({ name: 'web-01', urn: `do:droplet:${droplet.id}`, created_at: droplet.created_at })
    expect((await members('?resource_type=loadbalancer')).members[0].urn).toBe(`do:loadbalancer:${lb.body.load_balancer.id}`)
    expect((await members('?resource_type=dbaas')).meta.total).toBe(1)
    expect((await members('?resource_type=kubernetes')).meta.total).toBe(0)
    expect((await members('?per_page=2&page=2')).members).toHaveLength(2)
    expect(await sandbox.delete(path)).toMatchObject({ status: 409, body: { message: 'Can not delete VPC with members' } })
    await sandbox.pass(30)
    await sandbox.delete(`/v2/droplets/${droplet.id}`)
    await sandbox.delete(`/v2/load_balancers/${lb.body.load_balancer.id}`)
    await sandbox.delete(`/v2/databases/${db.body.database.id}`)
    await sandbox.delete(`/v2/vpc_nat_gateways/${gateway.body.vpc_nat_gateway.id}`)
    expect((await sandbox.delete(path)).status).toBe(409)
    await sandbox.pass(5)
    expect((await members()).meta.total).toBe(0)
    expect((await sandbox.delete(path)).status).toBe(204)
  })
})

describe('VPC peerings', () => {
  async function createPeering(sandbox: TestSandbox) {
    const [one, two] = [
      await createVpc(sandbox),
      await createVpc(sandbox, { name: 'reports-net', region: 'ams3', ip_range: '10.30.0.0/20' }),
    ]
    const ids = [one.vpc.id, two.vpc.id]
    const created = await sandbox.post('/v2/vpc_peerings', { name: 'storefront-reports', vpc_ids: ids })
    return { one, two, ids, created, path: `/v2/vpc_peerings/${created.body.vpc_peering.id}` as const }
  }

  it('is provisioning, active, then deleted', async ({ sandbox }) => {
    const { created, ids, path, one } = await createPeering(sandbox)
    expect(created.status).toBe(202)
    expect(created.body.vpc_peering).toMatchObject({ name: 'storefront-reports', vpc_ids: ids, status: 'PROVISIONING' })
    await sandbox.pass(10)
    expect((await sandbox.get(path)).body.vpc_peering.status).toBe('ACTIVE')
    expect((await sandbox.get('/v2/vpc_peerings?region=ams3')).body.meta.total).toBe(1)
    expect((await sandbox.get('/v2/vpc_peerings?region=fra1')).body.meta.total).toBe(0)
    expect((await sandbox.patch(path, { name: 'renamed' })).body.vpc_peering.name).toBe('renamed')
    expect(await sandbox.delete(path)).toMatchObject({ status: 202, body: { vpc_peering: { status: 'DELETING' } } })
    expect((await sandbox.delete(path)).status).toBe(409)
    await sandbox.pass(5)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.get(`${one.path}/peerings`)).body.peerings).toEqual([])
  })

  it('returns the same peering under the VPC path', async ({ sandbox }) => {
    const { one, two, path } = await createPeering(sandbox)
    const third = await createVpc(sandbox, { name: 'third', ip_range: '' })
    const created = await sandbox.post(`${one.path}/peerings`, { name: 'inside', vpc_id: third.vpc.id })
    const { peering } = created.body
    expect(created.body.vpc_peering).toEqual(peering)
    expect(peering).toMatchObject({ vpc_ids: [one.vpc.id, third.vpc.id], status: 'PROVISIONING' })
    const both = (await sandbox.get(`${one.path}/peerings`)).body
    expect(both.peerings).toHaveLength(2)
    expect(both.vpc_peerings).toEqual(both.peerings)
    expect((await sandbox.get(`${two.path}/peerings`)).body.peerings).toEqual([(await sandbox.get(path)).body.vpc_peering])
    expect((await sandbox.patch(`${one.path}/peerings/${peering.id}`, { name: 'renamed' })).body.peering.name).toBe('renamed')
    expect((await sandbox.patch(`${one.path}/peerings/${peering.id}`, { name: 'storefront-reports' })).status).toBe(409)
    expect((await sandbox.patch(`${two.path}/peerings/${peering.id}`, { name: 'other' })).status).toBe(404)
    expect((await sandbox.post(`${one.path}/peerings`, { name: 'x', vpc_id: one.vpc.id })).status).toBe(422)
  })

  it('requires two different existing VPCs, and one peering per pair', async ({ sandbox }) => {
    const { ids, one } = await createPeering(sandbox)
    const peer = (vpc_ids: readonly string[], name = 'another') => sandbox.post('/v2/vpc_peerings', { name, vpc_ids })
    expect((await peer(ids.toReversed())).status).toBe(409)
    expect((await peer([one.vpc.id, one.vpc.id])).status).toBe(422)
    expect(await peer([one.vpc.id, unknownId])).toMatchObject({ status: 404, body: { message: `VPC ID ${unknownId} not found` } })
    const third = await createVpc(sandbox, { name: 'third', ip_range: '' })
    expect((await peer([one.vpc.id, third.vpc.id], 'storefront-reports')).status).toBe(409)
  })
})
