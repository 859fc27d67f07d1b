import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/expect-refusal.ts'
import { it } from '../../../test/it.ts'
import { makeDatabase, readDatabase } from '../../../test/make-database.ts'
import { forbidden } from '../../../test/operation-at.ts'

const syslog = {
  sink_name: 'office-syslog',
  sink_type: 'rsyslog',
  config: { server: 'logs.tidewater.example', port: 6514, format: 'rfc5424' },
} as const
const datadog = {
  sink_name: 'datadog-logs',
  sink_type: 'datadog',
  config: { site: 'datadoghq.example', datadog_api_key: 'key-7' },
} as const
const searchAt = (url: string, more: object = {}) =>
  ({ sink_name: 'search-os-logs', sink_type: 'opensearch', config: { url, index_prefix: 'orders-pg', ...more } }) as const

describe('log sinks', () => {
  it('answer in both shapes, completed', async ({ sandbox, pgPath: path }) => {
    const made = await sandbox.post(`${path}/logsink`, syslog)
    expect(made.status).toBe(201)
    const { sink, ...flat } = made.body
    expect(flat).toEqual(sink)
    expect(sink).toEqual({ ...syslog, sink_id: expect.stringMatching(/^[0-9a-f-]{36}$/), config: { ...syslog.config, tls: false } })
    expect((await sandbox.get(`${path}/logsink/${sink.sink_id}`)).body).toEqual(made.body)
    const search = (await sandbox.post(`${path}/logsink`, searchAt('https://elastic.tidewater.example:9243'))).body.sink
    expect(search.config).toMatchObject({ index_days_max: 7, timeout: 10 })
    const other = (await sandbox.post(`${path}/logsink`, datadog)).body.sink
    expect((await sandbox.get(`${path}/logsink`)).body).toEqual({ sinks: [sink, search, other], meta: { total: 3 } })
    expect((await sandbox.delete(`${path}/logsink/${sink.sink_id}`)).status).toBe(204)
    expect((await sandbox.get(`${path}/logsink/${sink.sink_id}`)).status).toBe(404)
    expect((await sandbox.delete(`${path}/logsink/${sink.sink_id}`)).status).toBe(404)
  })

  it('of MongoDB do not lead to rsyslog', async ({ sandbox }) => {
    const path = await makeDatabase(sandbox, 'mongodb')
    const refused = await sandbox.post(`${path}/logsink`, syslog)
    expect(refused).toMatchObject({
      status: 422,
      body: { message: 'sink_type: log sink not supported; MongoDB clusters send no logs to rsyslog.' },
    })
    expect((await sandbox.post(`${path}/logsink`, datadog)).status).toBe(201)
  })

  it('are changed as a whole, within their kind', async ({ sandbox, kafkaPath: path }) => {
    const first = searchAt('https://elastic.tidewater.example:9243', { index_days_max: 14 })
    const { sink_id } = (await sandbox.post(`${path}/logsink`, first)).body
    const config = { url: 'https://elastic.tidewater.example:9243', index_prefix: 'events', timeout: 30 } as const
    const changed = await sandbox.put(`${path}/logsink/${sink_id}`, { config })
    expect(changed.status).toBe(200)
    expect(changed.body).toBeUndefined()
    expect((await sandbox.get(`${path}/logsink/${sink_id}`)).body).toMatchObject({
      sink_name: 'search-os-logs',
      sink_type: 'opensearch',
      config: { ...config, index_days_max: 7 },
    })
    await expectRefusal(sandbox.put(`${path}/logsink/${sink_id}`, { config: syslog.config }), 422, 'config.url')
    expect((await sandbox.put(`${path}/logsink/no-such`, { config })).status).toBe(404)
  })

  const wrong = [
    { given: syslog, status: 409, want: 'sink_name' },
    { given: { ...datadog, sink_type: 'carrier-pigeon' }, status: 422, want: 'sink_type' },
    { given: { ...datadog, config: syslog.config }, status: 422, want: 'config.site' },
    { given: searchAt('https://elastic.tidewater.example', { index_days_max: 10_001 }), status: 422, want: 'config.index_days_max' },
    { given: searchAt('https://elastic.tidewater.example', { timeout: 9 }), status: 422, want: 'config.timeout' },
    { given: { ...syslog, sink_name: 'two', config: { ...syslog.config, port: 0 } }, status: 422, want: 'config.port' },
    { given: { ...syslog, sink_name: 'two', config: { ...syslog.config, format: 'custom' } }, status: 422, want: 'config.logline' },
    { given: { ...syslog, sink_name: 'two', config: { ...syslog.config, tls: true, cert: 'PEM' } }, status: 422, want: 'config.key' },
    { given: { ...syslog, sink_name: 'two', config: { ...syslog.config, ca: 'PEM' } }, status: 422, want: 'config.tls' },
  ]
  it.for(wrong)('are refused for $want', async ({ given, status, want }, { sandbox, pgPath: path }) => {
    await sandbox.post(`${path}/logsink`, syslog)
    await expectRefusal(sandbox.post(`${path}/logsink`, forbidden(given)), status, want)
    expect((await sandbox.get(`${path}/logsink`)).body.meta.total).toBe(1)
  })
})

