/** Requirements on the database tools and their arguments. */
import { describe, expect } from 'vitest'
import type { Tool } from '../../../../generators/model/api-model.ts'
import { rule } from '../rules/rule.ts'
import { isOfType, operation, refusal, requested, sampleBody, without } from './find-schema.ts'

const toolOf = (id: string) => operation(id).operation.tool as Tool

/** Checks that the example is valid, and invalid without any of these. */
function needs(id: string, ...names: readonly string[]): void {
  const body = sampleBody(id)
  expect(refusal(id, body)).toEqual([])
  for (const name of names) expect(refusal(id, without(body, name)), name).not.toEqual([])
  expect(requested(id).required?.toSorted() ?? []).toEqual(names.toSorted())
}

/** Checks optional arguments of a type. */
function takes(id: string, type: string, ...names: readonly string[]): void {
  for (const name of names) {
    expect(isOfType(requested(id, name), type), `${name} is a ${type}`).toBe(true)
    expect(requested(id).required ?? []).not.toContain(name)
  }
}

/** Checks that an argument accepts only digits. */
function takesIntString(id: string, ...names: readonly string[]): void {
  takes(id, 'string', ...names)
  for (const name of names) {
    const body = sampleBody(id)
    expect(refusal(id, { ...body, [name]: '2' })).toEqual([])
    for (const wrong of [2, 'two', '', '1.5', ' 2', '2 ']) expect(refusal(id, { ...body, [name]: wrong }), String(wrong)).not.toEqual([])
  }
}

/** @param called operations that the tool calls */
function needsClusterId(id: string, called?: string): void {
  needs(id, 'id')
  if (called !== undefined) calls(id, called)
  expect(refusal(id, { id: 'orders-pg' })).not.toEqual([])
  expect(toolOf(id).arguments['id']).toBe('path.database_cluster_uuid')
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
    // The two operations on Kafka configuration are Kafka tools.
    expect([of('tools.kafka.yaml'), of('tools.config.yaml')]).toEqual([7, 12])
  })
  rule('tools-optional-omitted', (bound) => {
    for (const entry of bound) {
      const { id, body } = entry.operation
      if (!body) continue
      const alternatives = (entry.operation.tool?.['require-one-of'] ?? []).flatMap((names) => names[0] ?? [])
      const min = Object.fromEntries(
        Object.entries(sampleBody(id)).filter(([name]) => [...(requested(id).required ?? []), ...alternatives].includes(name)),
      )
      expect(refusal(id, min), id).toEqual([])
    }
  })
  rule('tools-int-string', () => {
    for (const id of ['tools_callDbClusterList', 'tools_callDbClusterListBackups', 'tools_callDbClusterListTopics'])
      takesIntString(id, 'page')
    for (const id of ['tools_callDbClusterCreateTopic', 'tools_callDbClusterUpdateTopic'])
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
  rule('tool-get', () => needsClusterId('tools_callDbClusterGet', 'databases_get'))
  rule('tool-get-ca', () => needsClusterId('tools_callDbClusterGetCa', 'databases_getCa'))
  rule('tool-create-slugs', () => {
    for (const engine of ['valkey', 'pg', 'mysql'])
      expect(refusal('tools_callDbClusterCreate', { ...sampleBody('tools_callDbClusterCreate'), engine })).toEqual([])
    for (const name of ['engine', 'region', 'size']) {
      expect(refusal('tools_callDbClusterCreate', { ...sampleBody('tools_callDbClusterCreate'), [name]: { slug: 'pg' } })).not.toEqual([])
    }
  })
  rule('tool-delete', () => needsClusterId('tools_callDbClusterDelete', 'databases_delete'))
  rule('tool-list-backups', () => {
    needsClusterId('tools_callDbClusterListBackups')
    takesPages('tools_callDbClusterListBackups')
  })
  rule('tool-upgrade', () => needs('tools_callDbClusterUpgradeMajorVersion', 'id', 'version'))
  rule('tool-start-migration', () => {
    needs('tools_callDbClusterStartOnlineMigration', 'id', 'source')
    expect(isOfType(requested('tools_callDbClusterStartOnlineMigration', 'source'), 'object')).toBe(true)
  })
  rule('tool-start-migration-optional', () => {
    takes('tools_callDbClusterStartOnlineMigration', 'boolean', 'disable_ssl')
    takes('tools_callDbClusterStartOnlineMigration', 'string', 'ignore_dbs')
    expect(toolOf('tools_callDbClusterStartOnlineMigration').arguments['ignore_dbs']).toEqual({ to: 'body.ignore_dbs', as: 'list' })
  })
  rule('tool-get-migration', () => needsClusterId('tools_callDbClusterGetMigration', 'databases_migration_get'))
})

describe('firewall tools', () => {
  rule('tool-get-firewall', () => needsClusterId('tools_callDbClusterGetFirewallRules'))
  rule('tool-update-firewall', () => {
    needs('tools_callDbClusterUpdateFirewallRules', 'id', 'rules')
    expect(isOfType(requested('tools_callDbClusterUpdateFirewallRules', 'rules'), 'array')).toBe(true)
  })
})

