import { describe, expect, it } from 'vitest'
import { source } from '../../test/tool-cases.ts'
import { createOne, use } from '../../test/use-tools.ts'

describe('particular arguments', () => {
  it('[tool-resize-id] [tool-resize-at-least-one] [tool-resize-storage-mib] resize needs an id and one size', async () => {
    const { sandbox, id, path } = await createOne('pg')
    expect(await use(sandbox, 'db-cluster-resize', { size: 'db-s-4vcpu-8gb' })).toMatchObject({
      status: 422,
      body: { message: 'id: must be given' },
    })
    expect(await use(sandbox, 'db-cluster-resize', { id })).toMatchObject({
      status: 422,
      body: { message: 'size, num_nodes, storage_size_mib: at least one is required' },
    })
    expect((await sandbox.get(path)).body.database.status).toBe('online')
    const { storage_size_mib: now } = (await sandbox.get(path)).body.database
    expect((await use(sandbox, 'db-cluster-resize', { id, storage_size_mib: now + 10_240 })).body).toEqual({})
    await sandbox.pass(600)
    expect((await sandbox.get(path)).body.database.storage_size_mib).toBe(now + 10_240)
  })

  it('[tool-get-mysql-config] [tool-get-sql-mode] [tool-set-sql-mode] accepts id or ID, but not both', async () => {
    const { sandbox, id } = await createOne('mysql')
    for (const tool of ['db-cluster-get-mysql-config', 'db-cluster-get-sql-mode']) {
      expect((await use(sandbox, tool, { ID: id })).body).toEqual((await use(sandbox, tool, { id })).body)
      expect(await use(sandbox, tool, { id, ID: id })).toMatchObject({
        status: 422,
        body: { message: 'id, ID: are aliases, send only one of them' },
      })
      expect(await use(sandbox, tool, {})).toMatchObject({ status: 422, body: { message: 'id, ID: at least one is required' } })
    }
    expect((await use(sandbox, 'db-cluster-set-sql-mode', { ID: id, modes: 'ANSI' })).status).toBe(200)
    expect((await use(sandbox, 'db-cluster-get-sql-mode', { id })).body).toEqual({ sql_mode: 'ANSI' })
  })

  it('[tool-update-mysql-config] accepts the MySQL settings as a JSON string or an object', async () => {
    const { sandbox, id, path } = await createOne('mysql')
    const update = (values: object) => use(sandbox, 'db-cluster-update-mysql-config', { id, ...values })
    expect((await update({ config: { connect_timeout: 15 } })).body).toEqual({})
    expect((await sandbox.get(`${path}/config`)).body.config.connect_timeout).toBe(15)
    for (const text of ['[1]', '{]', '"x"'])
      expect(await update({ config_json: text })).toMatchObject({
        status: 422,
        body: { message: 'config_json: must be a JSON object, encoded as a string' },
      })
    expect(await update({ config_json: '{"jit":true}' })).toMatchObject({
      status: 422,
      body: { message: 'config_json.jit: unknown field' },
    })
    expect(await update({ config_json: '{}', config: {} })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('config_json, config: ') },
    })
    expect(await update({})).toMatchObject({ status: 422, body: { message: 'config_json, config: at least one is required' } })
    expect((await sandbox.get(`${path}/config`)).body.config.connect_timeout).toBe(15)
  })

  it('[tool-object-firewall-value] [tool-object-firewall-types] [tool-object-firewall-optional] firewall rules name what they let in', async () => {
    const { sandbox, id, path } = await createOne('pg')
    const droplet = (await sandbox.post('/v2/droplets', { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }))
      .body.droplet
    await sandbox.post('/v2/tags', { name: 'storefront' })
    const rules = [
      { type: 'ip_addr', value: '198.51.100.7' },
      { type: 'tag', value: 'storefront' },
      { type: 'droplet', value: String(droplet.id), cluster_uuid: id, uuid: '' },
    ] as const
    expect((await use(sandbox, 'db-cluster-update-firewall-rules', { id, rules })).body).toEqual({})
    const remaining = (await use(sandbox, 'db-cluster-get-firewall-rules', { id })).body.rules
    expect(remaining.map(({ type, value }: { type: string; value: string }) => [type, value])).toEqual(
      rules.map(({ type, value }) => [type, value]),
    )
    const { uuid } = remaining[0]
    await use(sandbox, 'db-cluster-update-firewall-rules', { id, rules: [{ uuid, type: 'ip_addr', value: '198.51.100.8' }] })
    expect((await sandbox.get(`${path}/firewall`)).body.rules).toMatchObject([{ uuid, value: '198.51.100.8' }])
    for (const bad of [
      { type: 'ip_addr', value: 'nowhere' },
      { type: 'city', value: 'Oslo' },
    ]) {
      expect(await use(sandbox, 'db-cluster-update-firewall-rules', { id, rules: [bad] })).toMatchObject({ status: 422 })
    }
    expect((await sandbox.get(`${path}/firewall`)).body.rules).toHaveLength(1)
  })

  it('[tool-stop-migration] stops a migration by its id', async () => {
    const { sandbox, id } = await createOne('pg')
    const { id: migration } = (await use(sandbox, 'db-cluster-start-online-migration', { id, source })).body
    expect(await use(sandbox, 'db-cluster-stop-online-migration', { id })).toMatchObject({
      status: 422,
      body: { message: 'migration_id: must be given' },
    })
    expect(await use(sandbox, 'db-cluster-stop-online-migration', { id, migration_id: migration })).toMatchObject({ status: 200, body: {} })
    expect((await use(sandbox, 'db-cluster-get-migration', { id })).body.status).not.toBe('running')
  })

  it('encodes arguments in the path of the call', async () => {
    const { sandbox, id } = await createOne('pg')
    expect(await use(sandbox, 'db-cluster-get-user', { id, user: '../../droplets?x' })).toMatchObject({ status: 404 })
  })
})
