/** Calls all tools in one sequence: creates a cluster of each engine, configures, uses, migrates, resizes and deletes it. */
import type { Client } from '@modelcontextprotocol/client'
import { formatFinding } from '../assurance/print-result.ts'
import { type McpTestServer, sendControl } from './start-mcp-server.ts'

type ToolValues = Readonly<Record<string, unknown>>
type ToolResult = Awaited<ReturnType<Client['callTool']>>

interface ToolDriver {
  /** Calls a tool that must succeed and checks the result. */
  readonly call: (tool: string, values: ToolValues, expected?: ToolValues) => Promise<ToolValues>
  /** Calls a tool that must fail with this status or without a response. @param says text of the error */
  readonly expectRefusal: (tool: string, values: ToolValues, failure: number | 'No response', expectedText?: string) => Promise<void>
  /** Injects a fault into the next matching request. */
  readonly injectFault: (fault: ToolValues) => Promise<void>
  readonly advanceClock: (seconds: number) => Promise<void>
}

export interface WorkflowResult {
  readonly passed: number
  readonly total: number
  readonly findings: readonly string[]
  readonly usedTools: ReadonlySet<string>
}

const engines = [
  ['pg', '16'],
  ['mysql', '8'],
  ['redis', '7'],
  ['valkey', '8'],
  ['mongodb', '8'],
  ['kafka', '3.8'],
  ['opensearch', '2.19'],
  ['advanced_pg', '17'],
  ['advanced_mysql', '8'],
] as const

export async function runToolSequence(open: McpTestServer): Promise<WorkflowResult> {
  const findings: string[] = []
  const usedTools = new Set<string>()
  let total = 0
  const call = async (tool: string, values: ToolValues): Promise<ToolResult> => {
    usedTools.add(tool)
    total++
    return open.client.callTool({ name: tool, arguments: values })
  }
  const addFinding = (tool: string, values: ToolValues, expected: unknown, actual: unknown) =>
    void findings.push(formatFinding(tool, values, expected, actual))
  const driver: ToolDriver = {
    advanceClock: (seconds) => sendControl(open, 'clock', { advance_seconds: seconds }),
    call: async (tool, values, expected = {}) => {
      const result = await call(tool, values)
      const content = (result.structuredContent ?? {}) as ToolValues
      if (result.isError) addFinding(tool, values, 'a success', parseText(result))
      else if (!includes(content, expected)) addFinding(tool, values, expected, content)
      return content
    },
    injectFault: (fault) => sendControl(open, 'faults', { ...fault, times: 1 }),
    expectRefusal: async (tool, values, failure, expectedText = 'What to do: ') => {
      const result = await call(tool, values)
      const text = parseText(result)
      if (!result.isError || !text.includes(`${tool} failed: ${failure} `) || !text.includes(expectedText)) {
        addFinding(tool, values, `an error ${failure} with: ${expectedText}`, text)
      }
    },
  }
  const ids = await createClusters(driver)
  await configure(driver, ids)
  await manageUsers(driver, ids)
  await manageTopics(driver, ids.kafka)
  await changeCluster(driver, ids)
  await checkFaults(driver, ids)
  await deleteClusters(driver, ids)
  return { passed: total - findings.length, total, findings, usedTools }
}

type ClusterIds = Readonly<Record<(typeof engines)[number][0], string>>

