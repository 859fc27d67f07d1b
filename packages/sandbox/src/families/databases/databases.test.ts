import { X509Certificate } from 'node:crypto'
import { describe, expect } from 'vitest'
import { createDatabase, expectRefusal } from '../../../test/fixtures.ts'
import { day, it, createCluster, orders, getCluster as read } from '../../../test/create-cluster.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

describe('database options', () => {
  it('[databases-options-list-slugs] list slugs with which a cluster can be created', async ({ sandbox }) => {
    const { options, version_availability: calendar } = (await sandbox.get('/v2/databases/options')).body
    expect(Object.keys(calendar)).toEqual(Object.keys(options))
    for (const engine of Object.keys(options) as (keyof typeof options)[]) {
      const { versions, regions, layouts } = options[engine]
      expect(calendar[engine].map(({ version }) => version)).toEqual(versions)
      for (const { num_nodes, sizes } of layouts) {
        const fields = { engine, version: versions[0], region: regions.at(-1), num_nodes, size: sizes.at(-1) }
        const { status, body } = await sandbox.post('/v2/databases', { ...fields, name: `${engine.replace('_', '-')}-${num_nodes}` })
        expect(status, body.message).toBe(201)
        expect(body.database).toMatchObject(fields)
      }
    }
  })

  it('[databases-size-slug] name sizes by class, CPUs and memory', async ({ sandbox }) => {
    const { options } = (await sandbox.get('/v2/databases/options')).body
    const sizes = Object.values(options).flatMap(({ layouts }) => layouts.flatMap((layout) => layout.sizes))
    for (const size of sizes) expect(size).toMatch(/^[a-z][a-z0-9_]*(-s)?-\d+vcpu-\d+gb$/)
  })

  it('name the value of a combination that is not offered', async ({ sandbox }) => {
    const ask = (fields: Fields<'/v2/databases'>) => sandbox.post('/v2/databases', { ...orders, ...fields })
    await expectRefusal(ask({ region: 'nyc2' }), 422, 'region: PostgreSQL is not offered in nyc2')
    await expectRefusal(ask({ engine: 'kafka', version: '3.8', num_nodes: 2 }), 422, 'num_nodes: Kafka takes one of 1, 3, 6, 9, 15')
    await expectRefusal(
      ask({ engine: 'kafka', version: '3.8', num_nodes: 3, size: 'db-s-1vcpu-2gb' }),
      422,
      'size: db-s-1vcpu-2gb is not offered',
    )
    await expectRefusal(ask({ storage_size_mib: 1024 }), 422, 'storage_size_mib: must be from 61440')
    expect((await sandbox.get('/v2/databases')).body.databases).toEqual([])
  })
})

describe('standby nodes', () => {
  it('[databases-standby-nodes-two] allows two standby nodes', async ({ sandbox }) => {
    const { id } = await createCluster(sandbox, { num_nodes: 3 })
    await expectRefusal(
      sandbox.put(`/v2/databases/${id}/resize`, { num_nodes: 4 }),
      422,
      'num_nodes: a cluster can have two standby nodes at most',
    )
    expect((await read(sandbox, id)).num_nodes).toBe(3)
  })

  it('[limit-standby-nodes] rejects more than two standby nodes', async ({ sandbox }) => {
    for (const engine of ['pg', 'mysql', 'redis', 'valkey', 'mongodb'] as const) {
      const response = await sandbox.post('/v2/databases', { ...orders, engine, version: '', name: engine, num_nodes: 4 })
      expect(response).toMatchObject({ status: 422, body: { message: expect.stringMatching(/^num_nodes: /) } })
    }
  })

  it('[databases-standby-conditions] requires more than the smallest size, except for MongoDB', async ({ sandbox }) => {
    const smallest = { size: 'db-s-1vcpu-1gb', version: '' } as const
    await expectRefusal(sandbox.post('/v2/databases', { ...orders, ...smallest, num_nodes: 2 }), 422, 'takes no standby nodes')
    expect((await createCluster(sandbox, { ...smallest, name: 'one' })).standby_connection).toBeUndefined()
    expect((await createCluster(sandbox, { ...smallest, name: 'docs', engine: 'mongodb', num_nodes: 3 })).num_nodes).toBe(3)
    expect((await createCluster(sandbox, { size: 'gd-2vcpu-8gb', name: 'large', num_nodes: 3 })).num_nodes).toBe(3)
    const { id } = await createCluster(sandbox, { name: 'two', size: 'db-s-1vcpu-2gb', num_nodes: 2 })
    await expectRefusal(sandbox.put(`/v2/databases/${id}/resize`, { size: 'db-s-1vcpu-1gb' }), 422, 'takes no standby nodes')
  })
})

