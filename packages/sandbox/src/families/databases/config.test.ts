import { describe, expect } from 'vitest'
import { expectRefusal, createDatabase, getDatabase } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const readConfig = async (sandbox: TestSandbox, path: `/v2/databases/${string}`) => (await sandbox.get(`${path}/config`)).body.config

describe('database configuration', () => {
  const firsts = [
    { engine: 'pg', expected: { max_connections: 97, work_mem: 4, pgbouncer: { server_idle_timeout: 600 }, timezone: 'UTC' }, size: 50 },
    { engine: 'mysql', expected: { wait_timeout: 28_800, innodb_ft_user_stopword_table: null, log_output: 'NONE' }, size: 45 },
    { engine: 'redis', expected: { redis_ssl: true, redis_timeout: 300, redis_maxmemory_policy: 'noeviction' }, size: 11 },
    { engine: 'valkey', expected: { valkey_timeout: 300, valkey_active_expire_effort: 1, frequent_snapshots: true }, size: 13 },
    { engine: 'mongodb', expected: { default_write_concern: 'majority', transaction_lifetime_limit_seconds: 60 }, size: 5 },
    { engine: 'kafka', expected: { schema_registry: false, auto_create_topics_enable: false, log_retention_hours: 168 }, size: 37 },
    { engine: 'opensearch', expected: { ism_history_max_docs: 2_500_000, script_max_compilations_rate: 'use-context' }, size: 40 },
  ] as const
  it.for(firsts)('returns every setting of $engine from the start', async ({ engine, expected, size }, { sandbox }) => {
    const config = await readConfig(sandbox, await createDatabase(sandbox, engine))
    expect(config).toMatchObject(expected)
    expect(Object.keys(config).length).toBeGreaterThanOrEqual(size)
  })

  const changes = [
    { engine: 'pg', input: { autovacuum_naptime: 30, pgbouncer: { server_idle_timeout: 300 }, 'pg_stat_statements.track': 'all' } },
    {
      engine: 'mysql',
      input: { slow_query_log: true, long_query_time: 1.5, mysql_incremental_backup: { full_backup_week_schedule: 'sun,wed' } },
    },
    { engine: 'redis', input: { redis_maxmemory_policy: 'allkeys-lru', redis_persistence: 'off' } },
    { engine: 'valkey', input: { valkey_notify_keyspace_events: 'Ex' } },
    { engine: 'mongodb', input: { slow_op_threshold_ms: 50, verbosity: 1 } },
    { engine: 'kafka', input: { log_retention_hours: 72, log_retention_ms: -1 } },
    { engine: 'opensearch', input: { reindex_remote_whitelist: ['old.tidewater.example:9200'] } },
  ] as const
  it.for(changes)('updates the sent settings of $engine', async ({ engine, input }, { sandbox }) => {
    const path = await createDatabase(sandbox, engine)
    const before = await readConfig(sandbox, path)
    const { status, body } = await sandbox.patch(`${path}/config`, { config: input })
    expect(status).toBe(200)
    expect(body).toBeUndefined()
    const after = await readConfig(sandbox, path)
    expect(after).toMatchObject(input)
    for (const name of Object.keys(input)) Reflect.deleteProperty(before, name)
    expect(after).toMatchObject(before)
  })

  it('keeps the parts of a group that are not sent', async ({ sandbox, pgPath: path }) => {
    await sandbox.patch(`${path}/config`, { config: { pgbouncer: { min_pool_size: 5 } } })
    await sandbox.patch(`${path}/config`, { config: { pgbouncer: { server_lifetime: 60 } } })
    expect((await readConfig(sandbox, path)).pgbouncer).toMatchObject({ min_pool_size: 5, server_lifetime: 60, server_idle_timeout: 600 })
  })

  const wrong = [
    { engine: 'pg', input: { work_mem: 8, sql_mode: 'ANSI' }, expected: 'config.sql_mode' },
    { engine: 'mysql', input: { work_mem: 8 }, expected: 'config.work_mem' },
    { engine: 'kafka', input: { redis_timeout: 1 }, expected: 'config.redis_timeout' },
    { engine: 'pg', input: { work_mem: 8, wal_sender_timeout: 100 }, expected: 'config.wal_sender_timeout' },
    { engine: 'pg', input: { work_mem: 8, synchronous_replication: 'quorum' }, expected: 'config.synchronous_replication' },
    { engine: 'mysql', input: { sql_mode: 'ANSI,STRICTISH' }, expected: 'STRICTISH' },
    { engine: 'kafka', input: { default_replication_factor: 4 }, expected: 'config.default_replication_factor' },
  ] as const
  it.for(wrong)('rejects $input for $engine and changes nothing', async ({ engine, input, expected }, { sandbox }) => {
    const path = await createDatabase(sandbox, engine)
    const before = await readConfig(sandbox, path)
    await expectRefusal(sandbox.patch(`${path}/config`, { config: input }), 422, expected)
    expect(await readConfig(sandbox, path)).toEqual(before)
  })

  it('ignores null for a setting of another engine', async ({ sandbox, kafkaPath: path }) => {
    expect((await sandbox.patch(`${path}/config`, { config: { innodb_ft_user_stopword_table: null } })).status).toBe(200)
    expect(await readConfig(sandbox, path)).not.toHaveProperty('innodb_ft_user_stopword_table')
  })

  it('writes the largest integers with all digits', async ({ sandbox }) => {
    const text = async (path: string) => {
      const response = await sandbox.fetch(`http://127.0.0.1:4020${path}/config`, {
        headers: { authorization: `Bearer ${sandbox.tokens.full}` },
      })
      return response.text()
    }
    const kafka = await createDatabase(sandbox, 'kafka')
    await sandbox.ask('PATCH', `${kafka}/config`, '{"config":{"log_retention_bytes":9223372036854775807}}')
    for (const name of ['log_flush_interval_ms', 'log_retention_bytes'])
      expect(await text(kafka)).toContain(`"${name}":9223372036854775807,`)
    expect(await text(await createDatabase(sandbox, 'mysql'))).toContain('"max_seeks_for_key":18446744073709551615,')
  })

  it('enables and disables the schema registry', async ({ sandbox, kafkaPath: path }) => {
    expect(await getDatabase(sandbox, path)).not.toHaveProperty('schema_registry_connection')
    await sandbox.patch(`${path}/config`, { config: { schema_registry: true } })
    expect((await getDatabase(sandbox, path)).schema_registry_connection).toMatchObject({
      user: 'doadmin',
      uri: expect.stringMatching(/^https:/),
    })
    await sandbox.patch(`${path}/config`, { config: { schema_registry: false } })
    expect(await getDatabase(sandbox, path)).not.toHaveProperty('schema_registry_connection')
  })
})

