/** The database tool interface: which tools there are, what they need and what else they take. */
import { describe, expect } from 'vitest'
import type { Tool } from '../../../../generators/model/api-model.ts'
import { rule } from '../rules/rule.ts'
import { isOfType, operation, refusal, requested, sampleBody, without } from './find-schema.ts'

const toolOf = (id: string) => operation(id).operation.tool as Tool

/** The example is taken, and refused as soon as one of these is missing. */
function needs(id: string, ...names: readonly string[]): void {
  const body = sampleBody(id)
  expect(refusal(id, body)).toEqual([])
  for (const name of names) expect(refusal(id, without(body, name)), name).not.toEqual([])
  expect(requested(id).required?.toSorted() ?? []).toEqual(names.toSorted())
}

/** Optional arguments of a type. */
function takes(id: string, type: string, ...names: readonly string[]): void {
  for (const name of names) {
    expect(isOfType(requested(id, name), type), `${name} is a ${type}`).toBe(true)
    expect(requested(id).required ?? []).not.toContain(name)
  }
}

/** Text of digits, and nothing else. */
function takesIntString(id: string, ...names: readonly string[]): void {
  takes(id, 'string', ...names)
  for (const name of names) {
    const body = sampleBody(id)
    expect(refusal(id, { ...body, [name]: '2' })).toEqual([])
    for (const wrong of [2, 'two', '', '1.5', ' 2', '2 ']) expect(refusal(id, { ...body, [name]: wrong }), String(wrong)).not.toEqual([])
  }
}

function needsClusterId(id: string): void {
  needs(id, 'id')
  expect(refusal(id, { id: 'orders-pg' })).not.toEqual([])
  expect(toolOf(id).arguments['id']).toBe('path.database_cluster_uuid')
}

/** `id`, or `ID` in its place; one of them must be there. */
function needsEitherId(id: string): void {
  const { id: cluster } = sampleBody(id)
  expect(refusal(id, { ...without(sampleBody(id), 'id'), ID: cluster })).toEqual([])
  expect(toolOf(id)['require-one-of']).toContainEqual(['id', 'ID'])
  expect(toolOf(id).aliases).toEqual({ ID: 'id' })
}

function calls(id: string, called: string): void {
  expect(toolOf(id).calls).toBe(called)
}

function takesPages(id: string): void {
  takesIntString(id, 'page')
  takes(id, 'integer', 'per_page')
}

describe('all tools', () => {
  rule('tools-thirty-eight', (bound) => {
    expect(bound).toHaveLength(38)
    const of = (file: string) => bound.filter((entry) => entry.operation.source.file.endsWith(file)).length
    expect(of('tools.clusters.yaml') + of('tools.firewalls.yaml') + of('tools.users.yaml')).toBe(12 + 2 + 5)
    // The two operations on Kafka's own configuration are among the Kafka tools.
    expect([of('tools.kafka.yaml'), of('tools.config.yaml')]).toEqual([7, 12])
  })
  rule('tools-optional-omitted', (bound) => {
    for (const entry of bound) {
      const { id, body } = entry.operation
      if (!body) continue
      const alternatives = (entry.operation.tool?.['require-one-of'] ?? []).flatMap((names) => names[0] ?? [])
      const least = Object.fromEntries(
        Object.entries(sampleBody(id)).filter(([name]) => [...(requested(id).required ?? []), ...alternatives].includes(name)),
      )
      expect(refusal(id, least), id).toEqual([])
    }
  })
  rule('tools-int-string', () => {
    for (const id of ['tools_call_db_cluster_list', 'tools_call_db_cluster_list_backups', 'tools_call_db_cluster_list_topics'])
      takesIntString(id, 'page')
    for (const id of ['tools_call_db_cluster_create_topic', 'tools_call_db_cluster_update_topic'])
      takesIntString(id, 'partition_count', 'replication_factor')
  })
  rule('parts-tools-by-name', (bound) => {
    for (const { operation: each } of bound) {
      expect([each.method, each.path]).toEqual(['post', `/tools/${each.tool?.name}`])
      expect(isOfType(requested(each.id), 'object'), each.id).toBe(true)
      expect(requested(each.id).additionalProperties, each.id).toBe(false)
      expect(Object.keys(requested(each.id).properties ?? {}).toSorted(), each.id).toEqual(
        Object.keys(each.tool?.arguments ?? {}).toSorted(),
      )
    }
  })
})

