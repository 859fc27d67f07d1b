import { describe, expect } from 'vitest'
import { expectRefusal, createDatabase } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
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
  it('accept both forms, and return every field', async ({ sandbox, pgPath: path }) => {
    const created = await sandbox.post(`${path}/logsink`, syslog)
    expect(created.status).toBe(201)
    const { sink, ...flat } = created.body
    expect(flat).toEqual(sink)
    expect(sink).toEqual({ ...syslog, sink_id: expect.stringMatching(/^[0-9a-f-]{36}$/), config: { ...syslog.config, tls: false } })
    expect((await sandbox.get(`${path}/logsink/${sink.sink_id}`)).body).toEqual(created.body)
    const search = (await sandbox.post(`${path}/logsink`, searchAt('https://elastic.tidewater.example:9243'))).body.sink
    expect(search.config).toMatchObject({ index_days_max: 7, timeout: 10 })
    const other = (await sandbox.post(`${path}/logsink`, datadog)).body.sink
    expect((await sandbox.get(`${path}/logsink`)).body).toEqual({ sinks: [sink, search, other], meta: { total: 3 } })
    expect((await sandbox.delete(`${path}/logsink/${sink.sink_id}`)).status).toBe(204)
  })

  it('cannot use rsyslog on MongoDB', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'mongodb')
    const refused = await sandbox.post(`${path}/logsink`, syslog)
    expect(refused).toMatchObject({
      status: 422,
      body: { message: 'sink_type: log sink not supported; MongoDB clusters send no logs to rsyslog.' },
    })
    expect((await sandbox.post(`${path}/logsink`, datadog)).status).toBe(201)
  })

  it('are replaced as a whole, within their type', async ({ sandbox, kafkaPath: path }) => {
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
  })

  const wrong = [
    { input: syslog, status: 409, expected: 'sink_name' },
    { input: { ...datadog, config: syslog.config }, status: 422, expected: 'config.site' },
    { input: { ...syslog, sink_name: 'two', config: { ...syslog.config, format: 'custom' } }, status: 422, expected: 'config.logline' },
    { input: { ...syslog, sink_name: 'two', config: { ...syslog.config, tls: true, cert: 'PEM' } }, status: 422, expected: 'config.key' },
    { input: { ...syslog, sink_name: 'two', config: { ...syslog.config, ca: 'PEM' } }, status: 422, expected: 'config.tls' },
  ]
  it.for(wrong)('are rejected for $expected', async ({ input, status, expected }, { sandbox, pgPath: path }) => {
    await sandbox.post(`${path}/logsink`, syslog)
    await expectRefusal(sandbox.post(`${path}/logsink`, forbidden(input)), status, expected)
    expect((await sandbox.get(`${path}/logsink`)).body.meta.total).toBe(1)
  })
})

describe('database indexes', () => {
  it('exist in a new OpenSearch cluster, and can be deleted', async ({ sandbox }) => {
    const search = await createDatabase(sandbox, 'opensearch')
    const { indexes } = (await sandbox.get(`${search}/indexes`)).body
    expect(indexes).toMatchObject([
      { index_name: '.kibana_1', number_of_replicas: 0, status: 'open' },
      { index_name: '.opensearch-observability' },
    ])
    expect((await sandbox.delete(`${search}/indexes/.kibana_1`)).status).toBe(204)
    expect((await sandbox.get(`${search}/indexes`)).body.meta.total).toBe(1)
  })
})
