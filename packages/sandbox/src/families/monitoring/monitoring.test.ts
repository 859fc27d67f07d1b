import { describe, expect } from 'vitest'
import { expectRefusal, createDatabase } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { forbidden } from '../../../test/operation-at.ts'

const alerts = '/v2/monitoring/alerts'
const sinks = '/v2/monitoring/sinks'
const destinations = '/v2/monitoring/sinks/destinations'
const unknown = '4d7c2b90-8e1f-4a35-b6c4-0f9a3d5e7b12'
const busy = {
  type: 'v1/insights/droplet/cpu',
  description: "The shop's web servers are busy",
  compare: 'GreaterThan',
  value: 80,
  window: '5m',
  entities: [],
  tags: ['storefront'],
  alerts: {
    email: ['maya@tidewater.example'],
    slack: [{ channel: '#shop-alerts', url: 'https://hooks.chat.example/services/T1/B1/secret' }],
  },
  enabled: true,
} as const
const archive = {
  name: 'log-archive',
  type: 'opensearch_ext',
  config: { endpoint: 'logs.archive.example:9200', credentials: { username: 'spindrift-logs', password: 'example-password-12' } },
} as const

describe('alert policies', () => {
  it('are stored as sent, and replaced as a whole', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(alerts, busy)
    expect(status).toBe(200)
    const { policy } = body
    expect(policy).toEqual({ uuid: policy.uuid, ...busy })
    expect((await sandbox.get(alerts)).body).toMatchObject({ policies: [policy], meta: { total: 1 } })
    const path = `${alerts}/${policy.uuid}` as const
    const changed = { ...busy, tags: [], alerts: { email: ['maya@tidewater.example'] }, enabled: false }
    const replaced = (await sandbox.put(path, changed)).body.policy
    expect(replaced).toEqual({ uuid: policy.uuid, ...changed, alerts: { email: ['maya@tidewater.example'], slack: [] } })
    expect((await sandbox.get(path)).body.policy).toEqual(replaced)
    expect((await sandbox.delete(path)).status).toBe(204)
  })

  it('treat null as absent', async ({ sandbox }) => {
    const { policy } = (
      await sandbox.post(alerts, { ...busy, entities: null, tags: null, enabled: null, alerts: { email: null, slack: null } })
    ).body
    expect(policy).toMatchObject({ entities: [], tags: [], enabled: true, alerts: { email: [], slack: [] } })
    const { description: _, ...unsaid } = busy
    expect((await sandbox.post(alerts, unsaid)).body.policy).toMatchObject({ ...unsaid, description: '' })
  })

  it('support tags for droplets only', async ({ sandbox }) => {
    await expectRefusal(sandbox.post(alerts, { ...busy, type: 'v1/dbaas/alerts/cpu_alerts' }), 422, 'tags')
    const { policy } = (await sandbox.post(alerts, { ...busy, type: 'v1/dbaas/alerts/cpu_alerts', tags: [], entities: [unknown] })).body
    expect(policy.entities).toEqual([unknown])
    const refused = await sandbox.put(`${alerts}/${policy.uuid}`, { ...busy, type: 'v1/insights/lbaas/droplet_health' })
    expect(refused.status).toBe(422)
  })
})

