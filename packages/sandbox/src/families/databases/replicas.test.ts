import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { day, it, createCluster, orders, getCluster as read } from '../../../test/create-cluster.ts'
import type { BodyAt, Fields } from '../../../test/operation-at.ts'

describe('read replicas', () => {
  it('are created from an online cluster, with its data', async ({ sandbox }) => {
    const { body } = await sandbox.post('/v2/databases', orders)
    const path = `/v2/databases/${body.database.id}/replicas` as const
    await expectRefusal(sandbox.post(path, { name: 'reports' }), 412, 'creating')
    await sandbox.pass(61)
    await expectRefusal(sandbox.post(path, { name: 'reports' }), 412, 'no backup yet')
    await sandbox.pass(60)
    const created = await sandbox.post(path, { name: 'reports', region: '', size: '', private_network_uuid: '', tags: null })
    expect(created.status).toBe(201)
    const { replica } = created.body
    const { password } = body.database.connection
    expect(replica).toMatchObject({
      name: 'reports',
      status: 'creating',
      region: 'nyc3',
      size: orders.size,
      storage_size_mib: 61_440,
      private_network_uuid: body.database.private_network_uuid,
      connection: { password, port: 25_060, database: 'defaultdb' },
      do_settings: { service_cnames: [] },
    })
    expect(replica.private_connection.host).toBe(`private-${replica.connection.host}`)
    await sandbox.pass(61)
    expect((await sandbox.get(`${path}/reports`)).body.replica).toEqual({ ...replica, status: 'online' })
    await expectRefusal(sandbox.post(path, { name: 'reports' }), 409, 'name')
    await sandbox.post(path, { name: 'far', region: 'ams3', size: 'db-s-4vcpu-8gb', tags: ['spare', 'Spare'] })
    const { replicas, meta } = (await sandbox.get(path)).body
    expect(replicas).toMatchObject([{ name: 'reports' }, { name: 'far', region: 'ams3', tags: ['spare'], storage_size_mib: 117_760 }])
    expect(meta.total).toBe(2)
    expect((await sandbox.get('/v2/tags/spare')).status).toBe(200)
    const { user } = (await sandbox.post(`/v2/databases/${body.database.id}/users/doadmin/reset_auth`, {})).body
    expect((await sandbox.get(`${path}/reports`)).body.replica.connection.password).toBe(user.password)
    expect((await sandbox.delete(`${path}/far`)).status).toBe(204)
  })

  it('require enough storage for the primary, and an engine with replicas', async ({ sandbox, cluster: { id, private_network_uuid } }) => {
    const path = `/v2/databases/${id}/replicas` as const
    await expectRefusal(sandbox.post(path, { name: 'r', size: 'db-s-1vcpu-1gb' }), 422, 'size: db-s-1vcpu-1gb holds at most 30720')
    await expectRefusal(sandbox.post(path, { name: 'r', storage_size_mib: 61_439 }), 422, 'storage_size_mib: must be from 61440')
    await expectRefusal(
      sandbox.post(path, { name: 'r', region: 'ams3', private_network_uuid }),
      422,
      'private_network_uuid: the VPC default-nyc3 is in nyc3',
    )
    await expectRefusal(sandbox.post(path, { name: 'r', size: 'huge' }), 422, 'invalid size')
    const docs = await createCluster(sandbox, { name: 'docs', engine: 'mongodb', version: '8' })
    await expectRefusal(sandbox.get(`/v2/databases/${docs.id}/replicas`), 422, 'MongoDB clusters have no replicas')
    await expectRefusal(sandbox.post(`/v2/databases/${docs.id}/replicas`, { name: 'r' }), 422, 'MongoDB clusters have no replicas')
  })

  it('are resized under their own id', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/replicas` as const
    const { replica } = (await sandbox.post(path, { name: 'reports' })).body
    const resize = (fields: Partial<BodyAt<'put', `/v2/databases/${string}/resize`>>) =>
      sandbox.put(`/v2/databases/${replica.id}/resize`, fields)
    await expectRefusal(resize({ size: 'db-s-4vcpu-8gb' }), 412, 'undergoing maintenance')
    await sandbox.pass(61)
    await expectRefusal(resize({ size: 'huge' }), 422, 'invalid size')
    await expectRefusal(resize({ num_nodes: 2 }), 422, 'num_nodes: a replica has one node')
    await expectRefusal(resize({ storage_size_mib: 1024 }), 422, 'storage_size_mib: must not be less')
    expect((await resize({ size: 'db-s-4vcpu-8gb', num_nodes: 1 })).status).toBe(202)
    expect((await sandbox.get(`${path}/reports`)).body.replica).toEqual({ ...replica, status: 'resizing' })
    await sandbox.pass(31)
    const bigger = { size: 'db-s-4vcpu-8gb', storage_size_mib: 117_760, status: 'online' }
    expect((await sandbox.get(`${path}/reports`)).body.replica).toEqual({ ...replica, ...bigger })
    expect(await read(sandbox, id)).toMatchObject({ size: orders.size, status: 'online' })
  })

  it('become clusters when they are promoted', async ({ sandbox, cluster: primary }) => {
    const path = `/v2/databases/${primary.id}/replicas` as const
    await sandbox.post(`/v2/databases/${primary.id}/dbs`, { name: 'storefront' })
    const { replica } = (await sandbox.post(path, { name: 'reports' })).body
    await expectRefusal(sandbox.put(`${path}/reports/promote`), 409, 'creating')
    await sandbox.pass(61)
    expect((await sandbox.put(`${path}/reports/promote`)).status).toBe(204)
    expect((await sandbox.get(path)).body.replicas).toEqual([])
    expect(await read(sandbox, replica.id)).toMatchObject({
      name: 'reports',
      engine: 'pg',
      version: '16',
      status: 'online',
      num_nodes: 1,
      size: orders.size,
      connection: replica.connection,
      users: [{ name: 'doadmin', password: primary.connection.password }],
      db_names: ['defaultdb', 'storefront'],
    })
    expect((await sandbox.get(`/v2/databases/${replica.id}/events`)).body.events).toMatchObject([
      { event_type: 'cluster_master_promotion' },
    ])
    await sandbox.post(path, { name: 'reports' })
    await sandbox.pass(61)
    await expectRefusal(sandbox.put(`${path}/reports/promote`), 409, 'There is a cluster named "reports" already')
    await expectRefusal(sandbox.put(`${path}/nobody/promote`), 404, '')
  })
})

describe('backups', () => {
  it('are created daily, kept for a week and restored into a new cluster', async ({ sandbox }) => {
    const { id } = (await sandbox.post('/v2/databases', orders)).body.database
    const path = `/v2/databases/${id}/backups` as const
    const restore = { ...orders, name: 'orders-copy', backup_restore: { database_name: 'orders-pg' } } as const
    await sandbox.pass(61)
    await expectRefusal(sandbox.get(path), 412, 'no backup yet')
    await expectRefusal(sandbox.post('/v2/databases', restore), 422, 'has no backup yet')
    await sandbox.pass(60)
    const first = (await sandbox.get(path)).body
    expect(first).toMatchObject({
      backups: [{ created_at: '2026-03-02T09:32:00Z', incremental: false }],
      scheduled_backup_time: { backup_interval_hours: 24 },
      meta: { total: 1 },
    })
    expect((await sandbox.post('/v2/databases', { ...restore, name: 'orders-fork' })).status).toBe(201)
    await sandbox.pass(3 * day)
    const { backups } = (await sandbox.get(path)).body
    expect(backups).toHaveLength(4)
    expect(backups.map(({ incremental }) => incremental)).toEqual([true, true, true, false])
    expect(backups[0].size_gigabytes).toBeGreaterThan(0)
    const { backup_hour: hour, backup_minute: minute } = first.scheduled_backup_time
    const taken = new Date(backups[0].created_at)
    expect([taken.getUTCHours(), taken.getUTCMinutes()]).toEqual([hour, minute])
    expect(Date.parse(backups[0].created_at) - Date.parse(backups[1].created_at)).toBe(day * 1000)
    await sandbox.pass(20 * day)
    expect((await sandbox.get(path)).body.backups).toHaveLength(7)
    expect((await sandbox.get(`${path}?per_page=2&page=4`)).body).toMatchObject({ backups: [{}], meta: { total: 7 } })

    await sandbox.post(`/v2/databases/${id}/dbs`, { name: 'storefront' })
    const { body, status } = await sandbox.post('/v2/databases', restore)
    expect(status).toBe(201)
    expect(body.database).toMatchObject({ status: 'forking', db_names: ['defaultdb', 'storefront'] })
    await sandbox.pass(61)
    expect((await read(sandbox, body.database.id)).status).toBe('online')
    const at = (await sandbox.get(path)).body.backups[2].created_at
    const restoreTo = (time: string) => ({
      ...restore,
      name: 'restored',
      backup_restore: { database_name: 'orders-pg', backup_created_at: time },
    })
    await expectRefusal(sandbox.post('/v2/databases', restoreTo('2020-01-01T00:00:00Z')), 422, 'backup_restore.backup_created_at')
    expect((await sandbox.post('/v2/databases', restoreTo(at.replace('Z', '+00:00')))).status).toBe(201)
    const refuse = (fields: Fields<'/v2/databases'>, message: string) =>
      expectRefusal(sandbox.post('/v2/databases', { ...restore, name: 'no', ...fields }), 422, message)
    await refuse({ backup_restore: { database_name: 'nobody' } }, 'backup_restore.database_name: there is no cluster')
    await refuse({ engine: 'mysql', version: '8' }, 'engine: ')
    await refuse({ version: '15' }, 'version: must not be earlier')
    await refuse({ size: 'db-s-1vcpu-1gb' }, 'storage_size_mib: must be at least')
  })

  it('report the progress of a running backup', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/backups` as const
    const { backup_hour: hour, backup_minute: minute } = (await sandbox.get(path)).body.scheduled_backup_time
    const job = new Date(Date.UTC(2026, 2, 3, hour, minute, 0) + 300_000)
    await sandbox.post('/_sandbox/clock', { now: job.toISOString() })
    expect((await sandbox.get(path)).body).toMatchObject({ backups: [{}], backup_progress: '50' })
    await sandbox.pass(301)
    expect((await sandbox.get(path)).body).toMatchObject({ backups: [{ incremental: true }, { incremental: false }] })
    expect((await sandbox.get(path)).body.backup_progress).toBeUndefined()
  })

  it('start at the configured time', async ({ sandbox, cluster: { id } }) => {
    await sandbox.patch(`/v2/databases/${id}/config`, { config: { backup_hour: 13, backup_minute: 45 } })
    await sandbox.pass(day)
    const { backups, scheduled_backup_time: timetable } = (await sandbox.get(`/v2/databases/${id}/backups`)).body
    expect(timetable).toEqual({ backup_hour: 13, backup_minute: 45, backup_interval_hours: 24 })
    expect(backups).toMatchObject([{ created_at: expect.stringMatching(/^2026-03-02T13:45:/) }, {}])
  })

  it('do not exist for Valkey and Kafka', async ({ sandbox }) => {
    const cache = await createCluster(sandbox, { name: 'cache', engine: 'valkey', version: '8' })
    const events = await createCluster(sandbox, { name: 'events', engine: 'kafka', version: '3.8', num_nodes: 3 })
    await sandbox.pass(3 * day)
    for (const { id } of [cache, events]) expect((await sandbox.get(`/v2/databases/${id}/backups`)).body.backups).toEqual([])
  })
})

