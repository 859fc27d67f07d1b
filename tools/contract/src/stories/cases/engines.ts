import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const common = { region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 1 } as const

export const engines: Story = {
  title: 'MySQL, Valkey, OpenSearch and MongoDB each have what is theirs, and refuse what is not',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const bodies = [
      { ...common, name: 'catalog-mysql', engine: 'mysql', version: '8' },
      { ...common, name: 'cache-valkey', engine: 'valkey', version: '8' },
      { ...common, name: 'search-os', engine: 'opensearch', version: '2.19' },
      { ...common, name: 'reviews-mongo', engine: 'mongodb', version: '8' },
    ] as const
    const paths: { readonly database_cluster_uuid: string }[] = []
    for (const body of bodies) {
      const { database } = await cloud.databases.create({ body })
      paths.push({ database_cluster_uuid: database.id })
    }
    const [mysql, valkey, search, mongo] = paths
    assert(mysql && valkey && search && mongo)
    await pass(120)

    await cloud.databases.sqlMode.update({ path: mysql, body: { sql_mode: 'ANSI,TRADITIONAL' } })
    const { sql_mode: mode } = await cloud.databases.sqlMode.get({ path: mysql })
    keeps(() => assert.equal(mode, 'ANSI,TRADITIONAL'))
    await refuses(412, () => cloud.databases.sqlMode.get({ path: valkey }))
    const plugin = { name: 'catalog-import', mysql_settings: { auth_plugin: 'mysql_native_password' } } as const
    const { user } = await cloud.databases.users.create({ path: mysql, body: plugin })
    const at = { ...mysql, username: user.name }
    const { user: reset } = await cloud.databases.users.resetAuth({
      path: at,
      body: { mysql_settings: { auth_plugin: 'caching_sha2_password' } },
    })
    keeps(() => {
      assert.notEqual(reset.password, user.password)
      assert.equal(reset.mysql_settings?.auth_plugin, 'caching_sha2_password')
    })

    await cloud.databases.evictionPolicy.update({ path: valkey, body: { eviction_policy: 'allkeys_lru' } })
    const { eviction_policy: policy } = await cloud.databases.evictionPolicy.get({ path: valkey })
    keeps(() => assert.equal(policy, 'allkeys_lru'))
    await refuses(412, () => cloud.databases.evictionPolicy.get({ path: mysql }))

    const indexes = await cloud.databases.indexes.list({ path: search })
    await cloud.databases.indexes.delete({ path: { ...search, index_name: indexes.indexes[0]?.index_name ?? '' } })
    const sink = {
      sink_name: 'office-syslog',
      sink_type: 'rsyslog',
      config: { server: 'logs.tidewater.example', port: 6514, tls: true, format: 'rfc5424' },
    } as const
    const { sink: made } = await cloud.databases.logsinks.create({ path: mysql, body: sink })
    const { sinks } = await cloud.databases.logsinks.list({ path: mysql })
    const listed = sinks.map(({ sink_id: id, sink_name: name }) => [id, name])
    keeps(() => assert.deepEqual(listed, [[made.sink_id, 'office-syslog']]))
    await cloud.databases.logsinks.delete({ path: { ...mysql, logsink_id: made.sink_id } })
    await refuses(404, () => cloud.databases.logsinks.get({ path: { ...mysql, logsink_id: made.sink_id } }))

    const { user: reader } = await cloud.databases.users.create({
      path: mongo,
      body: { name: 'reviews-app', settings: { mongo_user_settings: { databases: ['reviews'], role: 'readWrite' } } },
    })
    // MongoDB shows a password once.
    assert.ok(reader.password)
    const { user: seen } = await cloud.databases.users.get({ path: { ...mongo, username: 'reviews-app' } })
    keeps(() => assert.equal('password' in seen, false))
    await refuses(422, () => cloud.databases.replicas.list({ path: mongo }))
    for (const path of paths) await cloud.databases.delete({ path })
    const { meta } = await cloud.databases.list()
    keeps(() => assert.equal(meta.total, 0))
  },
}