describe('log destinations', () => {
  it('never return credentials, and are replaced as a whole', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(destinations, archive)
    expect(status).toBe(200)
    const { destination } = body
    expect(destination).toEqual({
      id: destination.id,
      name: 'log-archive',
      type: 'opensearch_ext',
      config: { id: destination.config.id, endpoint: 'logs.archive.example:9200', index_name: 'logs', retention_days: 14 },
    })
    const path = `${destinations}/${destination.id}` as const
    const config = { ...archive.config, index_name: 'bindery', retention_days: 90 } as const
    expect((await sandbox.post(path, { type: archive.type, config })).status).toBe(204)
    const replaced = (await sandbox.get(path)).body.destination
    expect(replaced).toMatchObject({ id: destination.id, name: '', config: { index_name: 'bindery', retention_days: 90 } })
    expect(replaced.config.id).not.toBe(destination.config.id)
    expect((await sandbox.get(destinations)).body.destinations).toEqual([replaced])
    expect((await sandbox.delete(path)).status).toBe(204)
  })

  it('are OpenSearch clusters, or have credentials', async ({ sandbox }) => {
    const id = async (engine: 'pg' | 'opensearch') => (await createDatabase(sandbox, engine)).split('/').at(-1)!
    const managed = (cluster: string) => ({
      name: 'logs',
      type: 'opensearch_dbaas' as const,
      config: { endpoint: 'search:25060', cluster_uuid: cluster },
    })
    const search = await id('opensearch')
    const { destination } = (await sandbox.post(destinations, managed(search))).body
    expect(destination.config).toMatchObject({ cluster_uuid: search, cluster_name: 'shop-opensearch' })
    expect((await sandbox.post(destinations, managed(unknown))).status).toBe(404)
    await expectRefusal(sandbox.post(destinations, managed(await id('pg'))), 422, 'cluster_uuid')
    expect((await sandbox.post(destinations, managed(forbidden(undefined)))).status).toBe(422)
    await expectRefusal(sandbox.post(destinations, { ...archive, config: { endpoint: 'logs.archive.example' } }), 422, 'credentials')
    const refused = await sandbox.post(`${destinations}/${destination.id}`, managed(unknown))
    expect(refused.status).toBe(404)
  })
})

describe('log sinks', () => {
  it('are ready after a minute, with the present state of their destination', async ({ sandbox, kubernetes: { id, path: cluster } }) => {
    const { destination } = (await sandbox.post(destinations, archive)).body
    const urn = `do:kubernetes:${id}`
    const response = await sandbox.post(sinks, { destination_uuid: destination.id, resources: [{ urn }] })
    expect(response.status).toBe(202)
    expect(response.body).toBeUndefined()
    expect((await sandbox.get(sinks)).body.sinks).toEqual([])
    await sandbox.pass(60)
    const [sink] = (await sandbox.get(`${sinks}?resource_id=${urn}`)).body.sinks
    expect(sink).toMatchObject({ resources: [{ urn, name: 'bindery' }], destination: { id: destination.id, name: 'log-archive' } })
    expect(sink.destination.config.credentials).toEqual(archive.config.credentials)
    await sandbox.post(`${destinations}/${destination.id}`, { ...archive, name: 'elsewhere' })
    expect((await sandbox.get(`${sinks}/${sink.id}`)).body.sink.destination.name).toBe('elsewhere')
    await expectRefusal(sandbox.delete(`${destinations}/${destination.id}`), 409, 'used by the sinks')
    expect((await sandbox.delete(`${sinks}/${sink.id}`)).status).toBe(204)
    expect((await sandbox.delete(`${destinations}/${destination.id}`)).status).toBe(204)
    expect((await sandbox.get(cluster)).status).toBe(200)
  })

  it('require existing resources, and are deleted with them', async ({ sandbox, kubernetes: { id, path: cluster } }) => {
    const { destination } = (await sandbox.post(destinations, archive)).body
    const resources = [{ urn: `do:kubernetes:${id}` }]
    expect((await sandbox.post(sinks, { destination_uuid: unknown, resources })).status).toBe(404)
    const urn = `do:kubernetes:${unknown}`
    expect((await sandbox.post(sinks, { destination_uuid: destination.id, resources: [{ urn }] })).status).toBe(404)
    expect((await sandbox.get(`${sinks}?resource_id=${urn}`)).status).toBe(404)
    await sandbox.post(sinks, { destination_uuid: destination.id, resources })
    await sandbox.pass(60)
    expect((await sandbox.get(sinks)).body.sinks).toHaveLength(1)
    expect((await sandbox.delete(cluster)).status).toBe(204)
    await sandbox.pass(600)
    expect((await sandbox.get(sinks)).body.sinks).toEqual([])
    expect((await sandbox.delete(`${destinations}/${destination.id}`)).status).toBe(204)
  })
})
