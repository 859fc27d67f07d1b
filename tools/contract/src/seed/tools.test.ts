/** Requirements on the database tools and their arguments. */
import { describe, expect } from 'vitest'
import type { Tool } from '../../../../generators/model/api-model.ts'
import { rule } from '../rules/rule.ts'
import { isOfType, getOperation, validateBody, findBodyProperty, getBodyExample, omitProperties } from './find-schema.ts'

const getTool = (id: string) => getOperation(id).operation.tool as Tool

/** Checks that the example is valid, and invalid without any of these. */
function expectRequired(id: string, ...names: readonly string[]): void {
  const body = getBodyExample(id)
  expect(validateBody(id, body)).toEqual([])
  for (const name of names) expect(validateBody(id, omitProperties(body, name)), name).not.toEqual([])
  expect(findBodyProperty(id).required?.toSorted() ?? []).toEqual(names.toSorted())
}

/** Checks optional arguments of a type. */
function expectOptional(id: string, type: string, ...names: readonly string[]): void {
  for (const name of names) {
    expect(isOfType(findBodyProperty(id, name), type), `${name} is a ${type}`).toBe(true)
    expect(findBodyProperty(id).required ?? []).not.toContain(name)
  }
}

/** Checks that an argument accepts only digits. */
function expectIntegerText(id: string, ...names: readonly string[]): void {
  expectOptional(id, 'string', ...names)
  for (const name of names) {
    const body = getBodyExample(id)
    expect(validateBody(id, { ...body, [name]: '2' })).toEqual([])
    for (const wrong of [2, 'two', '', '1.5', ' 2', '2 '])
      expect(validateBody(id, { ...body, [name]: wrong }), String(wrong)).not.toEqual([])
  }
}

/** @param called operations that the tool calls */
function expectClusterId(id: string, called?: string): void {
  expectRequired(id, 'id')
  if (called !== undefined) expectCall(id, called)
  expect(validateBody(id, { id: 'orders-pg' })).not.toEqual([])
  expect(getTool(id).arguments['id']).toBe('path.database_cluster_uuid')
}

function expectCall(id: string, called: string): void {
  expect(getTool(id).calls).toBe(called)
}

function expectPaging(id: string): void {
  expectIntegerText(id, 'page')
  expectOptional(id, 'integer', 'per_page')
}

describe('all tools', () => {
  rule('tools-thirty-eight', (bound) => {
    expect(bound).toHaveLength(38)
    const countTools = (file: string) => bound.filter((entry) => entry.operation.source.file.endsWith(file)).length
    expect(countTools('tools.clusters.yaml') + countTools('tools.firewalls.yaml') + countTools('tools.users.yaml')).toBe(12 + 2 + 5)
    // The two operations on Kafka configuration are Kafka tools.
    expect([countTools('tools.kafka.yaml'), countTools('tools.config.yaml')]).toEqual([7, 12])
  })
  rule('tools-optional-omitted', (bound) => {
    for (const entry of bound) {
      const { id, body } = entry.operation
      if (!body) continue
      const alternatives = (entry.operation.tool?.['require-one-of'] ?? []).flatMap((names) => names[0] ?? [])
      const min = Object.fromEntries(
        Object.entries(getBodyExample(id)).filter(([name]) => [...(findBodyProperty(id).required ?? []), ...alternatives].includes(name)),
      )
      expect(validateBody(id, min), id).toEqual([])
    }
  })
  rule('tools-int-string', () => {
    for (const id of ['tools_callDbClusterList', 'tools_callDbClusterListBackups', 'tools_callDbClusterListTopics'])
      expectIntegerText(id, 'page')
    for (const id of ['tools_callDbClusterCreateTopic', 'tools_callDbClusterUpdateTopic'])
      expectIntegerText(id, 'partition_count', 'replication_factor')
  })
  rule('parts-tools-by-name', (bound) => {
    for (const { operation: each } of bound) {
      expect([each.method, each.path]).toEqual(['post', `/tools/${each.tool?.name}`])
      expect(isOfType(findBodyProperty(each.id), 'object'), each.id).toBe(true)
      expect(findBodyProperty(each.id).additionalProperties, each.id).toBe(false)
      expect(Object.keys(findBodyProperty(each.id).properties ?? {}).toSorted(), each.id).toEqual(
        Object.keys(each.tool?.arguments ?? {}).toSorted(),
      )
    }
  })
})

