/** For each cluster tool: a successful call, its effect, and an invalid call. */
import { expect } from 'vitest'
import type { TestEngine } from './fixtures.ts'

export const missing = '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30'
export interface Case {
  readonly tool: string
  readonly engine?: TestEngine
  /** Creates the required resources: a user, a topic or a migration. */
  readonly before?: readonly (readonly [tool: string, values: object])[]
  readonly values?: object
  readonly expected: object
  /** Expected reply of the control API afterwards. */
  readonly after?: readonly [path: string, body: object]
  readonly bad: object
  readonly names: string
}

export const source = { host: 'db.tidewater.example', port: 5432, dbname: 'orders', username: 'copy', password: 'example-password-1' }
const topic = ['db-cluster-create-topic', { name: 'orders', partition_count: '3', replication_factor: '2' }] as const
const user = ['db-cluster-create-user', { name: 'storefront' }] as const

export const toolCases: readonly Case[] = [
  { tool: 'db-cluster-get', expected: { database: { name: 'shop-pg', engine: 'pg' } }, bad: { id: 'orders' }, names: 'id' },
  { tool: 'db-cluster-get-ca', expected: { ca: { certificate: expect.any(String) } }, bad: { id: null }, names: 'id' },
  {
    tool: 'db-cluster-list-backups',
    values: { page: '1', per_page: 5 },
    expected: { backups: expect.any(Array) },
    bad: { page: 1 },
    names: 'page',
  },
  {
    tool: 'db-cluster-resize',
    values: { size: 'db-s-4vcpu-8gb' },
    expected: {},
    after: ['', { database: { status: 'resizing' } }],
    bad: { num_nodes: '2' },
    names: 'num_nodes',
  },
  { tool: 'db-cluster-upgrade-major-version', values: { version: '17' }, expected: {}, bad: { version: 17 }, names: 'version' },
  {
    tool: 'db-cluster-start-online-migration',
    values: { source, disable_ssl: true, ignore_dbs: 'old, older' },
    expected: { status: expect.any(String) },
    bad: { source: { ...source, port: '5432' } },
    names: 'source.port',
  },
  {
    tool: 'db-cluster-get-migration',
    before: [['db-cluster-start-online-migration', { source }]],
    expected: { id: expect.any(String) },
    bad: { id: 7 },
    names: 'id',
  },
  { tool: 'db-cluster-get-firewall-rules', expected: { rules: [] }, bad: { rules: [] }, names: 'rules' },
  {
    tool: 'db-cluster-update-firewall-rules',
    values: { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] },
    expected: {},
    after: ['/firewall', { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] }],
    bad: { rules: [{ type: 'ip_addr' }] },
    names: 'rules.0.value',
  },
  {
    tool: 'db-cluster-list-topics',
    engine: 'kafka',
    before: [topic],
    values: { page: '1', per_page: 10, with_projects: 'false', only_deployed: 'true', public_only: 'false', usecases: 'orders,stock' },
    expected: { topics: [{ name: 'orders' }], meta: { total: 1 } },
    bad: { only_deployed: true },
    names: 'only_deployed',
  },
  {
    tool: 'db-cluster-create-topic',
    engine: 'kafka',
    values: { name: 'orders', partition_count: '6', config: { retention_ms: 1000 } },
    expected: { topic: { name: 'orders' } },
    after: ['/topics/orders', { topic: { name: 'orders', config: { retention_ms: 1000 } } }],
    bad: { name: 'orders', partition_count: 'six' },
    names: 'partition_count',
  },
  {
    tool: 'db-cluster-get-topic',
    engine: 'kafka',
    before: [topic],
    values: { name: 'orders' },
    expected: { topic: { name: 'orders' } },
    bad: {},
    names: 'name',
  },
  {
    tool: 'db-cluster-update-topic',
    engine: 'kafka',
    before: [topic],
    values: { name: 'orders', partition_count: '9' },
    expected: { topic: { name: 'orders' } },
    bad: { name: 'orders', config: { retention: 1 } },
    names: 'config.retention',
  },
  {
    tool: 'db-cluster-delete-topic',
    engine: 'kafka',
    before: [topic],
    values: { name: 'orders' },
    expected: {},
    bad: { topic: 'orders' },
    names: 'name',
  },
  { tool: 'db-cluster-get-kafka-config', engine: 'kafka', expected: { config: expect.any(Object) }, bad: { id: '' }, names: 'id' },
  {
    tool: 'db-cluster-update-kafka-config',
    engine: 'kafka',
    values: { config: { log_retention_hours: 5, auto_create_topics_enable: true } },
    expected: {},
    after: ['/config', { config: { log_retention_hours: 5, auto_create_topics_enable: true } }],
    bad: { config: { log_retention_hours: '5' } },
    names: 'config.log_retention_hours',
  },
  { tool: 'db-cluster-get-mongodb-config', engine: 'mongodb', expected: { config: expect.any(Object) }, bad: { name: 'x' }, names: 'name' },
  {
    tool: 'db-cluster-update-mongodb-config',
    engine: 'mongodb',
    values: { config: { default_read_concern: 'majority', verbosity: 5 } },
    expected: {},
    after: ['/config', { config: { default_read_concern: 'majority', verbosity: 5 } }],
    bad: { config: { verbosity: 6 } },
    names: 'config.verbosity',
  },
  { tool: 'db-cluster-get-mysql-config', engine: 'mysql', expected: { config: expect.any(Object) }, bad: { id: 'x' }, names: 'id' },
  {
    tool: 'db-cluster-update-mysql-config',
    engine: 'mysql',
    values: { config_json: '{"connect_timeout":12}' },
    expected: {},
    after: ['/config', { config: { connect_timeout: 12 } }],
    bad: { config_json: '{"connect_timeout":"12"}' },
    names: 'config_json.connect_timeout',
  },
  { tool: 'db-cluster-get-sql-mode', engine: 'mysql', expected: { sql_mode: expect.any(String) }, bad: { ID: 'x' }, names: 'ID' },
  {
    tool: 'db-cluster-set-sql-mode',
    engine: 'mysql',
    values: { modes: 'ANSI,TRADITIONAL' },
    expected: {},
    after: ['/sql_mode', { sql_mode: 'ANSI,TRADITIONAL' }],
    bad: {},
    names: 'modes',
  },
  {
    tool: 'db-cluster-get-opensearch-config',
    engine: 'opensearch',
    expected: { config: expect.any(Object) },
    bad: { id: true },
    names: 'id',
  },
  {
    tool: 'db-cluster-update-os-config',
    engine: 'opensearch',
    values: { config: { ism_enabled: false, reindex_remote_whitelist: ['search.tidewater.example:9200'] } },
    expected: {},
    after: ['/config', { config: { ism_enabled: false } }],
    bad: { config: { search_max_buckets: 1.5 } },
    names: 'config.search_max_buckets',
  },
  { tool: 'db-cluster-get-postgresql-config', expected: { config: expect.any(Object) }, bad: { id: missing.slice(1) }, names: 'id' },
  {
    tool: 'db-cluster-update-psql-config',
    values: { config: { jit: false, timezone: 'Europe/Oslo' } },
    expected: {},
    after: ['/config', { config: { jit: false, timezone: 'Europe/Oslo' } }],
    bad: { config: { jitter: true } },
    names: 'config.jitter',
  },
  { tool: 'db-cluster-get-redis-config', engine: 'redis', expected: { config: expect.any(Object) }, bad: { id: [] }, names: 'id' },
  {
    tool: 'db-cluster-update-redis-config',
    engine: 'redis',
    values: { config: { redis_persistence: 'rdb', redis_ssl: true } },
    expected: {},
    after: ['/config', { config: { redis_persistence: 'rdb' } }],
    bad: { config: { redis_persistence: 'sometimes' } },
    names: 'config.redis_persistence',
  },
  {
    tool: 'db-cluster-get-user',
    before: [user],
    values: { user: 'storefront' },
    expected: { user: { name: 'storefront' } },
    bad: {},
    names: 'user',
  },
  {
    tool: 'db-cluster-list-users',
    before: [user],
    values: { page: '1' },
    expected: { users: expect.any(Array) },
    bad: { page: 'one' },
    names: 'page',
  },
  {
    tool: 'db-cluster-create-user',
    engine: 'mysql',
    values: { name: 'storefront', mysql_auth_plugin: 'mysql_native_password' },
    expected: { user: { name: 'storefront', mysql_settings: { auth_plugin: 'mysql_native_password' } } },
    after: ['/users/storefront', { user: { mysql_settings: { auth_plugin: 'mysql_native_password' } } }],
    bad: { name: 'storefront', settings: { mongo_user_settings: { databases: 'reviews' } } },
    names: 'settings.mongo_user_settings.databases',
  },
  {
    tool: 'db-cluster-update-user',
    engine: 'kafka',
    before: [user],
    values: { user: 'storefront', settings: { acl: [{ topic: 'orders-*', permission: 'consume' }] } },
    expected: { user: { settings: { acl: [{ topic: 'orders-*', permission: 'consume' }] } } },
    bad: { user: 'storefront', settings: { acl: [{ topic: 'orders-*' }] } },
    names: 'settings.acl.0.permission',
  },
  { tool: 'db-cluster-delete-user', before: [user], values: { user: 'storefront' }, expected: {}, bad: { user: 7 }, names: 'user' },
  { tool: 'db-cluster-delete', expected: {}, bad: { id: missing, force: true }, names: 'force' },
]
