import type { Family, Step } from '../tool-case.ts'

const minutes = 900
const size = { region: 'nyc3', size: 'db-s-2vcpu-4gb' }

/** Creates a cluster, waits until it is online and saves its id under the engine's name. */
const createCluster = (engine: string, version: string, nodes = 1): readonly Step[] => [
  {
    tool: 'db-cluster-create',
    input: { name: `${engine}-1`, engine, version, ...size, num_nodes: nodes, tags: 'db,own' },
    save: { [engine]: 'id' },
    expected: { engine },
  },
  { tool: 'db-cluster-get', advanceSeconds: minutes, input: { id: `{${engine}}` }, expected: { status: 'online', engine } },
]

/** Reads the configuration, writes it back unchanged, and changes a value. */
const configure = (
  engine: string,
  tools: readonly [read: string, write: string],
  config: Readonly<Record<string, unknown>>,
): readonly Step[] => [
  { tool: tools[0], input: { id: `{${engine}}` }, save: { config: '' } },
  { tool: tools[1], input: { id: `{${engine}}`, config: '{config}' } },
  {
    tool: tools[1],
    input: { id: `{${engine}}`, config },
    expectedState: [
      `/v2/databases/{${engine}}/config`,
      Object.fromEntries(Object.entries(config).map(([name, value]) => [`config.${name}`, value])),
    ],
  },
  { tool: tools[0], input: { id: `{${engine}}` }, expected: config },
]

const postgres: readonly Step[] = [
  ...createCluster('pg', '16'),
  { tool: 'db-cluster-list', input: { page: '1', per_page: 5 }, expected: { '#': 1 } },
  { tool: 'db-cluster-list-options', save: { options: 'pg.versions' } },
  { tool: 'db-cluster-get-ca', input: { id: '{pg}' }, save: { authority: 'certificate' } },
  { tool: 'db-cluster-create-user', input: { id: '{pg}', name: 'reader' }, expected: { name: 'reader' } },
  { tool: 'db-cluster-get-user', input: { id: '{pg}', user: 'reader' }, save: { password: 'password' } },
  { tool: 'db-cluster-list-users', input: { id: '{pg}' }, expected: { '#': 2 } },
  { tool: 'db-cluster-delete-user', input: { id: '{pg}', user: 'reader' } },
  { tool: 'db-cluster-get-user', input: { id: '{pg}', user: 'reader' }, expectedError: '404' },
  { tool: 'db-cluster-update-firewall-rules', input: { id: '{pg}', rules: [{ type: 'ip_addr', value: '203.0.113.4' }] } },
  { tool: 'db-cluster-get-firewall-rules', input: { id: '{pg}' }, expected: { '#': 1, '0.value': '203.0.113.4' } },
  { tool: 'db-cluster-update-firewall-rules', input: { id: '{pg}', rules: [{ type: 'tag', value: 'web' }] } },
  { tool: 'db-cluster-get-firewall-rules', input: { id: '{pg}' }, expected: { '#': 1, '0.type': 'tag' } },
  {
    tool: 'db-cluster-update-firewall-rules',
    input: { id: '{pg}', rules: [] },
    expectedState: ['/v2/databases/{pg}/firewall', { rules: [] }],
  },
  { tool: 'db-cluster-list-backups', advanceSeconds: 3 * 86_400, input: { id: '{pg}' }, save: { backup: '0.created_at' } },
  ...configure('pg', ['db-cluster-get-postgresql-config', 'db-cluster-update-psql-config'], { autovacuum_naptime: 120, jit: true }),
  { tool: 'db-cluster-resize', input: { id: '{pg}', size: 'db-s-4vcpu-8gb', num_nodes: 2, storage_size_mib: 163_840 } },
  {
    tool: 'db-cluster-get',
    advanceSeconds: minutes,
    input: { id: '{pg}' },
    expected: { status: 'online', size: 'db-s-4vcpu-8gb', num_nodes: 2 },
  },
  { tool: 'db-cluster-upgrade-major-version', input: { id: '{pg}', version: '17' } },
  { tool: 'db-cluster-get', advanceSeconds: minutes, input: { id: '{pg}' }, expected: { version: '17' } },
  {
    tool: 'db-cluster-start-online-migration',
    input: {
      id: '{pg}',
      source: { host: 'db.tidewater.example', port: 5432, dbname: 'books', username: 'mover', password: 'secret' },
      disable_ssl: true,
    },
    save: { migration: 'id' },
  },
  { tool: 'db-cluster-get-migration', input: { id: '{pg}' }, expected: { id: '{migration}' } },
  { tool: 'db-cluster-stop-online-migration', input: { id: '{pg}', migration_id: '{migration}' } },
  { tool: 'db-cluster-delete', input: { id: '{pg}' } },
  { tool: 'db-cluster-get', input: { id: '{pg}' }, expectedError: '404' },
]