describe('cluster tools', () => {
  rule('tool-get', () => expectClusterId('tools_callDbClusterGet', 'databases_get'))
  rule('tool-get-ca', () => expectClusterId('tools_callDbClusterGetCa', 'databases_getCa'))
  rule('tool-create-slugs', () => {
    for (const engine of ['valkey', 'pg', 'mysql'])
      expect(validateBody('tools_callDbClusterCreate', { ...getBodyExample('tools_callDbClusterCreate'), engine })).toEqual([])
    for (const name of ['engine', 'region', 'size']) {
      expect(
        validateBody('tools_callDbClusterCreate', { ...getBodyExample('tools_callDbClusterCreate'), [name]: { slug: 'pg' } }),
      ).not.toEqual([])
    }
  })
  rule('tool-delete', () => expectClusterId('tools_callDbClusterDelete', 'databases_delete'))
  rule('tool-list-backups', () => {
    expectClusterId('tools_callDbClusterListBackups')
    expectPaging('tools_callDbClusterListBackups')
  })
  rule('tool-upgrade', () => expectRequired('tools_callDbClusterUpgradeMajorVersion', 'id', 'version'))
  rule('tool-start-migration', () => {
    expectRequired('tools_callDbClusterStartOnlineMigration', 'id', 'source')
    expect(isOfType(findBodyProperty('tools_callDbClusterStartOnlineMigration', 'source'), 'object')).toBe(true)
  })
  rule('tool-start-migration-optional', () => {
    expectOptional('tools_callDbClusterStartOnlineMigration', 'boolean', 'disable_ssl')
    expectOptional('tools_callDbClusterStartOnlineMigration', 'string', 'ignore_dbs')
    expect(getTool('tools_callDbClusterStartOnlineMigration').arguments['ignore_dbs']).toEqual({ to: 'body.ignore_dbs', as: 'list' })
  })
  rule('tool-get-migration', () => expectClusterId('tools_callDbClusterGetMigration', 'databases_migration_get'))
})

describe('firewall tools', () => {
  rule('tool-get-firewall', () => expectClusterId('tools_callDbClusterGetFirewallRules'))
  rule('tool-update-firewall', () => {
    expectRequired('tools_callDbClusterUpdateFirewallRules', 'id', 'rules')
    expect(isOfType(findBodyProperty('tools_callDbClusterUpdateFirewallRules', 'rules'), 'array')).toBe(true)
  })
})