describe('a new cluster', () => {
  it('is complete immediately, and online after a while', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/databases', {
      ...orders,
      version: forbidden(null),
      num_nodes: 2,
      tags: ['Storefront'],
      rules: null,
      private_network_uuid: '',
      project_id: '',
    })
    const { database } = created.body
    const { password } = database.connection
    expect(database).toMatchObject({
      status: 'creating',
      version: '17',
      version_end_of_life: '2029-11-08T00:00:00Z',
      storage_size_mib: 61_440,
      db_names: ['defaultdb'],
      users: [{ name: 'doadmin', role: 'primary', password }],
      connection: { uri: `postgresql://doadmin:${password}@orders-pg.db.spindrift.example:25060/defaultdb?sslmode=require`, ssl: true },
      private_connection: { host: 'private-orders-pg.db.spindrift.example' },
      standby_connection: { host: 'replica-orders-pg.db.spindrift.example', password },
      standby_private_connection: { host: 'private-replica-orders-pg.db.spindrift.example' },
      metrics_endpoints: [{ port: 9273 }, { port: 9273 }],
      rules: [],
      do_settings: { service_cnames: [] },
      maintenance_window: { pending: false, description: [] },
    })
    const path = `/v2/databases/${database.id}` as const
    expect((await sandbox.get('/v2/projects/default')).body.project.id).toBe(database.project_id)
    expect((await sandbox.get(`/v2/vpcs/${database.private_network_uuid}`)).body.vpc.region).toBe('nyc3')
    expect((await sandbox.get(`${path}/users`)).body.users).toMatchObject([{ name: 'doadmin' }])
    expect((await sandbox.get(`${path}/dbs`)).body.dbs).toEqual([{ name: 'defaultdb' }])
    expect((await sandbox.get('/v2/databases?tag_name=storefront')).body.databases).toEqual([database])
    expect((await sandbox.get('/v2/databases?tag_name=other')).body.databases).toEqual([])
    await sandbox.pass(61)
    expect(await read(sandbox, database.id)).toEqual({ ...database, status: 'online' })
  })

  it('accepts the versions and sizes of older clients', async ({ sandbox }) => {
    const large = { size: 'gd-2vcpu-8gb', region: 'nyc1' }
    for (const [name, fields] of Object.entries({
      kafka: { engine: 'kafka', version: '3.5', num_nodes: 3 },
      mongodb: { engine: 'mongodb', version: '6' },
      'redis-5': { engine: 'redis', version: '5' },
      'redis-6': { engine: 'redis', version: '6' },
      'pg-16': { engine: 'advanced_pg', version: '16', ...large },
      'pg-18': { engine: 'advanced_pg', version: '18', ...large },
      mysql: { engine: 'advanced_mysql', version: '8.4.8', ...large },
      search: { engine: 'opensearch', version: '2', size: 'db-s-1vcpu-2gb' },
    } as const))
      expect(await createCluster(sandbox, { name, ...fields })).toMatchObject(fields)
  })

  it('has the connection details of its engine', async ({ sandbox }) => {
    const make = (engine: BodyAt<'post', '/v2/databases'>['engine'], num_nodes = 1) =>
      createCluster(sandbox, { name: engine, engine, version: '', num_nodes })
    const mysql = await make('mysql')
    expect(mysql.connection.uri).toMatch(/^mysql:\/\/doadmin:\w+@mysql\.db\.spindrift\.example:25060\/defaultdb\?ssl-mode=REQUIRED$/)
    expect(mysql.users).toMatchObject([{ mysql_settings: { auth_plugin: 'caching_sha2_password' } }])
    const valkey = await make('valkey')
    expect(valkey).toMatchObject({ users: null, db_names: null, connection: { user: 'default', port: 25_061, database: '' } })
    expect(valkey.connection.uri).toMatch(/^rediss:\/\/default:\w+@valkey\.db\.spindrift\.example:25061$/)
    const search = await make('opensearch')
    expect(search).toMatchObject({ db_names: null, ui_connection: { port: 443, user: 'doadmin', password: search.connection.password } })
    const kafka = await make('kafka', 3)
    expect(kafka.schema_registry_connection).toBeUndefined()
    expect(kafka.standby_connection).toBeUndefined()
    expect(kafka.connection.uri).toMatch(/^kafka:.*:25073$/)
    const { certificate } = (await sandbox.get(`/v2/databases/${kafka.id}/ca`)).body.ca
    const authority = new X509Certificate(Buffer.from(certificate, 'base64'))
    expect(new X509Certificate(kafka.users[0].access_cert).verify(authority.publicKey)).toBe(true)
    const docs = await make('mongodb')
    expect(docs.connection.uri).toMatch(/^mongodb\+srv:\/\/doadmin:\w+@mongodb\.db\.spindrift\.example\/defaultdb\?/)
    // MongoDB shows it once.
    expect(docs.users[0].password).toBe(docs.connection.password)
    const later = await read(sandbox, docs.id)
    expect(later.users).toEqual([{ name: 'doadmin', role: 'primary' }])
    expect(later.connection).toMatchObject({ user: 'doadmin', password: '' })
    expect(later.private_connection.uri).toMatch(/^mongodb\+srv:\/\/doadmin@private-mongodb\./)
    expect(JSON.stringify((await sandbox.get('/v2/databases')).body)).not.toContain(docs.connection.password)
  })

  it('is in the requested project, and moves with it', async ({ sandbox }) => {
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop' })).body
    const { id, project_id } = await createCluster(sandbox, { project_id: project.id })
    expect(project_id).toBe(project.id)
    const urn = `do:dbaas:${id}`
    expect((await sandbox.get(`/v2/projects/${project.id}/resources`)).body.resources).toMatchObject([{ urn }])
    await sandbox.post('/v2/projects/default/resources', { resources: [urn] })
    const { project: standard } = (await sandbox.get('/v2/projects/default')).body
    expect((await read(sandbox, id)).project_id).toBe(standard.id)
    expect((await sandbox.get('/v2/databases')).body.databases[0].project_id).toBe(standard.id)
  })

  it('is deleted with everything in it', async ({ sandbox, cluster: { id } }) => {
    await sandbox.post(`/v2/databases/${id}/replicas`, { name: 'reports' })
    expect((await sandbox.delete(`/v2/databases/${id}`)).status).toBe(204)
    for (const part of ['', '/replicas/reports', '/backups'])
      expect((await sandbox.get(`/v2/databases/${id}${part}`)).status, part).toBe(404)
    // Jobs of the deleted cluster do nothing.
    await sandbox.pass(60 * day)
    expect((await createCluster(sandbox)).id).not.toBe(id)
  })
})

