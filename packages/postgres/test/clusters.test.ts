import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assertDrizzleWorks } from './drizzle.ts'
import { type BackendName, backends, type Json, changeUri, connect, query, start, type TestSandbox } from './start.ts'

const hasPsql = await promisify(execFile)('psql', ['--version']).then(
  () => true,
  () => false,
)

describe.each(backends)('a database cluster served by %s', (backend: BackendName) => {
  // What the service does itself runs with one back end, that of PostgreSQL if it is installed.
  const isLast = backend === backends.at(-1)
  let state: string
  let sandbox: TestSandbox
  let cluster: Json
  let uri: string
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-state-'))
    state = join(folder, 'state.db')
    // PostgreSQL runs as another user in tests of root.
    chmodSync(folder, 0o755)
    sandbox = await start(backend, { state })
    cluster = await sandbox.createCluster({ size: 'db-s-1vcpu-2gb', num_nodes: 2 })
    uri = cluster['connection'].uri
    await query(uri, 'CREATE TABLE books (id serial PRIMARY KEY, title text NOT NULL)')
  })
  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]()
    rmSync(dirname(state), { recursive: true })
  })
  const path = (rest: string) => `/v2/databases/${cluster['id']}${rest}`

  it('opens with the address that the API returns, and keeps rows', async () => {
    expect(cluster['connection']).toMatchObject({ host: '127.0.0.1', ssl: false, user: 'doadmin', database: 'defaultdb' })
    await query(uri, 'INSERT INTO books (title) VALUES ($1)', ['Dune'])
    expect(await query(uri, 'SELECT title, current_user, current_database() FROM books')).toEqual([
      { title: 'Dune', current_user: 'doadmin', current_database: 'defaultdb' },
    ])
  })

  it('works with the client postgres: parameters, transactions, COPY and errors', async () => {
    const sql = postgres(uri, { max: 3, onnotice: () => {} })
    onTestFinished(() => sql.end())
    await sql`CREATE TABLE prints (id int PRIMARY KEY, name text)`
    await sql.begin(async (transaction) => {
      await transaction`INSERT INTO prints ${transaction([{ id: 1, name: 'Wave' }])}`
      await transaction`INSERT INTO prints VALUES (2, 'Fuji')`
    })
    await expect(sql`INSERT INTO prints VALUES (1, 'again')`).rejects.toMatchObject({ code: '23505' })
    const writable = await sql`COPY prints FROM STDIN`.writable()
    writable.end('3\tRain\n4\tSnow\n')
    await new Promise((resolve, reject) => writable.once('finish', resolve).once('error', reject))
    expect(await sql`SELECT name FROM prints WHERE id > ${1} ORDER BY id`).toEqual([{ name: 'Fuji' }, { name: 'Rain' }, { name: 'Snow' }])
    expect(await Promise.all(Array.from({ length: 50 }, async (_, n) => (await sql`SELECT ${n}::int AS n`)[0]?.['n']))).toHaveLength(50)
  })

  it('works with Drizzle: migrations, queries and transactions', () => assertDrizzleWorks(uri))

  it.runIf(backend === 'system')('cancels a query that a client gives up', async () => {
    const sql = postgres(uri, { max: 1 })
    onTestFinished(() => sql.end())
    const sleep = sql`SELECT pg_sleep(50)`
    setTimeout(() => sleep.cancel(), 500)
    await expect(sleep).rejects.toMatchObject({ code: '57014' })
  })

  it.runIf(hasPsql)('works with psql, which asks for TLS first and copies from standard input', async () => {
    const script =
      '\\set ON_ERROR_STOP on\nCREATE TABLE letters (a text, b int);\nCOPY letters FROM stdin;\nx\t1\ny\t2\n\\.\nSELECT sum(b) FROM letters;\n'
    const child = promisify(execFile)('psql', ['-At', changeUri(uri, {}).replace('disable', 'prefer')])
    child.child.stdin?.end(script)
    expect((await child).stdout).toContain('3')
  })

  it('refuses a wrong password, an unknown user and an unknown database', async () => {
    await expect(query(changeUri(uri, { password: 'wrong' }), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    await expect(query(changeUri(uri, { user: 'nobody' }), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    await expect(query(changeUri(uri, { database: 'nothing' }), 'SELECT 1')).rejects.toMatchObject({ code: '3D000' })
  })

  it('opens for a created user with the rights of a new role, and closes its connections when it is deleted', async () => {
    const { user } = (await sandbox.request('POST', path('/users'), { name: 'reader' })).body
    const client = await connect(changeUri(uri, { user: 'reader', password: user.password }))
    expect((await client.query('SELECT current_user')).rows).toEqual([{ current_user: 'reader' }])
    await expect(client.query('CREATE TABLE nope (a int)')).rejects.toMatchObject({ code: '42501' })
    await query(uri, 'GRANT SELECT ON books TO reader; ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reader')
    expect((await client.query('SELECT count(*)::int AS n FROM books')).rows).toEqual([{ n: 1 }])
    const closed = new Promise((resolve) => client.once('error', resolve))
    expect((await sandbox.request('DELETE', path('/users/reader'))).status).toBe(204)
    expect(await closed).toMatchObject({ code: '57P01' })
    expect(await query(uri, "SELECT 1 FROM pg_roles WHERE rolname = 'reader'")).toEqual([])
  })

  it('accepts only the new password after a reset', async () => {
    const created = (await sandbox.request('POST', path('/users'), { name: 'writer' })).body['user']
    const { user } = (await sandbox.request('POST', path('/users/writer/reset_auth'), {})).body
    expect(user.password).not.toBe(created.password)
    await expect(query(changeUri(uri, { user: 'writer', password: created.password }), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await query(changeUri(uri, { user: 'writer', password: user.password }), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('creates and deletes databases, with their data', async () => {
    const other = changeUri(uri, { database: 'archive' })
    await sandbox.request('POST', path('/dbs'), { name: 'archive' })
    await query(other, 'CREATE TABLE old (a int)')
    expect(
      await query(other, "SELECT current_database(), pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'archive'"),
    ).toEqual([{ current_database: 'archive', owner: 'doadmin' }])
    await sandbox.request('DELETE', path('/dbs/archive'))
    await expect(query(other, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' })
    await sandbox.request('POST', path('/dbs'), { name: 'archive' })
    expect(await query(other, "SELECT 1 FROM pg_tables WHERE tablename = 'old'")).toEqual([])
    await sandbox.request('DELETE', path('/dbs/archive'))
  })

  it('opens pools by their name, as the user of the pool', async () => {
    await sandbox.request('POST', path('/users'), { name: 'pooled' })
    const { pool } = (
      await sandbox.request('POST', path('/pools'), { name: 'web', mode: 'transaction', size: 2, db: 'defaultdb', user: 'pooled' })
    ).body
    expect(pool.connection.port).not.toBe(cluster['connection'].port)
    expect(await query(pool.connection.uri, 'SELECT current_user, current_database()')).toEqual([
      { current_user: 'pooled', current_database: 'defaultdb' },
    ])
    await expect(query(changeUri(pool.connection.uri, { database: 'mobile' }), 'SELECT 1')).rejects.toThrow('no such database: mobile')
  })

  it('serves read-only nodes and replicas, and promotes a replica with its data and address', async () => {
    expect(await query(uri, 'SELECT count(*)::int AS n FROM books')).toEqual([{ n: 1 }])
    await expect(query(cluster['standby_connection'].uri, 'DELETE FROM books')).rejects.toMatchObject({ code: '25006' })
    await sandbox.request('POST', path('/replicas'), { name: 'reports', region: 'nyc3', size: 'db-s-1vcpu-2gb' })
    const { replica } = (await sandbox.request('GET', path('/replicas/reports'))).body
    expect(await query(replica.connection.uri, 'SELECT title FROM books')).toEqual([{ title: 'Dune' }])
    await expect(query(replica.connection.uri, 'DELETE FROM books')).rejects.toMatchObject({ code: '25006' })
    await sandbox.request('PUT', path('/replicas/reports/promote'))
    await query(uri, "INSERT INTO books (title) VALUES ('Emma')")
    expect((await sandbox.getCluster(replica.id))['connection'].port).toBe(replica.connection.port)
    expect(await query(replica.connection.uri, "UPDATE books SET title = 'Dune II' RETURNING title")).toEqual([{ title: 'Dune II' }])
    expect(await query(uri, 'SELECT title FROM books ORDER BY id')).toEqual([{ title: 'Dune' }, { title: 'Emma' }])
    await sandbox.request('DELETE', `/v2/databases/${replica.id}`)
    await expect(query(replica.connection.uri, 'SELECT 1')).rejects.toMatchObject({ code: '57P01' })
  })

  it.runIf(isLast)('admits only trusted sources, and closes the connections of others', async () => {
    const client = await connect(uri)
    const closed = new Promise((resolve) => client.once('error', resolve))
    await sandbox.request('PUT', path('/firewall'), { rules: [{ type: 'ip_addr', value: '203.0.113.0/24' }] })
    expect(await closed).toMatchObject({ code: '57P01' })
    await expect(query(uri, 'SELECT 1')).rejects.toMatchObject({ code: '28000' })
    await sandbox.request('PUT', path('/firewall'), { rules: [{ type: 'ip_addr', value: '127.0.0.0/8' }] })
    expect(await query(uri, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await sandbox.request('PUT', path('/firewall'), { rules: [] })
  })

  it.runIf(isLast)('closes connections when a resize ends, and raises the limit of connections', async () => {
    const small = await sandbox.createCluster()
    const connections = await Promise.allSettled(Array.from({ length: 24 }, () => connect(small['connection'].uri)))
    const clients = connections.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const errors = connections.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect([clients.length, errors]).toMatchObject([22, [{ code: '53300' }, { code: '53300' }]])
    const closed = new Promise((resolve) => clients[0]?.once('error', resolve))
    await sandbox.request('PUT', `/v2/databases/${small['id']}/resize`, { size: 'db-s-1vcpu-2gb', num_nodes: 1 })
    expect((await sandbox.getCluster(small['id']))['size']).toBe('db-s-1vcpu-2gb')
    expect(await closed).toMatchObject({ code: '57P01' })
    await Promise.all(Array.from({ length: 23 }, () => connect(small['connection'].uri)))
    await sandbox.request('DELETE', `/v2/databases/${small['id']}`)
  })

  it.runIf(isLast)('refuses connections while a fault is injected', async () => {
    await sandbox.request('POST', '/_sandbox/faults', { region: 'nyc3', status: 503, times: 1 })
    await expect(query(uri, 'SELECT 1')).rejects.toThrow('injected fault')
    await sandbox.request('POST', '/_sandbox/faults', { family: 'postgres', cut: 'before', times: 1 })
    await expect(query(uri, 'SELECT 1')).rejects.toThrow('Connection terminated unexpectedly')
    expect(await query(uri, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('forks the present data, and restores a backup', async () => {
    await query(uri, 'CREATE TABLE n AS SELECT 1 AS v')
    await sandbox.request('POST', '/_sandbox/clock', { advance_seconds: 90_000 })
    const open = await connect(uri)
    await open.query('UPDATE n SET v = 2')
    const { backups } = (await sandbox.request('GET', path('/backups'))).body
    for (const [restored, value] of [
      [{}, 2],
      [{ backup_created_at: backups[0].created_at }, 1],
    ] as const) {
      const backup_restore = { database_name: cluster['name'], ...restored }
      const copy = await sandbox.createCluster({ backup_restore, size: 'db-s-1vcpu-2gb', storage_size_mib: 61_440 })
      expect(await query(copy['connection'].uri, 'SELECT v FROM n')).toEqual([{ v: value }])
      await sandbox.request('DELETE', `/v2/databases/${copy['id']}`)
    }
    expect((await open.query('SELECT v FROM n')).rows).toEqual([{ v: 2 }])
  })

  it.runIf(isLast)('belongs to an account, and is deleted with it', async () => {
    const account = (await sandbox.request('POST', '/_sandbox/accounts')).body
    const own = await sandbox.createCluster({}, account['tokens'].full)
    expect(await query(own['connection'].uri, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await sandbox.request('DELETE', '/_sandbox/accounts', { id: account['id'] })
    await expect(query(own['connection'].uri, 'SELECT 1')).rejects.toMatchObject({ code: '57P01' })
  })

  it('is emptied by a reset, and restored with a snapshot at the same address', async () => {
    await sandbox.request('POST', '/_sandbox/snapshots', { name: 'one' })
    await query(uri, 'DROP TABLE books')
    await sandbox.request('POST', '/_sandbox/reset')
    await expect(query(uri, 'SELECT 1')).rejects.toMatchObject({ code: '57P01', message: 'the database cluster was deleted' })
    await sandbox.request('POST', '/_sandbox/snapshots/restore', { name: 'one' })
    expect((await sandbox.getCluster(cluster['id']))['connection'].uri).toBe(uri)
    expect(await query(uri, 'SELECT count(*)::int AS n FROM books')).toEqual([{ n: 2 }])
    expect(sandbox.errors).toEqual([])
  })

  it('keeps rows and addresses over a restart with a state file', async () => {
    await sandbox[Symbol.asyncDispose]()
    sandbox = await start(backend, { state })
    expect((await sandbox.getCluster(cluster['id']))['connection']).toEqual(cluster['connection'])
    expect(await query(uri, 'SELECT count(*)::int AS n FROM books')).toEqual([{ n: 2 }])
  })
})
