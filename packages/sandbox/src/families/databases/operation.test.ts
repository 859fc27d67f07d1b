import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it, createCluster, orders, getCluster as read } from '../../../test/create-cluster.ts'
import { webServer } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

describe('maintenance', () => {
  it('keeps the chosen window', async ({ sandbox, cluster: { id } }) => {
    expect((await sandbox.put(`/v2/databases/${id}/maintenance`, { day: 'tuesday', hour: '04:00' })).status).toBe(204)
    expect((await read(sandbox, id)).maintenance_window).toEqual({ day: 'tuesday', hour: '04:00:00', pending: false, description: [] })
  })
})

describe('trusted sources', () => {
  it('are replaced as one list, and keep their ids', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', { ...webServer, tags: ['storefront'] })).body
    const { id } = await createCluster(sandbox, { rules: [{ type: 'tag', value: 'storefront', description: 'The shop' }] })
    const path = `/v2/databases/${id}/firewall` as const
    const [shop] = (await sandbox.get(path)).body.rules
    expect(shop).toMatchObject({ type: 'tag', value: 'storefront', description: 'The shop', cluster_uuid: id })
    await sandbox.pass(100)
    const rules = [
      { ...shop, created_at: '0001-01-01T00:00:00Z' },
      { type: 'ip_addr', value: '198.51.100.0/24', uuid: '' },
      { type: 'droplet', value: String(droplet.id) },
    ] as const
    expect((await sandbox.put(path, { rules })).status).toBe(204)
    const { body } = await sandbox.get(path)
    expect(body).toMatchObject({ rules: [shop, { type: 'ip_addr' }, { type: 'droplet' }], meta: { total: 3 } })
    expect(body.rules[1].description).toBeUndefined()
    expect(Date.parse(body.rules[1].created_at)).toBeGreaterThan(Date.parse(shop.created_at))
    expect((await read(sandbox, id)).rules).toEqual(body.rules)
    expect((await sandbox.get(`${path}?per_page=2&page=2`)).body.rules).toHaveLength(1)
    await sandbox.delete(`/v2/droplets/${droplet.id}`)
    await sandbox.delete('/v2/tags/storefront')
    expect((await read(sandbox, id)).rules).toMatchObject([{ type: 'ip_addr' }])
    expect((await sandbox.put(path, { rules: null })).status).toBe(204)
    expect((await read(sandbox, id)).rules).toEqual([])
    expect((await sandbox.put(path, { rules: [] })).status).toBe(204)
  })

  it('belong to a replica under its id, and stay with it when it is promoted', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    const { id } = await createCluster(sandbox, { rules: [{ type: 'ip_addr', value: '198.51.100.0/24' }] })
    const replicas = `/v2/databases/${id}/replicas` as const
    const { replica } = (await sandbox.post(replicas, { name: 'reports' })).body
    await sandbox.pass(61)
    const path = `/v2/databases/${replica.id}/firewall` as const
    expect((await sandbox.get(path)).body).toMatchObject({ rules: [], meta: { total: 0 } })
    const rules = [
      { type: 'ip_addr', value: '203.0.113.7' },
      { type: 'droplet', value: String(droplet.id) },
    ] as const
    expect((await sandbox.put(path, { rules })).status).toBe(204)
    expect((await sandbox.get(path)).body.rules).toMatchObject(rules.map((rule) => ({ ...rule, cluster_uuid: replica.id })))
    expect((await read(sandbox, id)).rules).toMatchObject([{ value: '198.51.100.0/24' }])
    await sandbox.delete(`/v2/droplets/${droplet.id}`)
    const remaining = (await sandbox.get(path)).body.rules
    expect(remaining).toMatchObject([{ value: '203.0.113.7' }])
    await sandbox.put(`${replicas}/reports/promote`)
    expect((await read(sandbox, replica.id)).rules).toEqual(remaining)
    expect((await sandbox.get(path)).body.rules).toEqual(remaining)
    await expectRefusal(sandbox.get('/v2/databases/4b0d0b3c-2f5e-4d37-9f40-8a1b7c6d5e02/firewall'), 404, 'not be found')
  })

  it('must exist and match their type', async ({ sandbox, cluster: { id } }) => {
    const uuid = '4e1bfbc3-0000-41f2-a18f-1b4d7ba71679'
    const wrong = [
      ['ip_addr', 'office', 'rules.0.value: "office" is neither an IPv4 address'],
      ['ip_addr', '198.51.100.0/33', 'is neither an IPv4 address'],
      ['ip_addr', '198.51.100.0/24/1', 'is neither an IPv4 address'],
      ['droplet', '1', 'rules.0.value: there is no droplet "1"'],
      ['k8s', uuid, 'there is no Kubernetes cluster'],
      ['tag', 'nobody', 'there is no tag "nobody"'],
      ['app', uuid, 'there is no app'],
    ]
    for (const [type, value, message = ''] of wrong)
      await expectRefusal(sandbox.put(`/v2/databases/${id}/firewall`, forbidden({ rules: [{ type, value }] })), 422, message)
    await expectRefusal(
      sandbox.post('/v2/databases', { ...orders, name: 'other', rules: [{ type: 'tag', value: 'nobody' }] }),
      422,
      'there is no tag',
    )
    expect((await sandbox.get('/v2/databases')).body.meta.total).toBe(1)
    // A tag that the same request creates is accepted.
    expect((await createCluster(sandbox, { name: 'tagged', tags: ['shop'], rules: [{ type: 'tag', value: 'shop' }] })).rules).toHaveLength(
      1,
    )
  })
})