const mysql: readonly Step[] = [
  ...createCluster('mysql', '8'),
  { tool: 'db-cluster-create-user', input: { id: '{mysql}', name: 'old', mysql_auth_plugin: 'mysql_native_password' } },
  { tool: 'db-cluster-get-sql-mode', input: { id: '{mysql}' } },
  {
    tool: 'db-cluster-set-sql-mode',
    input: { id: '{mysql}', modes: 'ANSI,TRADITIONAL' },
    expectedState: ['/v2/databases/{mysql}/sql_mode', { sql_mode: 'ANSI,TRADITIONAL' }],
  },
  ...configure('mysql', ['db-cluster-get-mysql-config', 'db-cluster-update-mysql-config'], {
    connect_timeout: 20,
    sql_require_primary_key: true,
  }),
  { tool: 'db-cluster-delete', input: { id: '{mysql}' } },
]

const kafka: readonly Step[] = [
  ...createCluster('kafka', '3.8', 3),
  {
    tool: 'db-cluster-create-topic',
    input: {
      id: '{kafka}',
      name: 'orders',
      partition_count: '3',
      replication_factor: '2',
      config: { cleanup_policy: 'delete', retention_ms: 86_400_000, min_insync_replicas: 1 },
    },
    expected: { name: 'orders' },
  },
  {
    tool: 'db-cluster-get-topic',
    advanceSeconds: 60,
    input: { id: '{kafka}', name: 'orders' },
    expected: { 'config.retention_ms': 86_400_000 },
  },
  { tool: 'db-cluster-list-topics', input: { id: '{kafka}' } },
  {
    tool: 'db-cluster-update-topic',
    input: { id: '{kafka}', name: 'orders', partition_count: '6', replication_factor: '2', config: { retention_ms: 3_600_000 } },
    expectedState: ['/v2/databases/{kafka}/topics/orders', { 'topic.config.retention_ms': 3_600_000, 'topic.partitions.#': 6 }],
  },
  {
    tool: 'db-cluster-create-user',
    input: { id: '{kafka}', name: 'writer', settings: { acl: [{ topic: 'orders', permission: 'produce' }] } },
    save: { acl: 'settings.acl.0.id' },
  },
  {
    tool: 'db-cluster-update-user',
    input: { id: '{kafka}', user: 'writer', settings: { acl: [{ topic: 'orders', permission: 'consume' }] } },
    expected: { 'settings.acl.0.permission': 'consume' },
  },
  { tool: 'db-cluster-delete-topic', input: { id: '{kafka}', name: 'orders' } },
  ...configure('kafka', ['db-cluster-get-kafka-config', 'db-cluster-update-kafka-config'], {
    auto_create_topics_enable: true,
    log_retention_hours: 48,
  }),
  { tool: 'db-cluster-delete', input: { id: '{kafka}' } },
]

const others: readonly Step[] = [
  ...createCluster('mongodb', '8'),
  {
    tool: 'db-cluster-create-user',
    input: { id: '{mongodb}', name: 'reader', settings: { mongo_user_settings: { databases: ['books'], role: 'readOnly' } } },
  },
  ...configure('mongodb', ['db-cluster-get-mongodb-config', 'db-cluster-update-mongodb-config'], {
    slow_op_threshold_ms: 200,
    verbosity: 2,
  }),
  { tool: 'db-cluster-delete', input: { id: '{mongodb}' } },
  ...createCluster('opensearch', '2'),
  {
    tool: 'db-cluster-create-user',
    input: { id: '{opensearch}', name: 'finder', settings: { opensearch_acl: [{ index: 'books*', permission: 'read' }] } },
  },
  ...configure('opensearch', ['db-cluster-get-opensearch-config', 'db-cluster-update-os-config'], {
    http_max_content_length_bytes: 50_000_000,
    ism_enabled: true,
  }),
  { tool: 'db-cluster-delete', input: { id: '{opensearch}' } },
  ...createCluster('valkey', '8'),
  { tool: 'db-cluster-delete', input: { id: '{valkey}' } },
  ...createCluster('redis', '7'),
  ...configure('redis', ['db-cluster-get-redis-config', 'db-cluster-update-redis-config'], { redis_timeout: 600 }),
  { tool: 'db-cluster-delete', input: { id: '{redis}' } },
]

export const databases: Family = { name: 'databases', steps: [...postgres, ...mysql, ...kafka, ...others] }
