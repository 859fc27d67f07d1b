import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const security: Story = {
  title: 'A scan finds a server without a firewall, and one finding is put aside',
  run: async (context) => {
    const { cloud, keeps, lists, refuses, pass } = context
    const droplet = await makeDroplet(context, 'web-01', ['storefront'])
    await refuses(404, () => cloud.security.scans.getLatest())
    await cloud.security.settings.updatePlan({ body: { tier_coverage: { basic: { resources: [], tags: ['storefront'] } } } })
    const { scan } = await cloud.security.scans.create()
    keeps(() => assert.equal(scan.status, 'IN_PROGRESS'))
    await refuses(400, () => cloud.security.scans.create())
    await pass(600)
    const { scan: done } = await cloud.security.scans.getLatest()
    keeps(() =>
      assert.deepEqual(
        [done.id, done.status, done.findings.map(({ name }) => name)],
        [scan.id, 'COMPLETED', ['No firewall', 'No backups']],
      ),
    )
    const { scans, meta } = await cloud.security.scans.list()
    keeps(() => assert.deepEqual([scans.map(({ id }) => id), meta.total], [[scan.id], 1]))
    const [finding] = done.findings
    assert.ok(finding)
    const resources = [`do:droplet:${droplet}`]
    const { resources: aside } = await cloud.security.suppressions.create({ body: { rule_uuid: finding.rule_uuid, resources } })
    keeps(() => assert.equal(aside.length, 1))
    const { scan: second } = await cloud.security.scans.create()
    await pass(600)
    const { scan: again } = await cloud.security.scans.get({ path: { scan_id: second.id } })
    lists(again.findings, 'name', ['No backups'])
  },
}