async function createClusters({ call, advanceClock: wait }: ToolDriver): Promise<ClusterIds> {
  await call('db-cluster-list-options', {}, { options: { pg: {} } })
  await call('db-cluster-list', {}, { databases: [], total: 0, page: 1, next: null, cut: false })
  const entries: (readonly [string, string])[] = []
  for (const [engine, version] of engines) {
    const nodes = engine === 'kafka' ? 3 : 1
    const values = {
      name: `shop-${engine.replace('_', '-')}`,
      engine,
      version,
      region: 'nyc3',
      size: engine.startsWith('advanced_') ? 'gd-2vcpu-8gb' : 'db-s-2vcpu-4gb',
      num_nodes: nodes,
      tags: 'storefront, env:prod',
    }
    const { database } = await call('db-cluster-create', values, {
      database: { engine, status: 'creating', tags: ['storefront', 'env:prod'] },
    })
    entries.push([engine, String((database as ToolValues | undefined)?.['id'])])
  }
  await wait(600)
  for (const [engine, id] of entries) await call('db-cluster-get', { id }, { database: { engine, status: 'online', connection: {} } })
  await call('db-cluster-list', { page: '2', per_page: 3 }, { total: engines.length, page: 2, next: 3, cut: true })
  await call('db-cluster-list', { page: '3', per_page: 3 }, { total: engines.length, page: 3, next: null, cut: false })
  return Object.fromEntries(entries) as ClusterIds
}

async function configure({ call, expectRefusal }: ToolDriver, ids: ClusterIds): Promise<void> {
  const settings = [
    ['pg', 'db-cluster-update-psql-config', 'db-cluster-get-postgresql-config', { jit: false, timezone: 'Europe/Oslo' }],
    ['mongodb', 'db-cluster-update-mongodb-config', 'db-cluster-get-mongodb-config', { verbosity: 3 }],
    ['redis', 'db-cluster-update-redis-config', 'db-cluster-get-redis-config', { redis_timeout: 30 }],
    ['kafka', 'db-cluster-update-kafka-config', 'db-cluster-get-kafka-config', { log_retention_hours: 72 }],
    ['opensearch', 'db-cluster-update-os-config', 'db-cluster-get-opensearch-config', { ism_enabled: false }],
  ] as const
  for (const [engine, update, get, config] of settings) {
    await call(update, { id: ids[engine], config })
    await call(get, { id: ids[engine] }, { config })
  }
  await call('db-cluster-update-mysql-config', { ID: ids.mysql, config_json: '{"connect_timeout":12}' })
  await call('db-cluster-update-mysql-config', { id: ids.mysql, config: { wait_timeout: 600 } })
  await call('db-cluster-get-mysql-config', { ID: ids.mysql }, { config: { connect_timeout: 12, wait_timeout: 600 } })
  await call('db-cluster-set-sql-mode', { ID: ids.mysql, modes: 'ANSI,TRADITIONAL' })
  await call('db-cluster-get-sql-mode', { id: ids.mysql }, { sql_mode: 'ANSI,TRADITIONAL' })
  await expectRefusal('db-cluster-set-sql-mode', { id: ids.pg, modes: 'ANSI' }, 412)
  await call('db-cluster-update-firewall-rules', { id: ids.pg, rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] })
  await call(
    'db-cluster-get-firewall-rules',
    { id: ids.pg },
    { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }], total: 1, cut: false },
  )
}

async function manageUsers({ call, expectRefusal }: ToolDriver, ids: ClusterIds): Promise<void> {
  await call(
    'db-cluster-create-user',
    { id: ids.mysql, name: 'import', mysql_auth_plugin: 'mysql_native_password' },
    { user: { name: 'import', mysql_settings: { auth_plugin: 'mysql_native_password' } } },
  )
  const acl = [{ topic: 'orders-*', permission: 'consume' }]
  await call('db-cluster-create-user', { id: ids.kafka, name: 'mailer', settings: { acl } }, { user: { settings: { acl } } })
  const wider = [{ topic: 'orders-*', permission: 'produceconsume' }]
  await call('db-cluster-update-user', { id: ids.kafka, user: 'mailer', settings: { acl: wider } }, { user: { settings: { acl: wider } } })
  await call('db-cluster-get-user', { id: ids.mysql, user: 'import' }, { user: { name: 'import' } })
  await call('db-cluster-list-users', { id: ids.mysql, page: '1', per_page: 1 }, { total: 2, next: 2, cut: true })
  await call('db-cluster-delete-user', { id: ids.mysql, user: 'import' })
  await expectRefusal('db-cluster-get-user', { id: ids.mysql, user: 'import' }, 404)
}

