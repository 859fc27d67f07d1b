/** One story through all tools: a cluster of each engine is made, set up, used, moved, enlarged and taken away. */
import type { Client } from '@modelcontextprotocol/client'
import { describeFinding } from '../assurance/print-result.ts'
import { type OpenServer, tell } from './start-mcp-server.ts'

type Content = Readonly<Record<string, unknown>>
type Result = Awaited<ReturnType<Client['callTool']>>

interface Traveler {
  /** Calls a tool that must succeed, and looks at what it gives. */
  readonly use: (tool: string, values: Content, want?: Content) => Promise<Content>
  /** Calls a tool that must fail with this: a status, or that nobody answered. @param says what else the error must say */
  readonly refused: (tool: string, values: Content, how: number | 'No answer', says?: string) => Promise<void>
  /** Makes the platform fail once. */
  readonly injectFault: (fault: Content) => Promise<void>
  readonly pass: (seconds: number) => Promise<void>
}

export interface Journey {
  readonly passed: number
  readonly total: number
  readonly findings: readonly string[]
  readonly used: ReadonlySet<string>
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

export async function travel(open: OpenServer): Promise<Journey> {
  const findings: string[] = []
  const used = new Set<string>()
  let total = 0
  const call = async (tool: string, values: Content): Promise<Result> => {
    used.add(tool)
    total++
    return open.client.callTool({ name: tool, arguments: values })
  }
  const note = (tool: string, values: Content, want: unknown, got: unknown) => void findings.push(describeFinding(tool, values, want, got))
  const traveler: Traveler = {
    pass: (seconds) => tell(open, 'clock', { advance_seconds: seconds }),
    use: async (tool, values, want = {}) => {
      const result = await call(tool, values)
      const content = (result.structuredContent ?? {}) as Content
      if (result.isError) note(tool, values, 'an answer', parseText(result))
      else if (!holds(content, want)) note(tool, values, want, content)
      return content
    },
    injectFault: (fault) => tell(open, 'faults', { ...fault, times: 1 }),
    refused: async (tool, values, how, says = 'What to do: ') => {
      const result = await call(tool, values)
      const text = parseText(result)
      if (!result.isError || !text.includes(`${tool} failed: ${how} `) || !text.includes(says)) {
        note(tool, values, `refused with ${how}, and told: ${says}`, text)
      }
    },
  }
  const ids = await order(traveler)
  await configure(traveler, ids)
  await handleUsers(traveler, ids)
  await handleTopics(traveler, ids.kafka)
  await change(traveler, ids)
  await meetFaults(traveler, ids)
  await takeAway(traveler, ids)
  return { passed: total - findings.length, total, findings, used }
}

type Ids = Readonly<Record<(typeof engines)[number][0], string>>

async function order({ use, pass: wait }: Traveler): Promise<Ids> {
  await use('db-cluster-list-options', {}, { options: { pg: {} } })
  await use('db-cluster-list', {}, { databases: [], total: 0, page: 1, next: null, cut: false })
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
    const { database } = await use('db-cluster-create', values, {
      database: { engine, status: 'creating', tags: ['storefront', 'env:prod'] },
    })
    entries.push([engine, String((database as Content | undefined)?.['id'])])
  }
  await wait(600)
  for (const [engine, id] of entries) await use('db-cluster-get', { id }, { database: { engine, status: 'online', connection: {} } })
  await use('db-cluster-list', { page: '2', per_page: 3 }, { total: engines.length, page: 2, next: 3, cut: true })
  await use('db-cluster-list', { page: '3', per_page: 3 }, { total: engines.length, page: 3, next: null, cut: false })
  return Object.fromEntries(entries) as Ids
}

async function configure({ use, refused }: Traveler, ids: Ids): Promise<void> {
  const settings = [
    ['pg', 'db-cluster-update-psql-config', 'db-cluster-get-postgresql-config', { jit: false, timezone: 'Europe/Oslo' }],
    ['mongodb', 'db-cluster-update-mongodb-config', 'db-cluster-get-mongodb-config', { verbosity: 3 }],
    ['redis', 'db-cluster-update-redis-config', 'db-cluster-get-redis-config', { redis_timeout: 30 }],
    ['kafka', 'db-cluster-update-kafka-config', 'db-cluster-get-kafka-config', { log_retention_hours: 72 }],
    ['opensearch', 'db-cluster-update-os-config', 'db-cluster-get-opensearch-config', { ism_enabled: false }],
  ] as const
  for (const [engine, update, get, config] of settings) {
    await use(update, { id: ids[engine], config })
    await use(get, { id: ids[engine] }, { config })
  }
  await use('db-cluster-update-mysql-config', { ID: ids.mysql, config_json: '{"connect_timeout":12}' })
  await use('db-cluster-update-mysql-config', { id: ids.mysql, config: { wait_timeout: 600 } })
  await use('db-cluster-get-mysql-config', { ID: ids.mysql }, { config: { connect_timeout: 12, wait_timeout: 600 } })
  await use('db-cluster-set-sql-mode', { ID: ids.mysql, modes: 'ANSI,TRADITIONAL' })
  await use('db-cluster-get-sql-mode', { id: ids.mysql }, { sql_mode: 'ANSI,TRADITIONAL' })
  await refused('db-cluster-set-sql-mode', { id: ids.pg, modes: 'ANSI' }, 412)
  await use('db-cluster-update-firewall-rules', { id: ids.pg, rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] })
  await use(
    'db-cluster-get-firewall-rules',
    { id: ids.pg },
    { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }], total: 1, cut: false },
  )
}

