import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

const bgp = { local_router_ip: '169.254.0.1/29', peer_router_ip: '169.254.0.6/29', peer_router_asn: 65_010, auth_key: 'example-password-1' }
const attachments = '/v2/partner_network_connect/attachments'

async function begin() {
  const sandbox = createTestSandbox()
  const vpc = (await sandbox.post('/v2/vpcs', { name: 'net', region: 'nyc3', ip_range: '10.20.0.0/20' })).body.vpc.id as string
  const line = {
    name: 'printing-house',
    connection_bandwidth_in_mbps: 1000,
    region: 'nyc',
    naas_provider: 'MEGAPORT',
    vpc_ids: [vpc],
  } as const
  const make = (more: Fields<typeof attachments> = {}) => sandbox.post(attachments, { ...line, ...more })
  return { sandbox, vpc, line, make }
}

describe('partner attachments', () => {
  it('creates an attachment, then returns the service key for its other end', async () => {
    const { sandbox, line, make } = await begin()
    const created = await make({ bgp, redundancy_zone: 'MEGAPORT_RED', parent_uuid: '' })
    expect(created.status).toBe(202)
    const { partner_attachment: attachment } = created.body
    expect(attachment).toMatchObject({
      ...line,
      state: 'CREATING',
      bgp: { local_asn: 64_532, peer_asn: 65_010, local_router_ip: '169.254.0.1/29', peer_router_ip: '169.254.0.6/29' },
    })
    for (const field of ['parent_uuid', 'children']) expect(attachment).not.toHaveProperty(field)
    expect(JSON.stringify(created.body)).not.toContain('example-password-1')
    const path = `${attachments}/${attachment.id}` as const
    expect((await sandbox.get(`${path}/service_key`)).body.service_key).toMatchObject({ value: '', state: 'CREATING' })
    expect((await sandbox.post(`${path}/service_key`)).status).toBe(422)
    await sandbox.pass(10)
    expect((await sandbox.get(path)).body.partner_attachment.state).toBe('CREATED')
    const { service_key: first } = (await sandbox.get(`${path}/service_key`)).body
    expect(first.state).toBe('CREATED')
    expect(await sandbox.post(`${path}/service_key`)).toMatchObject({ status: 202, body: {} })
    await sandbox.pass(5)
    const { service_key: second } = (await sandbox.get(`${path}/service_key`)).body
    expect(second.value).not.toBe('')
    expect(second.value).not.toBe(first.value)
    expect((await sandbox.get(`${path}/bgp_auth_key`)).body.bgp_auth_key.value).toBe('example-password-1')
    expect((await sandbox.get(`${path}/remote_routes?per_page=5`)).body).toEqual({ remote_routes: [], links: {}, meta: { total: 0 } })
    expect((await sandbox.get(attachments)).body.partner_attachments).toEqual([(await sandbox.get(path)).body.partner_attachment])
  })

  it('updates name, VPCs and BGP settings, each as a whole', async () => {
    const { sandbox, vpc, make } = await begin()
    const path = `${attachments}/${(await make()).body.partner_attachment.id}` as const
    expect((await sandbox.get(`${path}/bgp_auth_key`)).status).toBe(404)
    const other = (await sandbox.post('/v2/vpcs', { name: 'net-2', region: 'nyc1' })).body.vpc.id
    const change = async (body: Partial<BodyAt<'patch', typeof path>>) => (await sandbox.patch(path, body)).body.partner_attachment
    expect((await change({ name: 'main' })).name).toBe('main')
    expect((await change({ vpc_ids: [vpc, other] })).vpc_ids).toEqual([vpc, other])
    expect(await change({ bgp: { ...bgp, auth_key: 'example-password-2' } })).toMatchObject({ name: 'main', bgp: { peer_asn: 65_010 } })
    expect((await sandbox.get(`${path}/bgp_auth_key`)).body.bgp_auth_key.value).toBe('example-password-2')
    expect((await sandbox.patch(path, {})).status).toBe(422)
    expect((await sandbox.delete(`/v2/vpcs/${vpc}`)).status).toBe(409)
  })

  const wrong = [
    { input: { region: 'sfo' }, expected: 'not a data center of sfo' },
    { input: { vpc_ids: ['5a4981aa-9653-4bd1-bef5-d6bff52042e4'] }, expected: 'vpc_ids: VPC' },
    { input: { bgp: { ...bgp, local_router_ip: '169.254.0.1' } }, expected: 'bgp.local_router_ip' },
    { input: { bgp: { ...bgp, peer_router_ip: '169.254.0.9/29' } }, expected: 'same network' },
    { input: { bgp: { ...bgp, peer_router_ip: '169.254.0.1/29' } }, expected: 'another address' },
  ]
  it.each(wrong)('returns 422 for an attachment with $expected', async ({ input, expected }) => {
    const { sandbox, make } = await begin()
    await expectRefusal(make(forbidden(input)), 422, expected)
    expect((await sandbox.get(attachments)).body.meta.total).toBe(0)
  })

  it('creates redundant attachments, which must be deleted first', async () => {
    const { sandbox, make } = await begin()
    const parent = (await make()).body.partner_attachment.id
    const other = (await sandbox.post('/v2/vpcs', { name: 'net-2', region: 'nyc1' })).body.vpc.id
    expect((await make({ parent_uuid: 'e8b3d06f-2c47-4a91-b5e8-90f1c7d2a364' })).status).toBe(404)
    expect((await make({ parent_uuid: parent, vpc_ids: [other] })).body.message).toContain('vpc_ids')
    expect((await make({ parent_uuid: parent, connection_bandwidth_in_mbps: 2000 })).status).toBe(422)
    const second = (await make({ parent_uuid: parent })).body.partner_attachment
    expect(second.parent_uuid).toBe(parent)
    expect((await sandbox.get(`${attachments}/${parent}`)).body.partner_attachment.children).toEqual([second.id])
    expect((await sandbox.delete(`${attachments}/${parent}`)).status).toBe(403)
    expect(await sandbox.delete(`${attachments}/${second.id}`)).toMatchObject({
      status: 202,
      body: { partner_attachment: { state: 'DELETING' } },
    })
    expect((await sandbox.delete(`${attachments}/${second.id}`)).status).toBe(409)
    await sandbox.pass(5)
    expect((await sandbox.get(`${attachments}/${second.id}`)).status).toBe(404)
    expect((await sandbox.delete(`${attachments}/${parent}`)).status).toBe(202)
    await sandbox.pass(30)
    expect((await sandbox.get(attachments)).body.meta.total).toBe(0)
  })
})
