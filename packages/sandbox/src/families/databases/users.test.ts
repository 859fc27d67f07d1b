import { X509Certificate } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type TestEngine, expectRefusal, createDatabase, getDatabase } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'

describe('database users', () => {
  it('include the administrator of the connection, and are shown in the cluster', async ({ sandbox, pgPath: path }) => {
    const { connection } = await getDatabase(sandbox, path)
    const created = await sandbox.post(`${path}/users`, { name: 'storefront' })
    expect(created.status).toBe(201)
    expect(created.body.user).toEqual({ name: 'storefront', role: 'normal', password: expect.any(String) })
    expect(created.body.user.password).toMatch(/^\S{16,}$/)
    const { users, meta } = (await sandbox.get(`${path}/users`)).body
    expect(users[0]).toMatchObject({ name: connection.user, role: 'primary', password: connection.password })
    expect(users[1]).toEqual(created.body.user)
    expect(meta.total).toBe(2)
    expect((await getDatabase(sandbox, path)).users).toEqual(users)
    expect((await sandbox.get(`${path}/users?per_page=1&page=2`)).body.users).toEqual([created.body.user])
    expect((await sandbox.get(`${path}/users/storefront`)).body.user).toEqual(created.body.user)
    expect((await sandbox.delete(`${path}/users/storefront`)).status).toBe(204)
    expect((await getDatabase(sandbox, path)).users).toHaveLength(1)
  })

  it('require a unique name, and keep the administrator', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'mysql')
    await sandbox.post(`${path}/users`, { name: 'storefront' })
    await expectRefusal(sandbox.post(`${path}/users`, { name: 'storefront' }), 409, 'name')
    await expectRefusal(sandbox.delete(`${path}/users/doadmin`), 422, 'administrator')
  })

  it('get a new password, also in the connections of the administrator', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'pg', { num_nodes: 2 })
    const before = await getDatabase(sandbox, path)
    const reset = await sandbox.post(`${path}/users/doadmin/reset_auth`, {})
    expect(reset.status).toBe(200)
    const { password } = reset.body.user
    expect(password).not.toBe(before.connection.password)
    const after = await getDatabase(sandbox, path)
    for (const name of ['connection', 'private_connection', 'standby_connection', 'standby_private_connection'] as const)
      expect(after[name]).toEqual({
        ...before[name],
        password,
        uri: before[name].uri.replace(before.connection.password, password),
      })
    expect((await sandbox.get(`${path}/users/doadmin`)).body.user.password).toBe(password)
    await sandbox.post(`${path}/users`, { name: 'storefront' })
    await sandbox.post(`${path}/users/storefront/reset_auth`, {})
    expect((await getDatabase(sandbox, path)).connection.password).toBe(password)
  })

  it('have the new password on replicas', async ({ sandbox, pgPath: path }) => {
    expect((await sandbox.post(`${path}/replicas`, { name: 'reports', size: 'db-s-2vcpu-4gb' })).status).toBe(201)
    const { password } = (await sandbox.post(`${path}/users/doadmin/reset_auth`, {})).body.user
    const { connection } = (await sandbox.get(`${path}/replicas/reports`)).body.replica
    expect(connection.password).toBe(password)
    expect(connection.uri).toContain(`:${password}@`)
  })

  it('have an authentication plugin on MySQL that can change with the password', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'mysql')
    const created = (await sandbox.post(`${path}/users`, { name: 'new' })).body.user
    expect(created.mysql_settings).toEqual({ auth_plugin: 'caching_sha2_password' })
    const mysql_settings = { auth_plugin: 'mysql_native_password' } as const
    expect((await sandbox.post(`${path}/users`, { name: 'old', mysql_settings })).body.user).toMatchObject({ mysql_settings })
    expect((await sandbox.post(`${path}/users/new/reset_auth`, { mysql_settings })).body.user).toMatchObject({ mysql_settings })
    expect((await sandbox.post(`${path}/users/new/reset_auth`, {})).body.user).toMatchObject({ mysql_settings })
    expect((await sandbox.get(`${path}/users/new`)).body.user.settings).toBeUndefined()
  })

  it('have a certificate of the cluster and grants with stable ids on Kafka', async ({ sandbox, kafkaPath: path }) => {
    const settings = { acl: [{ topic: 'orders-*', permission: 'consume' }] } as const
    const { user } = (await sandbox.post(`${path}/users`, { name: 'invoice-mailer', settings })).body
    const authority = new X509Certificate(Buffer.from((await sandbox.get(`${path}/ca`)).body.ca.certificate, 'base64').toString())
    const certificate = new X509Certificate(user.access_cert)
    expect(certificate.verify(authority.publicKey)).toBe(true)
    expect(certificate.subject).toBe('CN=invoice-mailer')
    expect(user.access_key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    const [grant] = user.settings.acl
    expect(grant).toEqual({ id: expect.stringMatching(/./), topic: 'orders-*', permission: 'consume' })

    const expected = [
      { id: grant.id, topic: 'orders-*', permission: 'produceconsume' },
      { id: '', topic: 'stock', permission: 'produce' },
    ] as const
    const updated = await sandbox.put(`${path}/users/invoice-mailer`, { settings: { acl: expected } })
    expect(updated.status).toBe(201)
    expect(updated.body.user.settings.acl[0]).toEqual(expected[0])
    expect(updated.body.user.settings.acl[1]).toMatchObject({ topic: 'stock', permission: 'produce' })
    expect(updated.body.user.settings.acl[1].id).not.toBe('')
    await expectRefusal(
      sandbox.put(`${path}/users/invoice-mailer`, { settings: { acl: [{ ...expected[0], id: 'acl0' }] } }),
      422,
      'settings.acl.0.id',
    )

    const reset = (await sandbox.post(`${path}/users/invoice-mailer/reset_auth`, {})).body.user
    expect(reset.access_cert).not.toBe(user.access_cert)
    expect(reset.settings.acl).toHaveLength(2)
    expect((await sandbox.put(`${path}/users/invoice-mailer`, { settings: { acl: [] } })).body.user.settings.acl).toEqual([])
    expect((await sandbox.post(`${path}/users`, { name: 'idle' })).body.user).not.toHaveProperty('settings')
  })

  it('have grants by index on OpenSearch', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'opensearch')
    const settings = { opensearch_acl: [{ index: 'books-*', permission: 'read' }] } as const
    expect((await sandbox.post(`${path}/users`, { name: 'search-page', settings })).body.user.settings).toEqual(settings)
    const next = { opensearch_acl: [{ index: 'books-drafts', permission: 'deny' }] } as const
    expect((await sandbox.put(`${path}/users/search-page`, { settings: next })).body.user.settings).toEqual(next)
    expect((await sandbox.put(`${path}/users/search-page`, { settings: {} })).body.user.settings).toEqual(next)
    const idle = await sandbox.post(`${path}/users`, { name: 'idle', settings: { acl: null } })
    expect(idle.body.user).not.toHaveProperty('settings')
    const granted = (await sandbox.post(`${path}/users/idle/reset_auth`, { settings })).body.user
    expect(granted.settings).toEqual(settings)
    expect((await sandbox.post(`${path}/users/idle/reset_auth`, {})).body.user.settings).toEqual(settings)
  })

  it('return their password on MongoDB only when it is set', async ({ sandbox }) => {
    const path = await createDatabase(sandbox, 'mongodb')
    const settings = { mongo_user_settings: { databases: ['reviews'], role: 'readWrite' } } as const
    const created = (await sandbox.post(`${path}/users`, { name: 'reviews-app', settings })).body.user
    expect(created).toMatchObject({ settings, password: expect.stringMatching(/./) })
    expect((await sandbox.get(`${path}/users/reviews-app`)).body.user).not.toHaveProperty('password')
    for (const user of (await sandbox.get(`${path}/users`)).body.users) expect(user).not.toHaveProperty('password')
    for (const user of (await getDatabase(sandbox, path)).users) expect(user).not.toHaveProperty('password')
    const reset = (await sandbox.post(`${path}/users/reviews-app/reset_auth`, {})).body.user
    expect(reset.password).not.toBe(created.password)
    const reader = (await sandbox.post(`${path}/users`, { name: 'reader', readonly: true })).body.user
    expect(reader.settings.mongo_user_settings.role).toBe('readOnly')
    const admin = { mongo_user_settings: { role: 'dbAdmin' } } as const
    expect((await sandbox.put(`${path}/users/reviews-app`, { settings: admin })).body.user.settings).toEqual({
      mongo_user_settings: { databases: ['reviews'], role: 'dbAdmin' },
    })
  })

  const others = [
    { engine: 'pg', input: { mysql_settings: { auth_plugin: 'caching_sha2_password' } }, expected: 'mysql_settings' },
    { engine: 'pg', input: { settings: { acl: [{ topic: '*', permission: 'admin' }] } }, expected: 'settings.acl' },
    { engine: 'mysql', input: { settings: { pg_allow_replication: true } }, expected: 'settings.pg_allow_replication' },
    { engine: 'kafka', input: { settings: { mongo_user_settings: { role: 'dbAdmin' } } }, expected: 'settings.mongo_user_settings' },
  ] as const
  it.for(others)('reject $expected on $engine', async ({ engine, input, expected }, { sandbox }) => {
    const path = await createDatabase(sandbox, engine)
    await expectRefusal(sandbox.post(`${path}/users`, { name: 'storefront', ...input }), 422, expected)
    expect((await sandbox.get(`${path}/users`)).body.meta.total).toBe(1)
  })

  it.for(['redis', 'valkey'] satisfies TestEngine[])(
    'cannot be listed or created on %s, which has a single user',
    async (engine, { sandbox }) => {
      const path = await createDatabase(sandbox, engine)
      for (const { status, body } of [
        await sandbox.get(`${path}/users`),
        await sandbox.get(`${path}/users/default`),
        await sandbox.post(`${path}/users`, { name: 'storefront' }),
        await sandbox.put(`${path}/users/default`, {}),
        await sandbox.delete(`${path}/users/default`),
      ]) {
        expect(status).toBe(422)
        expect(body.message).toContain('users')
      }
      const { connection } = await getDatabase(sandbox, path)
      const { user } = (await sandbox.post(`${path}/users/${connection.user}/reset_auth`, {})).body
      expect(user.password).not.toBe(connection.password)
      expect((await getDatabase(sandbox, path)).connection).toMatchObject({
        password: user.password,
        uri: expect.stringContaining(user.password),
      })
    },
  )
})
