import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { bookClub, createApp, createDatabase, createLiveApp, getDatabase } from '../../../test/fixtures.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'

const club = { name: 'club-db', engine: 'PG', production: true, cluster_name: 'shop-pg', db_name: 'club', db_user: 'club' } as const

async function createDatabaseApp() {
  const sandbox = createTestSandbox()
  const cluster = await createDatabase(sandbox, 'pg')
  await sandbox.post(`${cluster}/dbs`, { name: 'club' })
  await sandbox.post(`${cluster}/users`, { name: 'club' })
  const app = await createLiveApp(sandbox, { ...bookClub, databases: [club, { name: 'drafts' }] })
  const getDetails = async () => (await sandbox.get(`${app.path}/database_connection_details`)).body.connection_details
  const componentPath = <What extends string>(name: string, what: What) => `${app.path}/components/${name}/${what}` as const
  return { sandbox, cluster, ...app, getDetails, componentPath }
}

describe('app databases', () => {
  it('returns the connection details of the cluster user and its pools', async () => {
    const { sandbox, cluster, getDetails } = await createDatabaseApp()
    await sandbox.post(`${cluster}/pools`, { name: 'club-pool', mode: 'transaction', size: 5, db: 'club', user: 'club' })
    await sandbox.post(`${cluster}/pools`, { name: 'other-pool', mode: 'transaction', size: 5, db: 'defaultdb', user: 'club' })
    const { password } = (await sandbox.get(`${cluster}/users/club`)).body.user
    const { connection } = await getDatabase(sandbox, cluster)
    const { host, port } = connection
    const [first, second] = await getDetails()
    expect(first).toMatchObject({
      component_name: 'club-db',
      host,
      port,
      username: 'club',
      password,
      database_name: 'club',
      ssl_mode: 'require',
    })
    expect(first.database_url).toBe(`postgresql://club:${password}@${host}:${port}/club?sslmode=require`)
    expect(first.pools).toMatchObject([{ pool_name: 'club-pool', database_name: 'club-pool', username: 'club', password }])
    expect(second).toMatchObject({ component_name: 'drafts', username: 'drafts', database_name: 'drafts' })
    expect(second.pools).toBeUndefined()
  })

  it('returns the administrator credentials when the spec names no user, also for a cluster without users', async ({ sandbox }) => {
    const cluster = await createDatabase(sandbox, 'valkey')
    const { path } = await createApp(sandbox, {
      ...bookClub,
      databases: [{ name: 'cache', engine: 'VALKEY', production: true, cluster_name: 'shop-valkey' }],
    })
    const { connection } = await getDatabase(sandbox, cluster)
    const getDetails = async () => (await sandbox.get(`${path}/database_connection_details`)).body.connection_details
    expect(await getDetails()).toMatchObject([{ database_url: connection.uri, username: connection.user, password: connection.password }])
    await sandbox.post(`${path}/components/cache/reset_password`)
    const after = await getDatabase(sandbox, cluster)
    expect(after.connection.password).not.toBe(connection.password)
    expect(await getDetails()).toMatchObject([{ database_url: after.connection.uri }])
  })

  it.each(['club-db', 'drafts'])('creates a password and a deployment when the password of %s is reset', async (name) => {
    const { sandbox, cluster, getDetails, componentPath, path } = await createDatabaseApp()
    const find = async () => (await getDetails()).find((each) => each.component_name === name)
    const before = await find()
    const { status, body } = await sandbox.post(componentPath(name, 'reset_password'))
    expect(status).toBe(200)
    expect(body.deployment).toMatchObject({ cause: 'database password reset', phase: 'PENDING_BUILD' })
    const after = await find()
    expect(after.password).not.toBe(before.password)
    expect({ ...after, password: '', database_url: '' }).toEqual({ ...before, password: '', database_url: '' })
    expect(after.database_url).toContain(after.password)
    const isUser = (await sandbox.get(`${cluster}/users/club`)).body.user.password === after.password
    expect(isUser).toBe(name === 'club-db')
    await sandbox.pass(60)
    expect((await sandbox.get(path)).body.app.active_deployment.id).toBe(body.deployment.id)
  })

  it('adds the app to the trusted sources of a cluster or a development database', async () => {
    const { sandbox, cluster, componentPath, id } = await createDatabaseApp()
    const trust = async (name: string, isEnabled: boolean) =>
      (await sandbox.post(componentPath(name, 'trusted_sources'), { Enable: isEnabled })).body
    await sandbox.put(`${cluster}/firewall`, { rules: [{ type: 'ip_addr', value: '192.0.2.7' }] })
    const rules = async () => (await sandbox.get(`${cluster}/firewall`)).body.rules.map(({ type, value }) => `${type} ${value}`)
    for (const isEnabled of [true, true]) expect(await trust('club-db', isEnabled)).toEqual({ is_enabled: true })
    expect(await rules()).toEqual(['ip_addr 192.0.2.7', `app ${id}`])
    expect((await getDatabase(sandbox, cluster)).rules).toHaveLength(2)
    expect(await trust('club-db', false)).toEqual({ is_enabled: false })
    expect(await rules()).toEqual(['ip_addr 192.0.2.7'])
    for (const isEnabled of [true, false]) expect(await trust('drafts', isEnabled)).toEqual({ is_enabled: isEnabled })
  })

  it('returns 404 for other components and deleted clusters', async () => {
    const { sandbox, cluster, componentPath, getDetails } = await createDatabaseApp()
    for (const name of ['web', 'none']) expect((await sandbox.post(componentPath(name, 'reset_password'))).status).toBe(404)
    expect((await sandbox.post(componentPath('none', 'trusted_sources'), { Enable: true })).status).toBe(404)
    await sandbox.delete(cluster)
    await sandbox.pass(60)
    expect((await getDetails()).map((each) => each.component_name)).toEqual(['drafts'])
    expect((await sandbox.post(componentPath('club-db', 'reset_password'))).status).toBe(404)
  })
})
