import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const vpcs: Story = {
  title: 'VPCs are made, joined by a peering, have members, and go once they are empty',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { meta: before } = await cloud.vpcs.list()
    const body = { name: 'storefront-net', region: 'nyc3', ip_range: '10.108.0.0/20', description: 'Web servers' } as const
    const { vpc } = await cloud.vpcs.create({ body })
    const path = { vpc_id: vpc.id }
    await refuses(409, () => cloud.vpcs.create({ body: { name: 'storefront-net', region: 'ams3' } }))
    await refuses(422, () => cloud.vpcs.create({ body: { ...body, name: 'overlapping' } }))
    const { vpc: same } = await cloud.vpcs.get({ path })
    keeps(() => assert.deepEqual(same, vpc))
    const { vpc: patched } = await cloud.vpcs.update({ path, body: { name: 'shop-net' } })
    keeps(() => assert.deepEqual([patched.name, patched.description], ['shop-net', 'Web servers']))
    const { vpc: replaced } = await cloud.vpcs.replace({ path, body: { name: 'storefront-net' } })
    keeps(() => assert.deepEqual([replaced.name, replaced.description], ['storefront-net', '']))

    const { vpc: far } = await cloud.vpcs.create({ body: { name: 'reports-net', region: 'ams3', ip_range: '10.110.0.0/20' } })
    const { vpc_peering: peering } = await cloud.vpcPeerings.create({ body: { name: 'storefront-reports', vpc_ids: [vpc.id, far.id] } })
    const at = { vpc_peering_id: peering.id }
    await pass(60)
    const { vpc_peering: active } = await cloud.vpcPeerings.get({ path: at })
    keeps(() => assert.deepEqual([active.status, active.vpc_ids], ['ACTIVE', [vpc.id, far.id]]))
    const { peerings, vpc_peerings: again } = await cloud.vpcs.peerings.list({ path })
    keeps(() => assert.deepEqual([peerings, again], [[active], [active]]))
    await cloud.vpcPeerings.delete({ path: at })
    await pass(60)
    await refuses(404, () => cloud.vpcPeerings.get({ path: at }))

    const made = await cloud.droplets.create({
      body: { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', vpc_uuid: vpc.id },
    })
    const { members } = await cloud.vpcs.members.list({ path })
    lists(members, 'urn', [`do:droplet:${made.droplet.id}`])
    await refuses(409, () => cloud.vpcs.delete({ path }))
    await pass(120)
    await cloud.droplets.delete({ path: { droplet_id: made.droplet.id } })
    await cloud.vpcs.delete({ path })
    await refuses(404, () => cloud.vpcs.get({ path }))
    const { meta } = await cloud.vpcs.list()
    keeps(() => assert.equal(meta.total, before.total + 1))
  },
}