describe('Kafka tools', () => {
  rule('tool-list-topics', () => {
    expectClusterId('tools_callDbClusterListTopics')
    expectPaging('tools_callDbClusterListTopics')
  })
  rule('tool-list-topics-flags', () => {
    for (const name of ['with_projects', 'only_deployed', 'public_only']) {
      expectOptional('tools_callDbClusterListTopics', 'string', name)
      const body = getBodyExample('tools_callDbClusterListTopics')
      for (const value of ['true', 'false']) expect(validateBody('tools_callDbClusterListTopics', { ...body, [name]: value })).toEqual([])
      for (const value of [true, 'yes']) expect(validateBody('tools_callDbClusterListTopics', { ...body, [name]: value })).not.toEqual([])
    }
  })
  rule('tool-list-topics-usecases', () => {
    expectOptional('tools_callDbClusterListTopics', 'string', 'usecases')
    expect(getTool('tools_callDbClusterListTopics').arguments['usecases']).toEqual({ to: 'query.usecases', as: 'list' })
  })
  rule('tool-create-topic', () => expectRequired('tools_callDbClusterCreateTopic', 'id', 'name'))
  rule('tool-create-topic-counts', () => expectIntegerText('tools_callDbClusterCreateTopic', 'partition_count', 'replication_factor'))
  rule('tool-create-topic-config', () => expectOptional('tools_callDbClusterCreateTopic', 'object', 'config'))
  rule('tool-get-topic', () => expectRequired('tools_callDbClusterGetTopic', 'id', 'name'))
  rule('tool-delete-topic', () => expectRequired('tools_callDbClusterDeleteTopic', 'id', 'name'))
  rule('tool-update-topic', () => expectRequired('tools_callDbClusterUpdateTopic', 'id', 'name'))
  rule('tool-update-topic-optional', () => {
    for (const name of ['partition_count', 'replication_factor', 'config']) {
      expect(omitProperties(findBodyProperty('tools_callDbClusterUpdateTopic', name), 'description')).toEqual(
        omitProperties(findBodyProperty('tools_callDbClusterCreateTopic', name), 'description'),
      )
    }
  })
  rule('tool-get-kafka-config', () => expectClusterId('tools_callDbClusterGetKafkaConfig'))
  rule('tool-update-kafka-config', () => expectRequired('tools_callDbClusterUpdateKafkaConfig', 'id', 'config'))
})

describe('engine configuration tools', () => {
  rule('tool-get-mongodb-config', () => expectClusterId('tools_callDbClusterGetMongodbConfig'))
  rule('tool-update-mongodb-config', () => expectRequired('tools_callDbClusterUpdateMongodbConfig', 'id', 'config'))
  rule('tool-set-sql-mode-modes', () => {
    expectRequired('tools_callDbClusterSetSqlMode', 'modes')
    expect(
      validateBody('tools_callDbClusterSetSqlMode', { ...getBodyExample('tools_callDbClusterSetSqlMode'), modes: 'ANSI,TRADITIONAL' }),
    ).toEqual([])
    expect(
      validateBody('tools_callDbClusterSetSqlMode', { ...getBodyExample('tools_callDbClusterSetSqlMode'), modes: ['ANSI'] }),
    ).not.toEqual([])
  })
  rule('tool-get-opensearch-config', () => expectClusterId('tools_callDbClusterGetOpensearchConfig'))
  rule('tool-update-os-config', () => expectRequired('tools_callDbClusterUpdateOsConfig', 'id', 'config'))
  rule('tool-get-postgresql-config', () => expectClusterId('tools_callDbClusterGetPostgresqlConfig'))
  rule('tool-update-psql-config', () => expectRequired('tools_callDbClusterUpdatePsqlConfig', 'id', 'config'))
  rule('tool-get-redis-config', () => expectClusterId('tools_callDbClusterGetRedisConfig'))
  rule('tool-update-redis-config', () => expectRequired('tools_callDbClusterUpdateRedisConfig', 'id', 'config'))
})

describe('user tools', () => {
  rule('tool-get-user', () => expectRequired('tools_callDbClusterGetUser', 'id', 'user'))
  rule('tool-list-users', () => {
    expectClusterId('tools_callDbClusterListUsers')
    expectOptional('tools_callDbClusterListUsers', 'string', 'page')
    expectOptional('tools_callDbClusterListUsers', 'integer', 'per_page')
  })
  rule('tool-create-user', () => expectRequired('tools_callDbClusterCreateUser', 'id', 'name'))
  rule('tool-create-user-mysql-plugin', () => expectOptional('tools_callDbClusterCreateUser', 'string', 'mysql_auth_plugin'))
  rule('tool-create-user-settings', () => expectOptional('tools_callDbClusterCreateUser', 'object', 'settings'))
  rule('tool-update-user', () => {
    expectRequired('tools_callDbClusterUpdateUser', 'id', 'user')
    expectOptional('tools_callDbClusterUpdateUser', 'object', 'settings')
  })
  rule('tool-delete-user', () => expectRequired('tools_callDbClusterDeleteUser', 'id', 'user'))
})
