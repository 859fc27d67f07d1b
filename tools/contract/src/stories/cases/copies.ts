import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const copies: Story = {
  title: 'A droplet is backed up by itself, restored from that, and destroyed with all that hangs on it',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const { volume } = await cloud.volumes.create({ body: { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } })
    const made = await cloud.droplets.create({
      body: {
        name: 'web-01',
        region: 'nyc3',
        size: 's-1vcpu-2gb',
        image: 'ubuntu-24-04-x64',
        backups: true,
        backup_policy: { plan: 'daily', hour: 4 },
        volumes: [{ id: volume.id }],
      },
    })
    const path = { droplet_id: made.droplet.id }
    const { policy } = await cloud.droplets.backupPolicies.get({ path })
    keeps(() => assert.deepEqual([policy.backup_enabled, policy.backup_policy?.plan], [true, 'daily']))
    // Until the second night is over.
    await pass(2 * 86_400)
    const { backups } = await cloud.droplets.backups.list({ path })
    keeps(() => assert.equal(backups.length, 2))
    const [backup] = backups
    assert.ok(backup)
    await cloud.droplets.actions.create({ path, body: { type: 'restore', image: backup.id } })
    await pass(600)
    const { droplet: restored } = await cloud.droplets.get({ path })
    keeps(() => assert.deepEqual([restored.status, restored.volume_ids], ['active', [volume.id]]))

    const { reserved_ip: address } = await cloud.reservedIps.create({ body: { droplet_id: made.droplet.id } })
    await pass(60)
    const hanging = await cloud.droplets.associatedResources.list({ path })
    keeps(() =>
      assert.deepEqual([hanging.reserved_ips.map(({ id }) => id), hanging.volumes.map(({ id }) => id)], [[address.ip], [volume.id]]),
    )
    await cloud.droplets.associatedResources.deleteAll({ path, header: { 'X-Dangerous': true } })
    await refuses(409, () => cloud.droplets.associatedResources.deleteAll({ path, header: { 'X-Dangerous': true } }))
    await pass(300)
    const status = await cloud.droplets.associatedResources.getStatus({ path })
    keeps(() => assert.deepEqual([status.failures, status.completed_at === null], [0, false]))
    await refuses(404, () => cloud.droplets.get({ path }))
    await refuses(404, () => cloud.reservedIps.get({ path: { reserved_ip: address.ip } }))
    await refuses(404, () => cloud.volumes.get({ path: { volume_id: volume.id } }))
  },
}
