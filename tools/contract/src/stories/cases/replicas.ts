import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const replicas: Story = {
  title: 'A database cluster has a replica that becomes a cluster, and another made from its backup',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const size = 'db-s-2vcpu-4gb'
    const body = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size, num_nodes: 1 } as const
    const { database } = await cloud.databases.create({ body })
    const path = { database_cluster_uuid: database.id }
    await refuses(412, () => cloud.databases.replicas.create({ path, body: { name: 'orders-pg-reports' } }))
    await pass(120)
    const { replica } = await cloud.databases.replicas.create({ path, body: { name: 'orders-pg-reports' } })
    const at = { ...path, replica_name: 'orders-pg-reports' }
    keeps(() => assert.deepEqual([replica.status, replica.region], ['creating', 'nyc3']))
    await pass(120)
    const { replica: online } = await cloud.databases.replicas.get({ path: at })
    keeps(() => assert.equal(online.status, 'online'))
    const { replicas: all } = await cloud.databases.replicas.list({ path })
    lists(all, 'name', ['orders-pg-reports'])
    await cloud.databases.replicas.promote({ path: at })
    await pass(120)
    await refuses(404, () => cloud.databases.replicas.get({ path: at }))

    await pass(2 * 86_400)
    const { backups } = await cloud.databases.backups.list({ path })
    const [backup] = backups
    assert.ok(backup)
    const restore = { database_name: 'orders-pg', backup_created_at: backup.created_at }
    await cloud.databases.create({ body: { ...body, name: 'orders-pg-rehearsal', backup_restore: restore } })
    await pass(120)
    const { databases: clusters } = await cloud.databases.list()
    keeps(() => {
      assert.deepEqual(clusters.map(({ name }) => name).toSorted(), ['orders-pg', 'orders-pg-rehearsal', 'orders-pg-reports'])
      assert.deepEqual(new Set(clusters.map(({ status }) => status)), new Set(['online']))
    })
    const { ca } = await cloud.databases.getCa({ path })
    assert.match(Buffer.from(ca.certificate, 'base64').toString(), /-----BEGIN CERTIFICATE-----/)
    await cloud.databases.migrate({ path, body: { region: 'ams3' } })
    await pass(300)
    const { database: moved } = await cloud.databases.get({ path })
    keeps(() => assert.deepEqual([moved.region, moved.status], ['ams3', 'online']))
    const { events } = await cloud.databases.events.list({ path })
    keeps(() => assert.ok(events.length >= 2))
  },
}