describe('cluster settings', () => {
  it('enable storage autoscaling', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/autoscale` as const
    expect((await sandbox.get(path)).body).toEqual({ autoscale: { storage: { enabled: false } }, storage: { enabled: false } })
    expect(await read(sandbox, id)).not.toHaveProperty('storage_autoscale')
    const storage = { enabled: true, threshold_percent: 80, increment_gib: 20 } as const
    expect((await sandbox.put(path, { storage })).status).toBe(204)
    expect((await sandbox.get(path)).body).toEqual({ autoscale: { storage }, storage })
    expect((await read(sandbox, id)).storage_autoscale).toEqual(storage)
    await expectRefusal(sandbox.put(path, { storage: { enabled: true } }), 422, 'storage.threshold_percent: must be given')
    expect((await sandbox.put(path, { storage: { enabled: false } })).status).toBe(204)
    expect((await sandbox.get(path)).body.autoscale).toEqual({ storage: { enabled: false } })
    const other = await createCluster(sandbox, { name: 'grows', autoscale: { storage } })
    expect((await sandbox.get(`/v2/databases/${other.id}/autoscale`)).body.autoscale).toEqual({ storage })
    expect(other.storage_autoscale).toEqual(storage)
    expect((await createCluster(sandbox, { name: 'too', storage_autoscale: storage })).storage_autoscale).toEqual(storage)
    for (const form of [{ storage_autoscale: storage }, { autoscale: { storage } }]) {
      await sandbox.put(path, { storage: { enabled: false } })
      expect((await sandbox.put(path, form)).status).toBe(204)
      expect((await sandbox.get(path)).body.storage).toEqual(storage)
    }
    await expectRefusal(sandbox.put(path, { autoscale: {} }), 422, 'storage: must be given')
    await expectRefusal(
      sandbox.post('/v2/databases', { ...orders, name: 'no', autoscale: { storage: { enabled: true } } }),
      422,
      'autoscale.storage.increment_gib',
    )
  })

  it('set custom host names', async ({ sandbox, cluster: { id } }) => {
    const path = `/v2/databases/${id}/do_settings` as const
    const do_settings = { service_cnames: ['db.tidewater.example'] }
    expect((await sandbox.get(path)).body).toEqual({ do_settings: { service_cnames: [] } })
    expect((await sandbox.put(path, { do_settings })).status).toBe(204)
    expect((await sandbox.get(path)).body).toEqual({ do_settings })
    expect((await read(sandbox, id)).do_settings).toEqual(do_settings)
  })

  it('share one pair of metrics credentials between all clusters', async ({ sandbox }) => {
    const path = '/v2/databases/metrics/credentials'
    expect((await sandbox.get(path)).status).toBe(404)
    const { id } = await createCluster(sandbox)
    const { credentials } = (await sandbox.get(path)).body
    expect(credentials.basic_auth_password).toMatch(/^\w{24}$/)
    await createCluster(sandbox, { name: 'second' })
    expect((await sandbox.get(path)).body.credentials).toEqual(credentials)
    const own = { basic_auth_username: 'tidewater-metrics', basic_auth_password: 'example-password-8' }
    expect((await sandbox.put(path, { credentials: own })).status).toBe(204)
    await sandbox.delete(`/v2/databases/${id}`)
    expect((await sandbox.get(path)).body).toEqual({ credentials: own })
  })
})
