import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

async function begin() {
  const sandbox = createTestSandbox()
  const vpc = (await sandbox.post('/v2/vpcs', { name: 'net', region: 'nyc3', ip_range: '10.20.0.0/20' })).body.vpc.id as string
  const egress = {
    name: 'storefront-egress',
    type: 'PUBLIC',
    region: 'nyc3',
    size: 1,
    vpcs: [{ vpc_uuid: vpc, default_gateway: true }],
  } as const
  return { sandbox, vpc, egress }
}

const it = plain.extend('begun', begin)

describe('VPC NAT gateways', () => {
  it('is new, provisioning, active with its addresses, then deleted', async ({ begun: { sandbox, vpc, egress } }) => {
    const created = await sandbox.post('/v2/vpc_nat_gateways', { ...egress, tcp_timeout_seconds: 60 })
    expect(created.status).toBe(202)
    const { vpc_nat_gateway: gateway } = created.body
    expect(gateway).toMatchObject({
      state: 'NEW',
      vpcs: [{ vpc_uuid: vpc, gateway_ip: '', default_gateway: true }],
      egresses: { public_gateways: [] },
      udp_timeout_seconds: 30,
      icmp_timeout_seconds: 30,
      tcp_timeout_seconds: 60,
    })
    const path = `/v2/vpc_nat_gateways/${gateway.id}` as const
    const read = async () => (await sandbox.get(path)).body.vpc_nat_gateway
    await sandbox.pass(5)
    expect((await read()).state).toBe('PROVISIONING')
    await sandbox.pass(20)
    const active = await read()
    expect(active.state).toBe('ACTIVE')
    expect(active.vpcs[0].gateway_ip).toMatch(/^10\.20\./)
    expect(active.egresses.public_gateways[0].ipv4).toMatch(/^198\.1[89]\./)
    expect((await sandbox.delete(path)).status).toBe(202)
    expect((await read()).state).toBe('DELETING')
    expect((await sandbox.delete(path)).status).toBe(409)
    await sandbox.pass(5)
    expect((await sandbox.get(path)).status).toBe(404)
  })

  it('deletes a gateway that is still being created', async ({ begun: { sandbox, egress } }) => {
    const { id } = (await sandbox.post('/v2/vpc_nat_gateways', egress)).body.vpc_nat_gateway
    await sandbox.delete(`/v2/vpc_nat_gateways/${id}`)
    await sandbox.pass(1)
    expect((await sandbox.get(`/v2/vpc_nat_gateways/${id}`)).body.vpc_nat_gateway.state).toBe('DELETING')
    await sandbox.pass(30)
    expect((await sandbox.get('/v2/vpc_nat_gateways')).body.meta.total).toBe(0)
  })

  it('filters gateways by lower-case state and type, region and name', async ({ begun: { sandbox, egress } }) => {
    await sandbox.post('/v2/vpc_nat_gateways', egress)
    const total = async (query: string) => (await sandbox.get(`/v2/vpc_nat_gateways?${query}`)).body.meta.total
    expect(await total('state=new&type=public&region=nyc3&name=storefront-egress')).toBe(1)
    expect(await total('state=active')).toBe(0)
    expect(await total('region=ams3')).toBe(0)
    expect(await total('state=active&state=new&region=ams3&region=nyc3&name=a&name=storefront-egress')).toBe(1)
    expect(await total('state=active&state=deleting')).toBe(0)
    expect(await total('name=STOREFRONT-egress')).toBe(0)
  })

  it('rejects a missing VPC, and a second default gateway of a VPC', async ({ begun: { sandbox, vpc, egress } }) => {
    await sandbox.post('/v2/vpc_nat_gateways', egress)
    const make = (more: Fields<'/v2/vpc_nat_gateways'>) =>
      sandbox.post('/v2/vpc_nat_gateways', { ...egress, vpcs: [{ vpc_uuid: vpc }], ...more })
    expect((await make({ name: 'b', vpcs: egress.vpcs })).body.message).toContain('storefront-egress')
    expect((await make({ name: 'b', vpcs: [{ vpc_uuid: '5a4981aa-9653-4bd1-bef5-d6bff52042e4' }] })).status).toBe(422)
    expect((await make({ name: 'b', vpcs: [{ vpc_uuid: vpc }, { vpc_uuid: vpc }] })).status).toBe(422)
    expect((await make({ name: 'b', region: 'ams3' })).body.message).toContain('vpcs')
    expect((await make({ name: 'b', region: 'ams2' })).body.message).toContain('ams2')
    expect((await make({ name: 'b' })).status).toBe(202)
  })

  it('updates only an active gateway, and keeps fields that are left out', async ({ begun: { sandbox, vpc, egress } }) => {
    const { id } = (await sandbox.post('/v2/vpc_nat_gateways', egress)).body.vpc_nat_gateway
    const path = `/v2/vpc_nat_gateways/${id}` as const
    expect((await sandbox.put(path, { name: 'a', size: 2 })).status).toBe(409)
    await sandbox.pass(25)
    const before = (await sandbox.get(path)).body.vpc_nat_gateway
    await sandbox.pass(60)
    const changed = (await sandbox.put(path, { name: 'a', size: 2, udp_timeout_seconds: 45 })).body.vpc_nat_gateway
    expect(changed).toMatchObject({
      name: 'a',
      size: 2,
      udp_timeout_seconds: 45,
      tcp_timeout_seconds: 30,
      vpcs: before.vpcs,
      egresses: before.egresses,
    })
    expect(changed.updated_at > before.updated_at).toBe(true)
    const other = (await sandbox.post('/v2/vpcs', { name: 'net-2', region: 'nyc3', ip_range: '10.30.0.0/20' })).body.vpc.id
    const vpcs = [{ vpc_uuid: vpc, default_gateway: false }, { vpc_uuid: other }] as const
    const moved = (await sandbox.put(path, { name: 'a', size: 2, vpcs })).body.vpc_nat_gateway
    expect(moved.vpcs[0]).toEqual({ ...before.vpcs[0], default_gateway: false })
    expect(moved.vpcs[1].gateway_ip).toMatch(/^10\.30\./)
  })
})