describe('cluster tools', () => {
  rule('tool-list', () => {
    needs('tools_call_db_cluster_list')
    expect(operation('tools_call_db_cluster_list').operation.body?.required).toBe(false)
    calls('tools_call_db_cluster_list', 'databases_list')
  })
  rule('tool-list-paging', () => takesPages('tools_call_db_cluster_list'))
  rule('tool-get', () => {
    needsClusterId('tools_call_db_cluster_get')
    calls('tools_call_db_cluster_get', 'databases_get')
  })
  rule('tool-get-ca', () => {
    needsClusterId('tools_call_db_cluster_get_ca')
    calls('tools_call_db_cluster_get_ca', 'databases_get_ca')
  })
  rule('tool-create-required', () => needs('tools_call_db_cluster_create', 'name', 'engine', 'version', 'region', 'size', 'num_nodes'))
  rule('tool-create-slugs', () => {
    for (const engine of ['valkey', 'pg', 'mysql'])
      expect(refusal('tools_call_db_cluster_create', { ...sampleBody('tools_call_db_cluster_create'), engine })).toEqual([])
    for (const name of ['engine', 'region', 'size']) {
      expect(
        refusal('tools_call_db_cluster_create', { ...sampleBody('tools_call_db_cluster_create'), [name]: { slug: 'pg' } }),
      ).not.toEqual([])
    }
  })
  rule('tool-create-num-nodes', () => {
    expect(refusal('tools_call_db_cluster_create', { ...sampleBody('tools_call_db_cluster_create'), num_nodes: 3 })).toEqual([])
    expect(refusal('tools_call_db_cluster_create', { ...sampleBody('tools_call_db_cluster_create'), num_nodes: '3' })).not.toEqual([])
  })
  rule('tool-create-tags', () => {
    takes('tools_call_db_cluster_create', 'string', 'tags')
    expect(toolOf('tools_call_db_cluster_create').arguments['tags']).toEqual({ to: 'body.tags', as: 'list' })
  })
  rule('tool-delete', () => {
    needsClusterId('tools_call_db_cluster_delete')
    calls('tools_call_db_cluster_delete', 'databases_delete')
  })
  rule('tool-resize-id', () => needsClusterId('tools_call_db_cluster_resize'))
  rule('tool-resize-at-least-one', () => {
    expect(toolOf('tools_call_db_cluster_resize')['require-one-of']).toEqual([['size', 'num_nodes', 'storage_size_mib']])
  })
  rule('tool-resize-storage-mib', () => {
    takes('tools_call_db_cluster_resize', 'integer', 'storage_size_mib')
    expect(requested('tools_call_db_cluster_resize', 'storage_size_mib').description).toMatch(/MiB/)
  })
  rule('tool-list-backups', () => {
    needsClusterId('tools_call_db_cluster_list_backups')
    takesPages('tools_call_db_cluster_list_backups')
  })
  rule('tool-list-options', () => {
    expect(requested('tools_call_db_cluster_list_options').properties ?? {}).toEqual({})
    calls('tools_call_db_cluster_list_options', 'databases_list_options')
  })
  rule('tool-upgrade', () => needs('tools_call_db_cluster_upgrade_major_version', 'id', 'version'))
  rule('tool-start-migration', () => {
    needs('tools_call_db_cluster_start_online_migration', 'id', 'source')
    expect(isOfType(requested('tools_call_db_cluster_start_online_migration', 'source'), 'object')).toBe(true)
  })
  rule('tool-start-migration-optional', () => {
    takes('tools_call_db_cluster_start_online_migration', 'boolean', 'disable_ssl')
    takes('tools_call_db_cluster_start_online_migration', 'string', 'ignore_dbs')
    expect(toolOf('tools_call_db_cluster_start_online_migration').arguments['ignore_dbs']).toEqual({ to: 'body.ignore_dbs', as: 'list' })
  })
  rule('tool-stop-migration', () => {
    needs('tools_call_db_cluster_stop_online_migration', 'id', 'migration_id')
    calls('tools_call_db_cluster_stop_online_migration', 'databases_stop_migration')
  })
  rule('tool-get-migration', () => {
    needsClusterId('tools_call_db_cluster_get_migration')
    calls('tools_call_db_cluster_get_migration', 'databases_get_migration')
  })
})

describe('firewall tools', () => {
  rule('tool-get-firewall', () => needsClusterId('tools_call_db_cluster_get_firewall_rules'))
  rule('tool-update-firewall', () => {
    needs('tools_call_db_cluster_update_firewall_rules', 'id', 'rules')
    expect(isOfType(requested('tools_call_db_cluster_update_firewall_rules', 'rules'), 'array')).toBe(true)
  })
})

