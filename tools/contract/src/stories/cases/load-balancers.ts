import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

const http = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 } as const
const tcp = { entry_protocol: 'tcp', entry_port: 3306, target_protocol: 'tcp', target_port: 3306 } as const

export const loadBalancers: Story = {
  title: 'A load balancer gets an address, droplets and rules, changes one thing at a time, and goes',
  run: async (context) => {
    const { cloud, keeps, lists, refuses, pass } = context
    const [first, second] = [await makeDroplet(context), await makeDroplet(context, 'web-02')]
    const [ids, rules] = [[first], [http]]
    const body = { name: 'storefront-lb', region: 'nyc3', droplet_ids: ids, forwarding_rules: rules } as const
    const { load_balancer: made } = await cloud.loadBalancers.create({ body })
    const path = { lb_id: made.id }
    keeps(() => assert.deepEqual([made.status, made.ip], ['new', '']))
    await refuses(403, () => cloud.loadBalancers.update({ path, body }))
    await pass(60)
    const { load_balancer: active } = await cloud.loadBalancers.get({ path })
    keeps(() => {
      assert.equal(active.status, 'active')
      assert.notEqual(active.ip, '')
      assert.deepEqual(active.droplet_ids, [first])
    })

    await cloud.loadBalancers.droplets.add({ path, body: { droplet_ids: [second] } })
    await pass(30)
    await cloud.loadBalancers.forwardingRules.add({ path, body: { forwarding_rules: [tcp] } })
    await pass(30)
    const { load_balancers: all } = await cloud.loadBalancers.list()
    lists(all, (each) => [each.droplet_ids, each.forwarding_rules.length], [[[first, second], 2]])
    await refuses(422, () => cloud.loadBalancers.forwardingRules.add({ path, body: { forwarding_rules: [tcp] } }))
    await cloud.loadBalancers.forwardingRules.remove({ path, body: { forwarding_rules: [tcp] } })
    await pass(30)
    await cloud.loadBalancers.droplets.remove({ path, body: { droplet_ids: [first] } })
    await pass(30)
    const { load_balancer: larger } = await cloud.loadBalancers.update({
      path,
      body: { ...body, name: 'shop-lb', size_unit: 2, droplet_ids: [second] },
    })
    keeps(() => assert.deepEqual([larger.name, larger.size_unit, larger.droplet_ids], ['shop-lb', 2, [second]]))
    await pass(30)
    await cloud.loadBalancers.delete({ path })
    await refuses(404, () => cloud.loadBalancers.get({ path }))
  },
}
