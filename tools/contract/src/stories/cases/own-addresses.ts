import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const ownAddresses: Story = {
  title: 'A prefix of own addresses is checked, announced, used by a droplet, and taken back',
  run: async (context) => {
    const { cloud, keeps, lists, refuses, pass } = context
    const made = await cloud.byoipPrefixes.create({
      body: { prefix: '192.0.2.0/24', region: 'nyc3', signature: 'ZXhhbXBsZS1zaWduYXR1cmU=' },
    })
    const path = { byoip_prefix_uuid: made.uuid }
    keeps(() => assert.equal(made.status, 'pending'))
    await refuses(422, () => cloud.byoipPrefixes.update({ path, body: { advertise: true } }))
    await pass(300)
    const { byoip_prefix: checked } = await cloud.byoipPrefixes.get({ path })
    keeps(() => assert.deepEqual([checked.status, checked.advertised], ['active', false]))
    await cloud.byoipPrefixes.update({ path, body: { advertise: true } })
    await refuses(422, () => cloud.byoipPrefixes.delete({ path }))

    const droplet = await makeDroplet(context)
    const address = { reserved_ip: '192.0.2.10' }
    await cloud.reservedIps.actions.create({ path: address, body: { type: 'assign', droplet_id: droplet } })
    await pass(60)
    const { ips } = await cloud.byoipPrefixes.ips.list({ path })
    lists(ips, ({ byoip, resource }) => [byoip, resource], [['192.0.2.10', `do:droplet:${droplet}`]])
    await cloud.reservedIps.actions.create({ path: address, body: { type: 'unassign' } })
    await pass(60)
    await cloud.byoipPrefixes.update({ path, body: { advertise: false } })
    await cloud.byoipPrefixes.delete({ path })
    await pass(300)
    await refuses(404, () => cloud.byoipPrefixes.get({ path }))
    const { byoip_prefixes: left } = await cloud.byoipPrefixes.list()
    keeps(() => assert.deepEqual(left, []))
  },
}