describe('online migration', () => {
  const source = { host: 'old-db.tidewater.example', port: 5432, dbname: 'orders', username: 'migrator', password: 'example-password-9' }

  it('copies, then replicates until it is stopped', async ({ sandbox }) => {
    const { body } = await sandbox.post('/v2/databases', orders)
    const path = `/v2/databases/${body.database.id}/online-migration` as const
    expect((await sandbox.get(path)).status).toBe(404)
    await expectRefusal(sandbox.put(path, { source }), 412, 'creating')
    await sandbox.pass(61)
    const started = await sandbox.put(path, { source, disable_ssl: false, ignore_dbs: null })
    expect(started).toMatchObject({ status: 200, body: { status: 'running' } })
    const { id } = started.body
    await expectRefusal(sandbox.put(path, { source }), 409, 'is running')
    await sandbox.pass(31)
    expect((await sandbox.get(path)).body).toEqual({ ...started.body, status: 'syncing' })
    expect((await read(sandbox, body.database.id)).db_names).toEqual(['defaultdb', 'orders'])
    await expectRefusal(sandbox.put(path, { source }), 409, 'is syncing')
    expect((await sandbox.delete(`${path}/someone-elses`)).status).toBe(404)
    expect((await sandbox.delete(`${path}/${id}`)).status).toBe(204)
    expect((await sandbox.get(path)).body.status).toBe('canceled')
    await expectRefusal(sandbox.delete(`${path}/${id}`), 409, 'has ended already')
    expect((await sandbox.put(path, { source })).body.id).not.toBe(id)
    await sandbox.delete(`${path}/${(await sandbox.get(path)).body.id}`)
    await sandbox.pass(31)
    expect((await sandbox.get(path)).body.status).toBe('canceled')
  })

  it('skips ignored databases, and fails without a source', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/online-migration` as const
    await sandbox.put(path, { source: { ...source, host: 'old-db.invalid' } })
    await sandbox.pass(31)
    expect((await sandbox.get(path)).body.status).toBe('error')
    await sandbox.put(path, { source, ignore_dbs: ['orders'] })
    await sandbox.pass(31)
    expect((await read(sandbox, id)).db_names).toEqual(['defaultdb'])
    await expectRefusal(sandbox.put(path, { source: { ...source, dbname: '' } }), 422, 'source.dbname')
    await expectRefusal(sandbox.put(path, { source: { ...source, username: '' } }), 422, 'source.username')
    await expectRefusal(sandbox.put(path, { source: { ...source, port: 0 } }), 422, 'source.port')
  })

  it('ends after the copy if the engine cannot replicate, and is rejected if the engine has no migration', async ({ sandbox }) => {
    const docs = await createCluster(sandbox, { name: 'docs', engine: 'mongodb', version: '8' })
    await sandbox.put(`/v2/databases/${docs.id}/online-migration`, { source })
    await sandbox.pass(31)
    expect((await sandbox.get(`/v2/databases/${docs.id}/online-migration`)).body.status).toBe('done')
    const cache = await createCluster(sandbox, { name: 'cache', engine: 'valkey', version: '8' })
    const anonymous = { ...source, dbname: '', username: '' }
    expect((await sandbox.put(`/v2/databases/${cache.id}/online-migration`, { source: anonymous })).status).toBe(200)
    const events = await createCluster(sandbox, { name: 'events', engine: 'kafka', version: '3.8', num_nodes: 3 })
    await expectRefusal(sandbox.put(`/v2/databases/${events.id}/online-migration`, { source }), 422, 'Kafka clusters take no migrations')
  })
})