describe('Kafka tools', () => {
  rule('tool-list-topics', () => {
    needsClusterId('tools_call_db_cluster_list_topics')
    takesPages('tools_call_db_cluster_list_topics')
  })
  rule('tool-list-topics-flags', () => {
    for (const name of ['with_projects', 'only_deployed', 'public_only']) {
      takes('tools_call_db_cluster_list_topics', 'string', name)
      const body = sampleBody('tools_call_db_cluster_list_topics')
      for (const value of ['true', 'false']) expect(refusal('tools_call_db_cluster_list_topics', { ...body, [name]: value })).toEqual([])
      for (const value of [true, 'yes']) expect(refusal('tools_call_db_cluster_list_topics', { ...body, [name]: value })).not.toEqual([])
    }
  })
  rule('tool-list-topics-usecases', () => {
    takes('tools_call_db_cluster_list_topics', 'string', 'usecases')
    expect(toolOf('tools_call_db_cluster_list_topics').arguments['usecases']).toEqual({ to: 'query.usecases', as: 'list' })
  })
  rule('tool-create-topic', () => needs('tools_call_db_cluster_create_topic', 'id', 'name'))
  rule('tool-create-topic-counts', () => takesIntString('tools_call_db_cluster_create_topic', 'partition_count', 'replication_factor'))
  rule('tool-create-topic-config', () => takes('tools_call_db_cluster_create_topic', 'object', 'config'))
  rule('tool-get-topic', () => needs('tools_call_db_cluster_get_topic', 'id', 'name'))
  rule('tool-delete-topic', () => needs('tools_call_db_cluster_delete_topic', 'id', 'name'))
  rule('tool-update-topic', () => needs('tools_call_db_cluster_update_topic', 'id', 'name'))
  rule('tool-update-topic-optional', () => {
    for (const name of ['partition_count', 'replication_factor', 'config']) {
      expect(without(requested('tools_call_db_cluster_update_topic', name), 'description')).toEqual(
        without(requested('tools_call_db_cluster_create_topic', name), 'description'),
      )
    }
  })
  rule('tool-get-kafka-config', () => needsClusterId('tools_call_db_cluster_get_kafka_config'))
  rule('tool-update-kafka-config', () => needs('tools_call_db_cluster_update_kafka_config', 'id', 'config'))
})

describe('engine configuration tools', () => {
  rule('tool-get-mongodb-config', () => needsClusterId('tools_call_db_cluster_get_mongodb_config'))
  rule('tool-update-mongodb-config', () => needs('tools_call_db_cluster_update_mongodb_config', 'id', 'config'))
  rule('tool-get-mysql-config', () => needsEitherId('tools_call_db_cluster_get_mysql_config'))
  rule('tool-update-mysql-config', () => {
    needsEitherId('tools_call_db_cluster_update_mysql_config')
    takes('tools_call_db_cluster_update_mysql_config', 'string', 'config_json')
    expect(requested('tools_call_db_cluster_update_mysql_config', 'config_json').contentMediaType).toBe('application/json')
    expect(toolOf('tools_call_db_cluster_update_mysql_config').arguments['config_json']).toEqual({ to: 'body.config', as: 'json' })
    expect(toolOf('tools_call_db_cluster_update_mysql_config')['require-one-of']).toContainEqual(['config_json', 'config'])
  })
  rule('tool-get-sql-mode', () => needsEitherId('tools_call_db_cluster_get_sql_mode'))
  rule('tool-set-sql-mode', () => needsEitherId('tools_call_db_cluster_set_sql_mode'))
  rule('tool-set-sql-mode-modes', () => {
    needs('tools_call_db_cluster_set_sql_mode', 'modes')
    expect(
      refusal('tools_call_db_cluster_set_sql_mode', { ...sampleBody('tools_call_db_cluster_set_sql_mode'), modes: 'ANSI,TRADITIONAL' }),
    ).toEqual([])
    expect(
      refusal('tools_call_db_cluster_set_sql_mode', { ...sampleBody('tools_call_db_cluster_set_sql_mode'), modes: ['ANSI'] }),
    ).not.toEqual([])
  })
  rule('tool-get-opensearch-config', () => needsClusterId('tools_call_db_cluster_get_opensearch_config'))
  rule('tool-update-os-config', () => needs('tools_call_db_cluster_update_os_config', 'id', 'config'))
  rule('tool-get-postgresql-config', () => needsClusterId('tools_call_db_cluster_get_postgresql_config'))
  rule('tool-update-psql-config', () => needs('tools_call_db_cluster_update_psql_config', 'id', 'config'))
  rule('tool-get-redis-config', () => needsClusterId('tools_call_db_cluster_get_redis_config'))
  rule('tool-update-redis-config', () => needs('tools_call_db_cluster_update_redis_config', 'id', 'config'))
})

describe('user tools', () => {
  rule('tool-get-user', () => needs('tools_call_db_cluster_get_user', 'id', 'user'))
  rule('tool-list-users', () => {
    needsClusterId('tools_call_db_cluster_list_users')
    takes('tools_call_db_cluster_list_users', 'string', 'page')
    takes('tools_call_db_cluster_list_users', 'integer', 'per_page')
  })
  rule('tool-create-user', () => needs('tools_call_db_cluster_create_user', 'id', 'name'))
  rule('tool-create-user-mysql-plugin', () => takes('tools_call_db_cluster_create_user', 'string', 'mysql_auth_plugin'))
  rule('tool-create-user-settings', () => takes('tools_call_db_cluster_create_user', 'object', 'settings'))
  rule('tool-update-user', () => {
    needs('tools_call_db_cluster_update_user', 'id', 'user')
    takes('tools_call_db_cluster_update_user', 'object', 'settings')
  })
  rule('tool-delete-user', () => needs('tools_call_db_cluster_delete_user', 'id', 'user'))
})
