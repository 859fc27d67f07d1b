import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { forbidden } from '../../../test/operation-at.ts'

const empty = (id: number, in_sync_replicas: number) => ({ id, size: 0, in_sync_replicas, earliest_offset: 0, consumer_groups: null })

describe('database topics', () => {
  it('are active immediately, with every setting', async ({ sandbox, kafkaPath: path }) => {
    const created = await sandbox.post(`${path}/topics`, { name: 'orders-placed', config: { retention_ms: 1_209_600_000 } })
    expect(created.status).toBe(201)
    const { topic } = created.body
    expect(topic).toMatchObject({ name: 'orders-placed', state: 'active', partition_count: 3, replication_factor: 2 })
    expect(topic.partitions).toEqual([empty(0, 2), empty(1, 2), empty(2, 2)])
    expect(topic.config).toMatchObject({
      retention_ms: 1_209_600_000,
      cleanup_policy: 'delete',
      retention_bytes: -1,
      segment_bytes: 209_715_200,
    })
    expect(Object.keys(topic.config)).toHaveLength(23)
    expect((await sandbox.get(`${path}/topics/orders-placed`)).body.topic).toEqual(topic)
  })

  it('are listed by name, without partitions', async ({ sandbox, kafkaPath: path }) => {
    await sandbox.post(`${path}/topics`, { name: 'stock-levels', partition_count: 6, replication_factor: 3 })
    await sandbox.post(`${path}/topics`, { name: 'orders-placed' })
    await sandbox.pass(5)
    const orders = { name: 'orders-placed', state: 'active', replication_factor: 2, partition_count: 3 }
    const stock = { name: 'stock-levels', state: 'active', replication_factor: 3, partition_count: 6 }
    expect((await sandbox.get(`${path}/topics`)).body).toEqual({ topics: [orders, stock], meta: { total: 2 } })
    const second = (await sandbox.get(`${path}/topics?per_page=1&page=2&with_projects=true&usecases=orders`)).body
    expect(second.topics).toEqual([stock])
    expect(second.links.pages.prev).toContain('page=1')
  })

  it('gain partitions, and keep settings that are not sent', async ({ sandbox, kafkaPath: path }) => {
    await sandbox.post(`${path}/topics`, { name: 'orders-placed', config: { min_insync_replicas: 2 } })
    await sandbox.pass(5)
    const retained = await sandbox.put(`${path}/topics/orders-placed`, { config: { retention_ms: 1000 } })
    expect(retained.status).toBe(200)
    expect(retained.body.topic).toMatchObject({ state: 'active', config: { retention_ms: 1000, min_insync_replicas: 2 } })
    const grown = (await sandbox.put(`${path}/topics/orders-placed`, { partition_count: 4, replication_factor: 3 })).body.topic
    expect(grown).toMatchObject({ state: 'active', partition_count: 4, config: { retention_ms: 1000 } })
    expect(grown.partitions).toEqual([empty(0, 3), empty(1, 3), empty(2, 3), empty(3, 3)])
    await expectRefusal(sandbox.put(`${path}/topics/orders-placed`, { partition_count: 3 }), 422, 'partition_count')
    expect((await sandbox.put(`${path}/topics/orders-placed`, { replication_factor: 4 })).body.message).toContain('replication_factor')
    expect((await sandbox.delete(`${path}/topics/orders-placed`)).status).toBe(204)
  })

  const wrong = [
    { input: { name: 'orders-placed' }, status: 409, expected: 'name' },
    { input: { replication_factor: 4 }, status: 422, expected: 'replication_factor' },
  ]
  it.for(wrong)('are rejected for $input', async ({ input, status, expected }, { sandbox, kafkaPath: path }) => {
    await sandbox.post(`${path}/topics`, { name: 'orders-placed' })
    await expectRefusal(sandbox.post(`${path}/topics`, forbidden({ name: 'other', ...input })), status, expected)
    expect((await sandbox.get(`${path}/topics`)).body.meta.total).toBe(1)
  })
})