describe('SQL modes', () => {
  it('equal the setting of the configuration', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'mysql')
    expect((await sandbox.get(`${path}/sql_mode`)).body.sql_mode).toContain('STRICT_ALL_TABLES')
    expect((await sandbox.put(`${path}/sql_mode`, { sql_mode: 'ANSI,TRADITIONAL' })).status).toBe(204)
    expect((await sandbox.get(`${path}/sql_mode`)).body).toEqual({ sql_mode: 'ANSI,TRADITIONAL' })
    expect((await readConfig(sandbox, path)).sql_mode).toBe('ANSI,TRADITIONAL')
    expect((await sandbox.put(`${path}/sql_mode`, { sql_mode: 'ANSI, TRADITIONAL' })).status).toBe(204)
    expect((await sandbox.get(`${path}/sql_mode`)).body).toEqual({ sql_mode: 'ANSI, TRADITIONAL' })
    expect((await sandbox.put(`${path}/sql_mode`, { sql_mode: '' })).status).toBe(204)
    expect((await sandbox.get(`${path}/sql_mode`)).body).toEqual({ sql_mode: '' })
    await expectRefusal(sandbox.put(`${path}/sql_mode`, { sql_mode: 'ANSI,FANCY' }), 422, 'FANCY')
  })
})

describe('parameters of advanced editions', () => {
  const advanced = { version: '', size: 'gd-2vcpu-8gb' }
  const valueOf = (list: readonly { readonly name: string; readonly value: string }[], name: string) =>
    list.find((parameter) => parameter.name === name)?.value

  it('repeat the settings, and are returned as they were sent', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'pg', { ...advanced, engine: 'advanced_pg' })
    const first = await readConfig(sandbox, path)
    expect(first).not.toHaveProperty('mysql_parameters')
    expect(valueOf(first.pg_parameters, 'work_mem')).toBe(String(first.work_mem))
    const pg_parameters = { timezone: 'Europe/Oslo', work_mem: '32', jit: 'off', cursor_tuple_fraction: '0.2' }
    expect((await sandbox.patch(`${path}/config`, { config: { pg_parameters } })).status).toBe(200)
    const next = await readConfig(sandbox, path)
    expect(next).toMatchObject({ timezone: 'Europe/Oslo', work_mem: 32, jit: false })
    for (const [name, value] of Object.entries(pg_parameters)) expect(valueOf(next.pg_parameters, name)).toBe(value)
    await sandbox.patch(`${path}/config`, { config: { work_mem: 16 } })
    const last = (await readConfig(sandbox, path)).pg_parameters
    expect([valueOf(last, 'work_mem'), valueOf(last, 'jit')]).toEqual(['16', 'off'])
  })

  it('are named after the engine, and do not exist on standard editions', async ({ sandbox }) => {
    const mysql = await createDatabase(sandbox, 'mysql', { ...advanced, engine: 'advanced_mysql', region: 'nyc1' })
    expect(valueOf((await readConfig(sandbox, mysql)).mysql_parameters, 'wait_timeout')).toBe('28800')
    const wrong = await sandbox.patch(`${mysql}/config`, { config: { pg_parameters: { work_mem: '1' } } })
    expect(wrong).toMatchObject({ status: 422, body: { message: expect.stringContaining('config.pg_parameters') } })
    const plain = await createDatabase(sandbox, 'pg')
    expect(await readConfig(sandbox, plain)).not.toHaveProperty('pg_parameters')
    expect((await sandbox.patch(`${plain}/config`, { config: { pg_parameters: { work_mem: '1' } } })).status).toBe(422)
  })
})

