/** Requirements on the argument objects of the database tools. */
import { describe, expect } from 'vitest'
import { toCamelCase } from '../../../../generators/kit/emit-identifier.ts'
import { rule } from '../rules/rule.ts'
import { isOfType, validateBody, findBodyProperty, getBodyExample } from './find-schema.ts'

const getTool = (name: string) => `tools_${toCamelCase(`call_db_cluster_${name}`)}`

/** Checks that the properties exist in the tool argument at `path` with their types. */
function expectFields(tool: string, path: string, type: string, names: readonly string[]): void {
  for (const name of names)
    expect(isOfType(findBodyProperty(getTool(tool), `${path}.${name}`), type), `${path}.${name} is a ${type}`).toBe(true)
}

function expectConfig(tool: string, config: object): string[] {
  return validateBody(getTool(tool), { ...getBodyExample(getTool(tool)), config })
}

const firewallRule = (rule_: object) =>
  validateBody(getTool('update_firewall_rules'), { ...getBodyExample(getTool('update_firewall_rules')), rules: [rule_] })

describe('firewall rule', () => {
  rule('tool-object-firewall-required', () => {
    expect(firewallRule({ type: 'tag', value: 'storefront' })).toEqual([])
    for (const broken of [{ type: 'tag' }, { value: 'storefront' }, { type: 1, value: 'storefront' }, { type: 'tag', value: 1 }])
      expect(firewallRule(broken)).not.toEqual([])
  })
  rule('tool-object-firewall-optional', () => {
    expectFields('update_firewall_rules', 'rules.*', 'string', ['uuid', 'cluster_uuid'])
    expect(findBodyProperty(getTool('update_firewall_rules'), 'rules.*').required?.toSorted()).toEqual(['type', 'value'])
  })
  rule('tool-object-firewall-types', () => {
    for (const type of ['ip_addr', 'droplet', 'tag', 'app']) expect(firewallRule({ type, value: 'x' }), type).toEqual([])
    expect(firewallRule({ type: 'planet', value: 'x' })).not.toEqual([])
  })
})

const splitWords = (text: string) => text.trim().split(/\s+/)

const topicFields = splitWords(`
  cleanup_policy compression_type delete_retention_ms flush_messages flush_ms index_interval_bytes max_compaction_lag_ms
  max_message_bytes message_down_conversion_enable message_format_version message_timestamp_difference_max_ms
  message_timestamp_type min_cleanable_dirty_ratio min_compaction_lag_ms min_insync_replicas preallocate retention_bytes
  retention_ms segment_bytes segment_index_bytes segment_jitter_ms segment_ms
`)
const kafkaFields = splitWords(`
  group_initial_rebalance_delay_ms group_min_session_timeout_ms group_max_session_timeout_ms message_max_bytes
  log_cleaner_delete_retention_ms log_cleaner_min_compaction_lag_ms log_flush_interval_ms log_index_interval_bytes
  log_message_downconversion_enable log_message_timestamp_difference_max_ms log_preallocate log_retention_bytes
  log_retention_hours log_retention_ms log_roll_jitter_ms log_segment_delete_delay_ms auto_create_topics_enable
`)

describe('Kafka', () => {
  rule('tool-object-topic-fields', () => {
    for (const tool of ['create_topic', 'update_topic']) {
      expect(Object.keys(findBodyProperty(getTool(tool), 'config').properties ?? {}).toSorted()).toEqual(topicFields.toSorted())
    }
  })
  rule('tool-object-topic-optional', () => {
    for (const tool of ['create_topic', 'update_topic']) {
      expect(findBodyProperty(getTool(tool), 'config').required ?? []).toEqual([])
      expect(expectConfig(tool, {})).toEqual([])
    }
  })
  rule('tool-object-kafka-fields', () => {
    expect(Object.keys(findBodyProperty(getTool('update_kafka_config'), 'config').properties ?? {}).toSorted()).toEqual(
      kafkaFields.toSorted(),
    )
  })
})

