import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const gateways: Story = {
  title: 'A VPC gets a NAT gateway and a partner attachment, both change and go',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { vpc } = await cloud.vpcs.create({ body: { name: 'storefront-net', region: 'nyc3', ip_range: '10.108.0.0/20' } })
    const vpcs = [{ vpc_uuid: vpc.id, default_gateway: true }]
    const { vpc_nat_gateway: gateway } = await cloud.vpcNatGateways.create({
      body: { name: 'storefront-egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs },
    })
    const path = { id: gateway.id }
    keeps(() => assert.equal(gateway.state, 'NEW'))
    await pass(120)
    const { vpc_nat_gateway: active } = await cloud.vpcNatGateways.get({ path })
    keeps(() => assert.deepEqual([active.state, active.egresses?.public_gateways?.length], ['ACTIVE', 1]))
    await cloud.vpcNatGateways.update({ path, body: { name: 'storefront-egress', size: 2 } })
    await pass(120)
    const { vpc_nat_gateways: all } = await cloud.vpcNatGateways.list({ query: { name: 'storefront-egress' } })
    lists(all, ({ id, size }) => [id, size], [[gateway.id, 2]])
    await cloud.vpcNatGateways.delete({ path })
    await refuses(409, () => cloud.vpcNatGateways.delete({ path }))
    await pass(120)
    await refuses(404, () => cloud.vpcNatGateways.get({ path }))

    const { partner_attachment: attachment } = await cloud.partnerNetworkConnect.attachments.create({
      body: { name: 'printing-house', connection_bandwidth_in_mbps: 1000, region: 'nyc', naas_provider: 'MEGAPORT', vpc_ids: [vpc.id] },
    })
    const at = { pa_id: attachment.id }
    await refuses(422, () => cloud.partnerNetworkConnect.attachments.createServiceKey({ path: at }))
    await pass(60)
    const { service_key: key } = await cloud.partnerNetworkConnect.attachments.getServiceKey({ path: at })
    keeps(() => assert.equal(key.state, 'CREATED'))
    await cloud.partnerNetworkConnect.attachments.createServiceKey({ path: at })
    await pass(60)
    const { service_key: next } = await cloud.partnerNetworkConnect.attachments.getServiceKey({ path: at })
    keeps(() => assert.notEqual(next.value, key.value))
    await cloud.partnerNetworkConnect.attachments.update({ path: at, body: { name: 'printing-house-main' } })
    const { partner_attachments: attachments } = await cloud.partnerNetworkConnect.attachments.list()
    lists(attachments, 'name', ['printing-house-main'])
    await pass(60)
    await cloud.partnerNetworkConnect.attachments.delete({ path: at })
    await pass(120)
    await refuses(404, () => cloud.partnerNetworkConnect.attachments.get({ path: at }))
  },
}