describe('Kafka tools', () => {
  rule('tool-list-topics', () => {
    needsClusterId('tools_callDbClusterListTopics')
    takesPages('tools_callDbClusterListTopics')
  })
  rule('tool-list-topics-flags', () => {
    for (const name of ['with_projects', 'only_deployed', 'public_only']) {
      takes('tools_callDbClusterListTopics', 'string', name)
      const body = sampleBody('tools_callDbClusterListTopics')
      for (const value of ['true', 'false']) expect(refusal('tools_callDbClusterListTopics', { ...body, [name]: value })).toEqual([])
      for (const value of [true, 'yes']) expect(refusal('tools_callDbClusterListTopics', { ...body, [name]: value })).not.toEqual([])
    }
  })
  rule('tool-list-topics-usecases', () => {
    takes('tools_callDbClusterListTopics', 'string', 'usecases')
    expect(toolOf('tools_callDbClusterListTopics').arguments['usecases']).toEqual({ to: 'query.usecases', as: 'list' })
  })
  rule('tool-create-topic', () => needs('tools_callDbClusterCreateTopic', 'id', 'name'))
  rule('tool-create-topic-counts', () => takesIntString('tools_callDbClusterCreateTopic', 'partition_count', 'replication_factor'))
  rule('tool-create-topic-config', () => takes('tools_callDbClusterCreateTopic', 'object', 'config'))
  rule('tool-get-topic', () => needs('tools_callDbClusterGetTopic', 'id', 'name'))
  rule('tool-delete-topic', () => needs('tools_callDbClusterDeleteTopic', 'id', 'name'))
  rule('tool-update-topic', () => needs('tools_callDbClusterUpdateTopic', 'id', 'name'))
  rule('tool-update-topic-optional', () => {
    for (const name of ['partition_count', 'replication_factor', 'config']) {
      expect(without(requested('tools_callDbClusterUpdateTopic', name), 'description')).toEqual(
        without(requested('tools_callDbClusterCreateTopic', name), 'description'),
      )
    }
  })
  rule('tool-get-kafka-config', () => needsClusterId('tools_callDbClusterGetKafkaConfig'))
  rule('tool-update-kafka-config', () => needs('tools_callDbClusterUpdateKafkaConfig', 'id', 'config'))
})

describe('engine configuration tools', () => {
  rule('tool-get-mongodb-config', () => needsClusterId('tools_callDbClusterGetMongodbConfig'))
  rule('tool-update-mongodb-config', () => needs('tools_callDbClusterUpdateMongodbConfig', 'id', 'config'))
  rule('tool-set-sql-mode-modes', () => {
    needs('tools_callDbClusterSetSqlMode', 'modes')
    expect(refusal('tools_callDbClusterSetSqlMode', { ...sampleBody('tools_callDbClusterSetSqlMode'), modes: 'ANSI,TRADITIONAL' })).toEqual(
      [],
    )
    expect(refusal('tools_callDbClusterSetSqlMode', { ...sampleBody('tools_callDbClusterSetSqlMode'), modes: ['ANSI'] })).not.toEqual([])
  })
  rule('tool-get-opensearch-config', () => needsClusterId('tools_callDbClusterGetOpensearchConfig'))
  rule('tool-update-os-config', () => needs('tools_callDbClusterUpdateOsConfig', 'id', 'config'))
  rule('tool-get-postgresql-config', () => needsClusterId('tools_callDbClusterGetPostgresqlConfig'))
  rule('tool-update-psql-config', () => needs('tools_callDbClusterUpdatePsqlConfig', 'id', 'config'))
  rule('tool-get-redis-config', () => needsClusterId('tools_callDbClusterGetRedisConfig'))
  rule('tool-update-redis-config', () => needs('tools_callDbClusterUpdateRedisConfig', 'id', 'config'))
})

describe('user tools', () => {
  rule('tool-get-user', () => needs('tools_callDbClusterGetUser', 'id', 'user'))
  rule('tool-list-users', () => {
    needsClusterId('tools_callDbClusterListUsers')
    takes('tools_callDbClusterListUsers', 'string', 'page')
    takes('tools_callDbClusterListUsers', 'integer', 'per_page')
  })
  rule('tool-create-user', () => needs('tools_callDbClusterCreateUser', 'id', 'name'))
  rule('tool-create-user-mysql-plugin', () => takes('tools_callDbClusterCreateUser', 'string', 'mysql_auth_plugin'))
  rule('tool-create-user-settings', () => takes('tools_callDbClusterCreateUser', 'object', 'settings'))
  rule('tool-update-user', () => {
    needs('tools_callDbClusterUpdateUser', 'id', 'user')
    takes('tools_callDbClusterUpdateUser', 'object', 'settings')
  })
  rule('tool-delete-user', () => needs('tools_callDbClusterDeleteUser', 'id', 'user'))
})