async function manageTopics({ call, expectRefusal, advanceClock: wait }: ToolDriver, id: string): Promise<void> {
  await call(
    'db-cluster-create-topic',
    { id, name: 'orders', partition_count: '3', replication_factor: '2', config: { retention_ms: 3_600_000 } },
    { topic: { name: 'orders' } },
  )
  await wait(60)
  await call('db-cluster-list-topics', { id, only_deployed: 'true', usecases: 'orders,stock' }, { topics: [{ name: 'orders' }], total: 1 })
  await call('db-cluster-update-topic', { id, name: 'orders', partition_count: '6' }, { topic: { name: 'orders' } })
  await call('db-cluster-get-topic', { id, name: 'orders' }, { topic: { name: 'orders', config: { retention_ms: 3_600_000 } } })
  await expectRefusal('db-cluster-create-topic', { id, name: 'orders' }, 409)
  await call('db-cluster-delete-topic', { id, name: 'orders' })
}

async function changeCluster({ call, advanceClock: wait }: ToolDriver, ids: ClusterIds): Promise<void> {
  await call('db-cluster-get-ca', { id: ids.pg }, { ca: {} })
  await call('db-cluster-list-backups', { id: ids.pg, page: '1' }, { backups: [], page: 1 })
  const source = { host: 'db.tidewater.example', port: 5432, dbname: 'orders', username: 'copy', password: 'example-password-1' }
  const { id: migration } = await call(
    'db-cluster-start-online-migration',
    { id: ids.pg, source, disable_ssl: true, ignore_dbs: 'old, older' },
    { status: 'running' },
  )
  await call('db-cluster-get-migration', { id: ids.pg }, { id: migration })
  await call('db-cluster-stop-online-migration', { id: ids.pg, migration_id: migration })
  await wait(600)
  await call('db-cluster-resize', { id: ids.pg, size: 'db-s-4vcpu-8gb', num_nodes: 2 })
  await wait(3600)
  await call('db-cluster-get', { id: ids.pg }, { database: { status: 'online', size: 'db-s-4vcpu-8gb', num_nodes: 2 } })
  await call('db-cluster-upgrade-major-version', { id: ids.pg, version: '17' })
  await wait(3600)
  await call('db-cluster-get', { id: ids.pg }, { database: { status: 'online', version: '17' } })
}

async function checkFaults({ call, expectRefusal, injectFault }: ToolDriver, { mysql: id }: ClusterIds): Promise<void> {
  await injectFault({ operation: 'databases_get', status: 429, retry_after: 42 })
  await expectRefusal('db-cluster-get', { id }, 429, 'Wait 42 seconds, until ')
  await injectFault({ operation: 'databases_get', status: 503 })
  await expectRefusal('db-cluster-get', { id }, 503, 'Wait a moment, then call again')
  // Reads are retried once; writes never.
  await injectFault({ operation: 'databases_get', cut: 'before' })
  await call('db-cluster-get', { id }, { database: { id } })
  await injectFault({ operation: 'databases_users_create', cut: 'after' })
  await expectRefusal('db-cluster-create-user', { id, name: 'audit' }, 'No response', 'the change may have taken effect')
  await call('db-cluster-get-user', { id, user: 'audit' }, { user: { name: 'audit' } })
}

async function deleteClusters({ call, expectRefusal }: ToolDriver, ids: ClusterIds): Promise<void> {
  for (const id of Object.values(ids)) {
    await call('db-cluster-delete', { id })
    await expectRefusal('db-cluster-get', { id }, 404)
  }
  await call('db-cluster-list', {}, { total: 0, cut: false })
}

/** True if the value contains everything in `want`, at every depth. An empty list matches any list. */
function includes(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) return Array.isArray(value) && expected.every((each, index) => includes(value[index], each))
  if (typeof expected !== 'object' || expected === null) return value === expected
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(expected).every(([name, each]) => includes((value as ToolValues)[name], each))
  )
}

function parseText({ content }: ToolResult): string {
  return content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
}