describe('MongoDB', () => {
  rule('tool-object-mongodb-strings', () =>
    expectFields('update_mongodb_config', 'config', 'string', ['default_read_concern', 'default_write_concern']),
  )
  rule('tool-object-mongodb-integers', () =>
    expectFields('update_mongodb_config', 'config', 'integer', ['transaction_lifetime_limit_seconds', 'slow_op_threshold_ms', 'verbosity']),
  )
  rule('tool-object-mongodb-verbosity', () => {
    for (const verbosity of [0, 5]) expect(expectConfig('update_mongodb_config', { verbosity })).toEqual([])
    for (const verbosity of [-1, 6]) expect(expectConfig('update_mongodb_config', { verbosity })).not.toEqual([])
  })
})

describe('Redis', () => {
  rule('tool-object-redis-strings', () =>
    expectFields('update_redis_config', 'config', 'string', [
      'redis_maxmemory_policy',
      'redis_notify_keyspace_events',
      'redis_persistence',
      'redis_acl_channels_default',
    ]),
  )
  rule('tool-object-redis-integers', () =>
    expectFields('update_redis_config', 'config', 'integer', [
      'redis_pubsub_client_output_buffer_limit',
      'redis_number_of_databases',
      'redis_io_threads',
      'redis_lfu_log_factor',
      'redis_lfu_decay_time',
      'redis_timeout',
    ]),
  )
  rule('tool-object-redis-ssl', () => expectFields('update_redis_config', 'config', 'boolean', ['redis_ssl']))
  rule('tool-object-redis-persistence', () => {
    for (const persistence of ['aof', 'rdb', 'none'])
      expect(expectConfig('update_redis_config', { redis_persistence: persistence })).toEqual([])
    expect(expectConfig('update_redis_config', { redis_persistence: 'sometimes' })).not.toEqual([])
  })
})

describe('OpenSearch', () => {
  rule('tool-object-opensearch-integers', () =>
    expectFields('update_os_config', 'config', 'integer', [
      'http_max_content_length_bytes',
      'indices_query_bool_max_clause_count',
      'search_max_buckets',
      'thread_pool_write_queue_size',
      'cluster_max_shards_per_node',
    ]),
  )
  rule('tool-object-opensearch-booleans', () =>
    expectFields('update_os_config', 'config', 'boolean', ['ism_enabled', 'plugins_alerting_filter_by_backend_roles_enabled']),
  )
  rule('tool-object-opensearch-others', () => {
    expectFields('update_os_config', 'config', 'string', ['script_max_compilations_rate', 'reindex_remote_whitelist.*'])
    expectFields('update_os_config', 'config', 'array', ['reindex_remote_whitelist'])
  })
})

describe('PostgreSQL', () => {
  rule('tool-object-postgresql-numbers', () => {
    expectFields('update_psql_config', 'config', 'integer', ['autovacuum_max_workers', 'temp_file_limit'])
    expectFields('update_psql_config', 'config', 'number', ['autovacuum_vacuum_scale_factor', 'shared_buffers_percentage'])
  })
  rule('tool-object-postgresql-others', () => {
    expectFields('update_psql_config', 'config', 'string', ['timezone'])
    expectFields('update_psql_config', 'config', 'boolean', ['jit'])
    expectFields('update_psql_config', 'config', 'object', ['pgbouncer', 'timescaledb'])
  })
})

describe('user settings', () => {
  rule('tool-object-user-acl', () => {
    for (const tool of ['create_user', 'update_user']) {
      expectFields(tool, 'settings', 'array', ['acl'])
      expectFields(tool, 'settings.acl.*', 'string', ['id', 'permission', 'topic'])
    }
  })
  rule('tool-object-user-opensearch-acl', () => {
    for (const tool of ['create_user', 'update_user']) {
      expectFields(tool, 'settings', 'array', ['opensearch_acl'])
      expectFields(tool, 'settings.opensearch_acl.*', 'string', ['index', 'permission'])
    }
  })
  rule('tool-object-user-mongo', () => {
    for (const tool of ['create_user', 'update_user']) {
      expectFields(tool, 'settings', 'object', ['mongo_user_settings'])
      expectFields(tool, 'settings.mongo_user_settings', 'string', ['databases.*', 'role'])
    }
  })
})

describe('online migration', () => {
  rule('tool-object-migration-source', () => {
    expectFields('start_online_migration', 'source', 'string', ['host', 'dbname', 'username', 'password'])
    expectFields('start_online_migration', 'source', 'integer', ['port'])
  })
})
