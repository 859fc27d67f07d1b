import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const databases: Story = {
  title: 'A database cluster comes online, gets databases, users, a pool and rules, grows, is upgraded and deleted',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const body = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 1 } as const
    const { database: made } = await cloud.databases.create({ body })
    const path = { database_cluster_uuid: made.id }
    keeps(() => assert.deepEqual([made.status, made.db_names], ['creating', ['defaultdb']]))
    await refuses(422, () => cloud.databases.create({ body }))
    await pass(120)
    const { database: online } = await cloud.databases.get({ path })
    keeps(() => assert.deepEqual(online, { ...made, status: 'online' }))

    await cloud.databases.dbs.create({ path, body: { name: 'storefront' } })
    const { user } = await cloud.databases.users.create({ path, body: { name: 'storefront' } })
    await refuses(409, () => cloud.databases.users.create({ path, body: { name: 'storefront' } }))
    const pool = { name: 'storefront-pool', mode: 'transaction', size: 10, db: 'storefront', user: 'storefront' } as const
    await cloud.databases.pools.create({ path, body: pool })
    const { users } = await cloud.databases.users.list({ path })
    const { dbs } = await cloud.databases.dbs.list({ path })
    const { pools } = await cloud.databases.pools.list({ path })
    keeps(() => {
      assert.deepEqual(users.map(({ name }) => name).toSorted(), ['doadmin', 'storefront'])
      assert.deepEqual(
        users.find(({ name }) => name === 'storefront'),
        user,
      )
      assert.deepEqual(dbs.map(({ name }) => name).toSorted(), ['defaultdb', 'storefront'])
      assert.deepEqual(
        pools.map(({ name, size }) => [name, size]),
        [['storefront-pool', 10]],
      )
    })
    await refuses(412, () => cloud.databases.dbs.delete({ path: { ...path, database_name: 'storefront' } }))

    await cloud.databases.firewallRules.update({ path, body: { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] } })
    const { rules } = await cloud.databases.firewallRules.list({ path })
    lists(rules, ({ type, value }) => [type, value], [['ip_addr', '198.51.100.0/24']])
    await cloud.databases.config.update({ path, body: { config: { autovacuum_naptime: 30 } } })
    const { config } = await cloud.databases.config.get({ path })
    keeps(() => assert.equal('autovacuum_naptime' in config && config.autovacuum_naptime, 30))

    await cloud.databases.resize({ path, body: { size: 'db-s-4vcpu-8gb', num_nodes: 2, storage_size_mib: 122_880 } })
    await refuses(412, () => cloud.databases.upgrade({ path, body: { version: '17' } }))
    await pass(120)
    await cloud.databases.upgrade({ path, body: { version: '17' } })
    await pass(120)
    const { databases: all, meta } = await cloud.databases.list()
    keeps(() => {
      assert.deepEqual(
        all.map(({ status, size, version }) => [status, size, version]),
        [['online', 'db-s-4vcpu-8gb', '17']],
      )
      assert.equal(meta.total, 1)
    })
    await cloud.databases.pools.delete({ path: { ...path, pool_name: 'storefront-pool' } })
    await cloud.databases.users.delete({ path: { ...path, username: 'storefront' } })
    await cloud.databases.dbs.delete({ path: { ...path, database_name: 'storefront' } })
    await cloud.databases.delete({ path })
    await refuses(404, () => cloud.databases.users.list({ path }))
  },
}
