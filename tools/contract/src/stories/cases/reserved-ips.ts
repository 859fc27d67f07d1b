import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const reservedIps: Story = {
  title: 'A reserved IP points to one droplet, then to another, and is given back',
  run: async (context) => {
    const { cloud, keeps, lists, refuses, pass } = context
    const [first, second] = [await makeDroplet(context), await makeDroplet(context, 'web-02')]
    const { reserved_ip: made } = await cloud.reservedIps.create({ body: { region: 'nyc3' } })
    const path = { reserved_ip: made.ip }
    keeps(() => assert.deepEqual([made.droplet, made.locked, made.region.slug], [null, false, 'nyc3']))
    await refuses(422, () => cloud.reservedIps.actions.unassign(path.reserved_ip))

    const { action } = await cloud.reservedIps.actions.assign(path.reserved_ip, { droplet_id: first })
    await refuses(422, () => cloud.reservedIps.actions.unassign(path.reserved_ip))
    await pass(30)
    const { action: ended } = await cloud.reservedIps.actions.get({ path: { ...path, action_id: action.id } })
    // The address as one number.
    const number = made.ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    keeps(() => assert.deepEqual([ended.status, ended.type, ended.resource_id], ['completed', 'assign_ip', number]))
    const { reserved_ip: assigned } = await cloud.reservedIps.get({ path })
    keeps(() => assert.equal(assigned.droplet?.id, first))

    await cloud.reservedIps.actions.assign(path.reserved_ip, { droplet_id: second })
    await pass(30)
    const { reserved_ips: all, meta } = await cloud.reservedIps.list()
    keeps(() => assert.deepEqual([all.map(({ ip, droplet }) => [ip, droplet?.id]), meta.total], [[[made.ip, second]], 1]))
    // The same address under its older name.
    const { actions: moves } = await cloud.floatingIps.actions.list({ path: { floating_ip: made.ip } })
    keeps(() => assert.equal(moves.length, 2))
    const { floating_ip: floating } = await cloud.floatingIps.get({ path: { floating_ip: made.ip } })
    keeps(() => assert.deepEqual([floating.ip, floating.droplet?.id], [made.ip, second]))
    await cloud.reservedIps.actions.unassign(path.reserved_ip)
    await pass(30)
    const { actions } = await cloud.reservedIps.actions.list({ path })
    keeps(() => assert.deepEqual(actions.map(({ type }) => type).toSorted(), ['assign_ip', 'assign_ip', 'unassign_ip']))
    await cloud.reservedIps.delete({ path })
    await refuses(404, () => cloud.reservedIps.get({ path }))
    await refuses(404, () => cloud.reservedIps.delete({ path }))

    const { reserved_ipv6: long } = await cloud.reservedIpv6.create({ body: { region_slug: 'nyc3' } })
    const { reserved_ipv6s: longs } = await cloud.reservedIpv6.list()
    lists(longs, 'ip', [long.ip])
    const v6 = { reserved_ipv6: long.ip }
    await cloud.reservedIpv6.actions.assign(v6.reserved_ipv6, { droplet_id: first })
    await pass(30)
    const { reserved_ipv6: pointing } = await cloud.reservedIpv6.get({ path: v6 })
    keeps(() => assert.equal(pointing.droplet?.id, first))
    await cloud.reservedIpv6.actions.unassign(v6.reserved_ipv6)
    await pass(30)
    await cloud.reservedIpv6.delete({ path: v6 })
    await refuses(404, () => cloud.reservedIpv6.get({ path: v6 }))
  },
}