describe('eviction policies', () => {
  it.for([
    { engine: 'redis', shown: 'allkeys-lru' },
    { engine: 'valkey', shown: 'allkeys_lru' },
  ] as const)('of $engine are those of the configuration', async ({ engine, shown }, { sandbox }) => {
    const path = await createDatabase(sandbox, engine)
    expect((await sandbox.get(`${path}/eviction_policy`)).body).toEqual({ eviction_policy: 'noeviction' })
    expect((await sandbox.put(`${path}/eviction_policy`, { eviction_policy: 'allkeys_lru' })).status).toBe(204)
    expect((await sandbox.get(`${path}/eviction_policy`)).body).toEqual({ eviction_policy: 'allkeys_lru' })
    expect((await readConfig(sandbox, path))[`${engine}_maxmemory_policy`]).toBe(shown)
    await sandbox.patch(`${path}/config`, { config: { [`${engine}_maxmemory_policy`]: 'volatile-ttl' } })
    expect((await sandbox.get(`${path}/eviction_policy`)).body).toEqual({ eviction_policy: 'volatile_ttl' })
    expect((await readConfig(sandbox, path))[`${engine}_maxmemory_policy`]).toBe('volatile-ttl')
    expect((await sandbox.put(`${path}/eviction_policy`, forbidden({ eviction_policy: 'allkeys-lru' }))).status).toBe(422)
  })
})