async function handleUsers({ use, refused }: Traveler, ids: Ids): Promise<void> {
  await use(
    'db-cluster-create-user',
    { id: ids.mysql, name: 'import', mysql_auth_plugin: 'mysql_native_password' },
    { user: { name: 'import', mysql_settings: { auth_plugin: 'mysql_native_password' } } },
  )
  const acl = [{ topic: 'orders-*', permission: 'consume' }]
  await use('db-cluster-create-user', { id: ids.kafka, name: 'mailer', settings: { acl } }, { user: { settings: { acl } } })
  const wider = [{ topic: 'orders-*', permission: 'produceconsume' }]
  await use('db-cluster-update-user', { id: ids.kafka, user: 'mailer', settings: { acl: wider } }, { user: { settings: { acl: wider } } })
  await use('db-cluster-get-user', { id: ids.mysql, user: 'import' }, { user: { name: 'import' } })
  await use('db-cluster-list-users', { id: ids.mysql, page: '1', per_page: 1 }, { total: 2, next: 2, cut: true })
  await use('db-cluster-delete-user', { id: ids.mysql, user: 'import' })
  await refused('db-cluster-get-user', { id: ids.mysql, user: 'import' }, 404)
}

async function handleTopics({ use, refused, pass: wait }: Traveler, id: string): Promise<void> {
  await use(
    'db-cluster-create-topic',
    { id, name: 'orders', partition_count: '3', replication_factor: '2', config: { retention_ms: 3_600_000 } },
    { topic: { name: 'orders' } },
  )
  await wait(60)
  await use('db-cluster-list-topics', { id, only_deployed: 'true', usecases: 'orders,stock' }, { topics: [{ name: 'orders' }], total: 1 })
  await use('db-cluster-update-topic', { id, name: 'orders', partition_count: '6' }, { topic: { name: 'orders' } })
  await use('db-cluster-get-topic', { id, name: 'orders' }, { topic: { name: 'orders', config: { retention_ms: 3_600_000 } } })
  await refused('db-cluster-create-topic', { id, name: 'orders' }, 409)
  await use('db-cluster-delete-topic', { id, name: 'orders' })
}

async function change({ use, pass: wait }: Traveler, ids: Ids): Promise<void> {
  await use('db-cluster-get-ca', { id: ids.pg }, { ca: {} })
  await use('db-cluster-list-backups', { id: ids.pg, page: '1' }, { backups: [], page: 1 })
  const source = { host: 'db.tidewater.example', port: 5432, dbname: 'orders', username: 'copy', password: 'example-password-1' }
  const { id: migration } = await use(
    'db-cluster-start-online-migration',
    { id: ids.pg, source, disable_ssl: true, ignore_dbs: 'old, older' },
    { status: 'running' },
  )
  await use('db-cluster-get-migration', { id: ids.pg }, { id: migration })
  await use('db-cluster-stop-online-migration', { id: ids.pg, migration_id: migration })
  await wait(600)
  await use('db-cluster-resize', { id: ids.pg, size: 'db-s-4vcpu-8gb', num_nodes: 2 })
  await wait(3600)
  await use('db-cluster-get', { id: ids.pg }, { database: { status: 'online', size: 'db-s-4vcpu-8gb', num_nodes: 2 } })
  await use('db-cluster-upgrade-major-version', { id: ids.pg, version: '17' })
  await wait(3600)
  await use('db-cluster-get', { id: ids.pg }, { database: { status: 'online', version: '17' } })
}

async function meetFaults({ use, refused, injectFault }: Traveler, { mysql: id }: Ids): Promise<void> {
  await injectFault({ operation: 'databases_get', status: 429, retry_after: 42 })
  await refused('db-cluster-get', { id }, 429, 'Wait 42 seconds, until ')
  await injectFault({ operation: 'databases_get', status: 503 })
  await refused('db-cluster-get', { id }, 503, 'Wait a little, then call again')
  // Reading is tried once more by itself; what changes something never is.
  await injectFault({ operation: 'databases_get', cut: 'before' })
  await use('db-cluster-get', { id }, { database: { id } })
  await injectFault({ operation: 'databases_users_create', cut: 'after' })
  await refused('db-cluster-create-user', { id, name: 'audit' }, 'No answer', 'the change may have been made')
  await use('db-cluster-get-user', { id, user: 'audit' }, { user: { name: 'audit' } })
}

async function takeAway({ use, refused }: Traveler, ids: Ids): Promise<void> {
  for (const id of Object.values(ids)) {
    await use('db-cluster-delete', { id })
    await refused('db-cluster-get', { id }, 404)
  }
  await use('db-cluster-list', {}, { total: 0, cut: false })
}

/** Whether a value has at least what is wanted, at every depth. An empty list wants a list. */
function holds(value: unknown, want: unknown): boolean {
  if (Array.isArray(want)) return Array.isArray(value) && want.every((each, index) => holds(value[index], each))
  if (typeof want !== 'object' || want === null) return value === want
  return typeof value === 'object' && value !== null && Object.entries(want).every(([name, each]) => holds((value as Content)[name], each))
}

function parseText({ content }: Result): string {
  return content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
}
