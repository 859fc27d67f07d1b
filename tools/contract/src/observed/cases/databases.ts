import { after, type Answer, type Case, type Cases, NotHeld, type Probe } from '../probe.ts'

const smallest = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 }
/** By then a cluster of any engine is online and has its first backup. */
const untilBackedUp = 300

async function openCluster({ make, pass }: Probe, fields: object = {}): Promise<string> {
  const { database } = await make('POST', '/v2/databases', { ...smallest, ...fields })
  await pass(untilBackedUp)
  return `/v2/databases/${database.id}`
}

/** What refuses a cluster of these fields. */
const refuses =
  (fields: object): Case =>
  ({ post }) =>
    post('/v2/databases', { ...smallest, ...fields })

/** Asks until it is no longer refused, as clients do, and gives back the first answer, which was a refusal. */
async function retry({ pass, holds }: Probe, status: number, ask: () => Promise<Answer>): Promise<Answer> {
  const first = await ask()
  let next = first
  for (let waited = 0; next.status === 412 && waited < untilBackedUp; waited += 10) {
    await pass(10)
    next = await ask()
  }
  holds('the answer once there is a backup', next.status, status)
  return first
}

/** A cluster that has become online this moment. */
async function openNewCluster({ make, pass, get }: Probe): Promise<string> {
  const { database } = await make('POST', '/v2/databases', smallest)
  const path = `/v2/databases/${database.id}`
  for (let waited = 0; waited < untilBackedUp; waited += 1) {
    await pass(1)
    if ((await get(path)).body.database.status === 'online') return path
  }
  throw new NotHeld('the cluster does not become online')
}

export const databases: Cases = {
  'databases-01': after(openCluster, (_made, probe) => refuses({})(probe)),
  'databases-02': refuses({ size: 'db-s-1vcpu-7gb' }),
  'databases-03': refuses({ version: '9' }),
  'databases-04': refuses({ name: 'orders_pg' }),
  'databases-05': refuses({ size: 'so1_5-2vcpu-16gb', region: 'sfo2' }),
  'databases-06': async (probe) => probe.get(`${await openCluster(probe, { engine: 'mysql', version: '8' })}/pools`),
  'databases-07': async (probe) => {
    const path = await openCluster(probe)
    const pool = { name: 'orders-pool', mode: 'transaction', size: 5, db: 'defaultdb', user: 'doadmin' }
    await probe.make('POST', `${path}/pools`, pool)
    return probe.post(`${path}/pools`, pool)
  },
  'databases-08': async (probe) => {
    const path = await openCluster(probe)
    await probe.make('PUT', `${path}/resize`, { size: 'db-s-1vcpu-2gb', num_nodes: 1 })
    return probe.put(`${path}/resize`, { size: 'db-s-2vcpu-4gb', num_nodes: 1 })
  },
  'databases-09': after(openNewCluster, (path, probe) =>
    retry(probe, 201, () => probe.post(`${path}/replicas`, { name: 'reports', region: 'nyc3', size: smallest.size })),
  ),
  'databases-10': after(openNewCluster, (path, probe) => retry(probe, 200, () => probe.get(`${path}/backups`))),
  'databases-11': async (probe) => {
    const path = await openCluster(probe)
    await probe.make('POST', `${path}/replicas`, { name: 'reports' })
    const pool = { name: 'reports-pool', mode: 'transaction', size: 5, db: 'defaultdb', user: 'doadmin' }
    const answer = await probe.post(`${path}/replicas/reports/pools`, pool)
    probe.holds('the pools of the cluster', (await probe.get(`${path}/pools`)).body.pools, [])
    return answer
  },
  'databases-13': async (probe) => {
    const answer = await probe.get(await openCluster(probe))
    const { user, database, port, ssl } = answer.body.database.connection
    probe.holds('the connection', { user, database, port, ssl }, { user: 'doadmin', database: 'defaultdb', port: 25_060, ssl: true })
    return answer
  },
  'databases-14': async (probe) => {
    const path = await openCluster(probe)
    const rule = { cluster_uuid: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30', type: 'ip_addr', value: '203.0.113.24' }
    const answer = await probe.put(`${path}/firewall`, { rules: [rule] })
    const { rules } = (await probe.get(`${path}/firewall`)).body
    probe.holds(
      'the clusters of the rules',
      rules.map(({ cluster_uuid: uuid }: { cluster_uuid: string }) => uuid),
      [path.split('/').at(-1)],
    )
    return answer
  },
  'databases-15': async (probe) => {
    const path = await openCluster(probe)
    const { replica } = await probe.make('POST', `${path}/replicas`, { name: 'reports' })
    await probe.pass(untilBackedUp)
    const rule = { uuid: '', cluster_uuid: '', type: 'ip_addr', value: '203.0.113.24', created_at: '0001-01-01T00:00:00Z' }
    const answer = await probe.put(`/v2/databases/${replica.id}/firewall`, { rules: [rule] })
    const [own] = (await probe.get(`/v2/databases/${replica.id}/firewall`)).body.rules
    probe.holds('the rule', { value: own.value, cluster_uuid: own.cluster_uuid }, { value: rule.value, cluster_uuid: replica.id })
    probe.holds('the rules of the cluster', (await probe.get(`${path}/firewall`)).body.rules, [])
    return answer
  },
  'databases-16': async (probe) => {
    const { database: made } = await probe.make('POST', '/v2/databases', { ...smallest, engine: 'mongodb', version: '8' })
    probe.holds('the address at first', made.connection.uri.includes(`doadmin:${made.connection.password}@`), true)
    await probe.pass(untilBackedUp)
    const answer = await probe.get(`/v2/databases/${made.id}`)
    probe.holds('the password', answer.body.database.connection.password, '')
    probe.holds('whether it is told anywhere', answer.text.includes(made.connection.password), false)
    return answer
  },
  'databases-17': async ({ make, post, pass }) => {
    const { database: made } = await make('POST', '/v2/databases', { ...smallest, engine: 'mongodb', version: '8' })
    await pass(untilBackedUp)
    const config = { server: 'logs.tidewater.example', port: 514, tls: false, format: 'rfc5424' }
    return post(`/v2/databases/${made.id}/logsink`, { sink_name: 'archive', sink_type: 'rsyslog', config })
  },
}
