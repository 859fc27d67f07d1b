import { expect } from 'vitest'
import type { Answer } from '../../../test/create-test-sandbox.ts'
import { type ObservedCase, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const smallest = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 }
const mongo = { ...smallest, engine: 'mongodb', version: '8' }
const pool = { name: 'orders-pool', mode: 'transaction', size: 5, db: 'defaultdb', user: 'doadmin' }
const address = { type: 'ip_addr', value: '203.0.113.24' }
const logs = { server: 'logs.tidewater.example', port: 514, tls: false, format: 'rfc5424' }
const sink = { sink_name: 'archive', sink_type: 'rsyslog', config: logs }
/** Seconds until a cluster of any engine is online and has its first backup. */
const untilBackedUp = 300

async function createCluster({ create, pass }: ObservedSandbox, fields: object = {}): Promise<string> {
  const { id } = await create('/v2/databases', { ...smallest, ...fields })
  await pass(untilBackedUp)
  return `/v2/databases/${id}`
}

/** A cluster that came online a second ago. */
async function createNewCluster({ create, pass, read }: ObservedSandbox): Promise<string> {
  const path = `/v2/databases/${(await create('/v2/databases', smallest)).id}`
  for (let waited = 0; waited < untilBackedUp && (await read(path)).status !== 'online'; waited += 1) await pass(1)
  return path
}

const createWith =
  (fields: object): ObservedCase =>
  ({ post }) =>
    post('/v2/databases', { ...smallest, ...fields })

/** Repeats a request that is refused with 412, as clients do. @returns the first reply */
async function retry({ pass }: ObservedSandbox, status: number, send: () => Promise<Answer>): Promise<Answer> {
  const first = await send()
  let next = first
  for (let waited = 0; next.status === 412 && waited < untilBackedUp; waited += 10) {
    await pass(10)
    next = await send()
  }
  expect(next.status).toBe(status)
  return first
}

testObserved({
  'databases-18': async (sandbox) => {
    for (const [engine, version] of [
      ['advanced_mysql', '8'],
      ['advanced_pg', '17'],
      ['kafka', '3.8'],
    ] as const) {
      for (const num_nodes of [1, 3])
        await shows(createWith({ name: `${engine.replace('_', '-')}-${num_nodes}`, engine, version, num_nodes })(sandbox), {
          database: { num_nodes, size: 'db-s-1vcpu-1gb' },
        })
    }
    return createWith({ engine: 'kafka', version: '3.8' })(sandbox)
  },
  'databases-01': async (sandbox) => {
    await createCluster(sandbox)
    return sandbox.post('/v2/databases', smallest)
  },
  'databases-02': createWith({ size: 'db-s-1vcpu-7gb' }),
  'databases-03': createWith({ version: '9' }),
  'databases-04': createWith({ name: 'orders_pg' }),
  'databases-05': createWith({ size: 'so1_5-2vcpu-16gb', region: 'sfo2' }),
  'databases-06': async (sandbox) => sandbox.get(`${await createCluster(sandbox, { engine: 'mysql', version: '8' })}/pools`),
  'databases-07': async (sandbox) => {
    const path = `${await createCluster(sandbox)}/pools`
    await sandbox.create(path, pool)
    return sandbox.post(path, pool)
  },
  'databases-08': async (sandbox) => {
    const path = `${await createCluster(sandbox)}/resize`
    await sandbox.put(path, { size: 'db-s-1vcpu-2gb', num_nodes: 1 })
    return sandbox.put(path, { size: 'db-s-2vcpu-4gb', num_nodes: 1 })
  },
  'databases-09': async (sandbox) => {
    const path = await createNewCluster(sandbox)
    return retry(sandbox, 201, () => sandbox.post(`${path}/replicas`, { name: 'reports', region: 'nyc3', size: smallest.size }))
  },
  'databases-10': async (sandbox) => {
    const path = await createNewCluster(sandbox)
    return retry(sandbox, 200, () => sandbox.get(`${path}/backups`))
  },
  'databases-11': async (sandbox) => {
    const path = await createCluster(sandbox)
    await sandbox.create(`${path}/replicas`, { name: 'reports' })
    const response = await sandbox.post(`${path}/replicas/reports/pools`, { ...pool, name: 'reports-pool' })
    expect(await sandbox.read(`${path}/pools`)).toEqual([])
    return response
  },
  'databases-13': async (sandbox) =>
    shows(sandbox.get(await createCluster(sandbox)), {
      database: { connection: { user: 'doadmin', database: 'defaultdb', port: 25_060, ssl: true } },
    }),
  'databases-14': async (sandbox) => {
    const path = await createCluster(sandbox)
    const rule = { cluster_uuid: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30', ...address }
    const response = await sandbox.put(`${path}/firewall`, { rules: [rule] })
    expect(await sandbox.read(`${path}/firewall`)).toMatchObject([{ cluster_uuid: path.split('/').at(-1) }])
    return response
  },
  'databases-15': async (sandbox) => {
    const path = await createCluster(sandbox)
    const { id } = await sandbox.create(`${path}/replicas`, { name: 'reports' })
    await sandbox.pass(untilBackedUp)
    const rule = { uuid: '', cluster_uuid: '', ...address, created_at: '0001-01-01T00:00:00Z' }
    const response = await sandbox.put(`/v2/databases/${id}/firewall`, { rules: [rule] })
    expect(await sandbox.read(`/v2/databases/${id}/firewall`)).toMatchObject([{ value: address.value, cluster_uuid: id }])
    expect(await sandbox.read(`${path}/firewall`)).toEqual([])
    return response
  },
  'databases-16': async ({ create, pass, get }) => {
    const { id, connection } = await create('/v2/databases', mongo)
    expect(connection.uri).toContain(`doadmin:${connection.password}@`)
    await pass(untilBackedUp)
    const response = await get(`/v2/databases/${id}`)
    expect(response.body.database.connection.password).toBe('')
    expect(JSON.stringify(response.body)).not.toContain(connection.password)
    return response
  },
  'databases-17': async (sandbox) => sandbox.post(`${await createCluster(sandbox, mongo)}/logsink`, sink),
  'clients-14': async (sandbox) => {
    const path = `${await createCluster(sandbox)}/firewall`
    await sandbox.put(path, { rules: [address] })
    const response = await sandbox.put(path, { rules: null })
    expect(await sandbox.read(path)).toEqual([])
    return response
  },
  'clients-15': async (sandbox) => {
    const path = `${await createCluster(sandbox)}/logsink`
    const { sink_id: id } = await sandbox.create(path, sink)
    return shows(sandbox.get(`${path}/${id}`), { sink_name: 'archive', sink: { sink_name: 'archive' } })
  },
  'databases-21': async (sandbox) =>
    sandbox.put(`${await createCluster(sandbox)}/autoscale`, { storage: { enabled: false, threshold_percent: 0, increment_gib: 0 } }),
  'databases-22': async (sandbox) => {
    const path = await createCluster(sandbox)
    await sandbox.create(`${path}/users`, { name: 'orders' })
    await sandbox.create(`${path}/pools`, { ...pool, user: 'orders' })
    return sandbox.delete(`${path}/users/orders`)
  },
})