describe('database indexes', () => {
  interface Index {
    readonly index_name: string
  }

  it('are filled by the log sinks of other clusters, one a day', async ({ sandbox, pgPath: orders }) => {
    const search = await makeDatabase(sandbox, 'opensearch')
    const names = async () => (await sandbox.get(`${search}/indexes`)).body.indexes.map((index: Index) => index.index_name)
    const own = await names()
    expect(own.length).toBeGreaterThan(0)
    await sandbox.post('/_sandbox/clock', { now: '2026-05-14T12:00:00Z', frozen: true })
    const { uri } = (await readDatabase(sandbox, search)).connection
    const { sink_id } = (await sandbox.post(`${orders}/logsink`, searchAt(uri, { index_days_max: 2 }))).body
    await sandbox.pass(86_400)
    expect(await names()).toEqual([...own, 'orders-pg-2026-05-14', 'orders-pg-2026-05-15'])
    const index = (await sandbox.get(`${search}/indexes`)).body.indexes.at(-2)
    expect(index).toEqual({
      index_name: 'orders-pg-2026-05-14',
      number_of_shards: 1,
      number_of_replicas: 0,
      size: 524_288,
      created_time: '2026-05-14T12:00:00Z',
      status: 'open',
      health: 'green',
    })
    await sandbox.pass(86_400)
    expect(await names()).toEqual([...own, 'orders-pg-2026-05-15', 'orders-pg-2026-05-16'])
    expect((await sandbox.delete(`${search}/indexes/orders-pg-2026-05-15`)).status).toBe(204)
    expect((await sandbox.delete(`${search}/indexes/orders-pg-2026-05-15`)).status).toBe(404)
    await sandbox.delete(`${orders}/logsink/${sink_id}`)
    await sandbox.pass(86_400)
    expect(await names()).toEqual([...own, 'orders-pg-2026-05-16'])
  })

  it('stay when the cluster whose logs they hold is deleted', async ({ sandbox, pgPath: orders }) => {
    const search = await makeDatabase(sandbox, 'opensearch')
    await sandbox.post(`${orders}/logsink`, searchAt((await readDatabase(sandbox, search)).connection.uri))
    await sandbox.pass(60)
    const before = (await sandbox.get(`${search}/indexes`)).body.indexes
    expect(before.at(-1).index_name).toContain('orders-pg-')
    expect((await sandbox.delete(orders)).status).toBe(204)
    const after = (await sandbox.get(`${search}/indexes`)).body.indexes
    expect(after.map((index: Index) => index.index_name)).toEqual(before.map((index: Index) => index.index_name))
  })

  it('stay where they are when a sink turns elsewhere', async ({ sandbox }) => {
    const search = await makeDatabase(sandbox, 'opensearch', { num_nodes: 3 })
    await sandbox.post('/_sandbox/clock', { now: '2026-05-14T12:00:00Z', frozen: true })
    const { uri } = (await readDatabase(sandbox, search)).private_connection
    const { sink_id } = (await sandbox.post(`${search}/logsink`, searchAt(uri))).body
    await sandbox.pass(3600)
    await sandbox.put(`${search}/logsink/${sink_id}`, { config: { url: uri, index_prefix: 'search' } })
    const { indexes, meta } = (await sandbox.get(`${search}/indexes?per_page=200`)).body
    expect(indexes.slice(-2)).toMatchObject([
      { index_name: 'orders-pg-2026-05-14', number_of_replicas: 1, created_time: '2026-05-14T12:00:00Z' },
      { index_name: 'search-2026-05-14', created_time: '2026-05-14T13:00:00Z' },
    ])
    expect(meta.total).toBe(indexes.length)
  })

  it('are for OpenSearch', async ({ sandbox, pgPath: path }) => {
    expect((await sandbox.get(`${path}/indexes`)).status).toBe(422)
    expect((await sandbox.delete(`${path}/indexes/books`)).status).toBe(422)
  })
})