describe('parts of a cluster that its engine does not have', () => {
  const missing = [
    { engine: 'pg', part: 'sql_mode', status: 412, expected: 'only MySQL' },
    { engine: 'pg', part: 'eviction_policy', status: 412, expected: 'only Redis and Valkey' },
    { engine: 'pg', part: 'indexes', status: 422, expected: 'only OpenSearch' },
    { engine: 'pg', part: 'topics', status: 422, expected: 'This is a PostgreSQL cluster; only Kafka clusters have topics.' },
    { engine: 'pg', part: 'schema-registry', status: 422, expected: 'only Kafka' },
    { engine: 'kafka', part: 'dbs', status: 422, expected: 'only PostgreSQL, MySQL and MongoDB' },
    { engine: 'kafka', part: 'replicas', status: 422, expected: 'only PostgreSQL and MySQL' },
    { engine: 'redis', part: 'users', status: 422, expected: 'users of their own' },
  ] as const
  it.for(missing)('are refused: $part of $engine', async ({ engine, part, status, expected }, { sandbox }) => {
    await expectRefusal(sandbox.get(`${await createDatabase(sandbox, engine)}/${part}`), status, expected)
  })
})

describe('updates of a cluster', () => {
  it('resizes nodes, size and storage together, after a while', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}` as const
    const bigger = { size: 'db-s-4vcpu-8gb', num_nodes: 3, storage_size_mib: 122_880 }
    expect((await sandbox.put(`${path}/resize`, bigger)).status).toBe(202)
    expect(await read(sandbox, id)).toMatchObject({ status: 'resizing', size: orders.size, num_nodes: 1 })
    const busy = 'update cluster cannot be performed. Reason: cluster is undergoing maintenance'
    await expectRefusal(sandbox.put(`${path}/resize`, { num_nodes: 1 }), 412, busy)
    await expectRefusal(sandbox.put(`${path}/migrate`, { region: 'ams3' }), 412, busy)
    await expectRefusal(sandbox.put(`${path}/upgrade`, { version: '17' }), 412, busy)
    await sandbox.pass(31)
    const database = await read(sandbox, id)
    expect(database).toMatchObject({ status: 'online', ...bigger, standby_connection: { ssl: true } })
    expect(database.metrics_endpoints).toHaveLength(3)
    await expectRefusal(
      sandbox.put(`${path}/resize`, { storage_size_mib: 61_440 }),
      422,
      'storage_size_mib: must not be less than the present 122880',
    )
    await expectRefusal(sandbox.put(`${path}/resize`, { size: 'db-s-1vcpu-2gb' }), 422, 'storage_size_mib: must be from 30720 to 61440')
    expect((await sandbox.put(`${path}/resize`, { num_nodes: 1 })).status).toBe(202)
    await sandbox.pass(31)
    expect((await read(sandbox, id)).standby_connection).toBeUndefined()
  })

  it('migrates to the default VPC of the new region, with the same host names', async ({
    sandbox,
    cluster: { id, connection, private_network_uuid },
  }) => {
    const path = `/v2/databases/${id}` as const
    await expectRefusal(sandbox.put(`${path}/migrate`, { region: 'nyc3' }), 422, 'region: the cluster is in nyc3 already')
    await expectRefusal(sandbox.put(`${path}/migrate`, { region: 'nyc2' }), 422, 'region: PostgreSQL is not offered')
    expect((await sandbox.put(`${path}/migrate`, { region: 'ams3' })).status).toBe(202)
    expect(await read(sandbox, id)).toMatchObject({ status: 'migrating', region: 'nyc3', private_network_uuid })
    await sandbox.pass(61)
    const moved = await read(sandbox, id)
    expect(moved).toMatchObject({ status: 'online', region: 'ams3', connection })
    expect((await sandbox.get(`/v2/vpcs/${moved.private_network_uuid}`)).body.vpc).toMatchObject({ region: 'ams3', default: true })
  })

  it('migrates to the requested VPC', async ({ sandbox, cluster: { id } }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'overseas', region: 'ams3' })).body
    const path = `/v2/databases/${id}/migrate` as const
    await expectRefusal(
      sandbox.put(path, { region: 'fra1', private_network_uuid: vpc.id }),
      422,
      'private_network_uuid: the VPC overseas is in ams3',
    )
    expect((await sandbox.put(path, { region: 'ams3', private_network_uuid: vpc.id })).status).toBe(202)
    await sandbox.pass(61)
    expect(await read(sandbox, id)).toMatchObject({ region: 'ams3', private_network_uuid: vpc.id })
  })

  it('upgrades to later versions only', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/upgrade` as const
    await expectRefusal(sandbox.put(path, { version: '15' }), 422, 'version: must be later than the present 16')
    expect((await sandbox.put(path, { version: '17' })).status).toBe(204)
    expect(await read(sandbox, id)).toMatchObject({ status: 'upgrading', version: '17' })
    await sandbox.pass(31)
    expect(await read(sandbox, id)).toMatchObject({
      status: 'online',
      version: '17',
      semantic_version: '17.4',
      version_end_of_life: '2029-11-08T00:00:00Z',
    })
    const search = await createCluster(sandbox, { name: 'search', engine: 'opensearch', version: '2' })
    expect((await sandbox.put(`/v2/databases/${search.id}/upgrade`, { version: '2.19' })).status).toBe(204)
  })

  it('lists events, newest first', async ({ sandbox, cluster: { id } }) => {
    await sandbox.put(`/v2/databases/${id}/resize`, { num_nodes: 2 })
    await sandbox.pass(31)
    const { events, meta } = (await sandbox.get(`/v2/databases/${id}/events`)).body
    expect(events).toMatchObject([
      { event_type: 'cluster_update', cluster_name: 'orders-pg' },
      { event_type: 'cluster_create', cluster_name: 'orders-pg' },
    ])
    expect(meta.total).toBe(2)
    expect((await sandbox.get(`/v2/databases/${id}/events?per_page=1`)).body.links.pages.next).toContain('page=2')
  })
})
