import { describe, expect } from 'vitest'
import { type TestEngine, expectRefusal, createDatabase, getDatabase } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

describe('databases in a cluster', () => {
  it.for(['pg', 'mysql', 'mongodb'] satisfies TestEngine[])(
    'of %s are created, shown in the cluster and deleted',
    async (engine, { sandbox }) => {
      const path = await createDatabase(sandbox, engine)
      const created = await sandbox.post(`${path}/dbs`, { name: 'storefront' })
      expect(created.status).toBe(201)
      expect(created.body).toEqual({ db: { name: 'storefront' } })
      expect((await sandbox.get(`${path}/dbs`)).body).toEqual({ dbs: [{ name: 'defaultdb' }, { name: 'storefront' }], meta: { total: 2 } })
      expect((await getDatabase(sandbox, path)).db_names).toEqual(['defaultdb', 'storefront'])
      expect((await sandbox.get(`${path}/dbs/storefront`)).body).toEqual(created.body)
      expect((await sandbox.post(`${path}/dbs`, { name: 'storefront' })).status).toBe(409)
      expect((await sandbox.delete(`${path}/dbs/storefront`)).status).toBe(204)
      expect((await getDatabase(sandbox, path)).db_names).toEqual(['defaultdb'])
    },
  )

  it('cannot be deleted if the connection uses them', async ({ sandbox, pgPath: path }) => {
    await expectRefusal(sandbox.delete(`${path}/dbs/defaultdb`), 422, 'defaultdb')
  })
})

describe('connection pools', () => {
  async function createShop(more: Fields<'/v2/databases'> = {}) {
    const sandbox = createTestSandbox()
    const path = await createDatabase(sandbox, 'pg', more)
    await sandbox.post(`${path}/dbs`, { name: 'storefront' })
    const { user } = (await sandbox.post(`${path}/users`, { name: 'storefront' })).body
    return { sandbox, path, user }
  }
  const pool = { name: 'storefront-pool', mode: 'transaction', size: 10, db: 'storefront', user: 'storefront' } as const

  it('have a port, a name and a user of their own, over the public and private network, on standby nodes too', async () => {
    const { sandbox, path, user } = await createShop({ num_nodes: 2 })
    const created = await sandbox.post(`${path}/pools`, pool)
    expect(created.status).toBe(201)
    const cluster = await getDatabase(sandbox, path)
    expect(created.body.pool).toMatchObject(pool)
    for (const name of ['connection', 'private_connection', 'standby_connection', 'standby_private_connection'] as const) {
      const { host, port } = cluster[name]
      expect(created.body.pool[name]).toEqual({
        uri: `postgresql://storefront:${user.password}@${host}:${port + 1}/storefront-pool?sslmode=require`,
        database: 'storefront-pool',
        host,
        port: port + 1,
        user: 'storefront',
        password: user.password,
        ssl: true,
      })
    }
    expect((await sandbox.get(`${path}/pools`)).body).toEqual({ pools: [created.body.pool], meta: { total: 1 } })
    const { password } = (await sandbox.post(`${path}/users/storefront/reset_auth`, {})).body.user
    expect((await sandbox.get(`${path}/pools/storefront-pool`)).body.pool.connection.password).toBe(password)
  })

  it('have no user unless one was sent, and are replaced as a whole', async () => {
    const { sandbox, path } = await createShop()
    expect((await sandbox.post(`${path}/pools`, { ...pool, user: '' })).body.pool).not.toHaveProperty('user')
    const { name: _, ...rest } = pool
    expect((await sandbox.put(`${path}/pools/storefront-pool`, { ...rest, mode: 'session', size: 20 })).status).toBe(204)
    const changed = (await sandbox.get(`${path}/pools/storefront-pool`)).body.pool
    expect(changed).toMatchObject({ name: 'storefront-pool', mode: 'session', size: 20, user: 'storefront' })
    expect(changed).not.toHaveProperty('standby_connection')
    await sandbox.put(`${path}/pools/storefront-pool`, { mode: 'session', size: 20, db: 'defaultdb' })
    const bare = (await sandbox.get(`${path}/pools/storefront-pool`)).body.pool
    expect(bare).not.toHaveProperty('user')
    expect(bare).toMatchObject({ db: 'defaultdb', connection: { user: 'doadmin' } })
    expect((await sandbox.delete(`${path}/pools/storefront-pool`)).status).toBe(204)
  })

  const wrong = [
    { input: { db: 'no-such' }, status: 422, expected: 'db' },
    { input: { user: 'no-such' }, status: 422, expected: 'user' },
    { input: { size: 88 }, status: 422, expected: 'size' },
  ]
  it.each(wrong)('are rejected for $expected', async ({ input, status, expected }) => {
    const { sandbox, path } = await createShop()
    await sandbox.post(`${path}/pools`, pool)
    await expectRefusal(sandbox.post(`${path}/pools`, forbidden({ ...pool, name: 'other', ...input })), status, expected)
    expect((await sandbox.get(`${path}/pools`)).body.meta.total).toBe(1)
  })

  it('share the connection limit of the cluster', async () => {
    const { sandbox, path } = await createShop()
    expect((await sandbox.get(`${path}/config`)).body.config.max_connections).toBe(97)
    expect((await sandbox.post(`${path}/pools`, { ...pool, size: 90 })).status).toBe(201)
    expect((await sandbox.post(`${path}/pools`, { ...pool, name: 'other', size: 8 })).body.message).toContain('only 7')
    expect((await sandbox.post(`${path}/pools`, { ...pool, name: 'other', size: 7 })).status).toBe(201)
    const { name: _, ...rest } = pool
    expect((await sandbox.put(`${path}/pools/other`, { ...rest, size: 8 })).status).toBe(422)
    expect((await sandbox.put(`${path}/pools/other`, { ...rest, size: 7 })).status).toBe(204)
  })

  it('outlive their database and their user, so that clients can delete them in any order', async () => {
    const { sandbox, path } = await createShop()
    await sandbox.post(`${path}/pools`, pool)
    expect((await sandbox.delete(`${path}/dbs/storefront`)).status).toBe(204)
    expect((await sandbox.delete(`${path}/users/storefront`)).status).toBe(204)
    expect((await sandbox.get(`${path}/pools/storefront-pool`)).body.pool).toMatchObject({ db: 'storefront', user: 'storefront' })
    expect((await sandbox.delete(`${path}/pools/storefront-pool`)).status).toBe(204)
  })
})
