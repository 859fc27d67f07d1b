import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

const everywhere = { addresses: ['0.0.0.0/0', '::/0'] }

export const firewalls: Story = {
  title: 'A firewall gains rules, droplets and tags, loses them, and is deleted',
  run: async (context) => {
    const { cloud, keeps, lists, refuses, pass } = context
    const [named, tagged] = [await makeDroplet(context), await makeDroplet(context, 'web-02', ['storefront'])]
    const https = { protocol: 'tcp', ports: '443', sources: everywhere } as const
    const body = { name: 'web-traffic', inbound_rules: [https], droplet_ids: [named] }
    const { firewall } = await cloud.firewalls.create({ body })
    const path = { firewall_id: firewall.id }
    keeps(() => assert.deepEqual([firewall.status, firewall.droplet_ids], ['waiting', [named]]))
    await refuses(409, () => cloud.firewalls.create({ body }))
    await pass(30)
    const { firewall: ready } = await cloud.firewalls.get({ path })
    keeps(() => assert.deepEqual([ready.status, ready.pending_changes], ['succeeded', []]))

    const tags = ['storefront']
    const database = { protocol: 'tcp', ports: '5432', sources: { tags } } as const
    await cloud.firewalls.rules.add({ path, body: { inbound_rules: [database] } })
    await cloud.firewalls.tags.add({ path, body: { tags: ['storefront'] } })
    await cloud.firewalls.droplets.add({ path, body: { droplet_ids: [tagged] } })
    await pass(30)
    const { firewall: grown } = await cloud.firewalls.get({ path })
    keeps(() => {
      assert.deepEqual(
        grown.inbound_rules.map(({ ports }) => ports),
        ['443', '5432'],
      )
      assert.deepEqual([grown.droplet_ids, grown.tags], [[named, tagged], ['storefront']])
    })
    const { firewalls: around } = await cloud.droplets.firewalls.list({ path: { droplet_id: tagged } })
    lists(around, 'id', [firewall.id])

    await cloud.firewalls.rules.remove({ path, body: { inbound_rules: [database] } })
    await cloud.firewalls.tags.remove({ path, body: { tags: ['storefront'] } })
    await cloud.firewalls.droplets.remove({ path, body: { droplet_ids: [tagged] } })
    const dns = { protocol: 'udp', ports: '53', destinations: everywhere } as const
    const { firewall: replaced } = await cloud.firewalls.update({ path, body: { name: 'dns-only', outbound_rules: [dns] } })
    keeps(() => assert.deepEqual([replaced.name, replaced.inbound_rules, replaced.tags], ['dns-only', [], []]))
    await pass(30)
    const { firewalls: all } = await cloud.firewalls.list()
    lists(all, ({ name, droplet_ids: ids }) => [name, ids], [['dns-only', []]])
    await cloud.firewalls.delete({ path })
    await refuses(404, () => cloud.firewalls.get({ path }))
  },
}
