import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

const checks = '/v2/uptime/checks'
const frontPage = {
  name: 'Shop front page',
  type: 'https',
  target: 'https://www.tidewater.example/healthz',
  regions: ['us_east', 'eu_west'],
} as const
const maya = { email: ['maya@tidewater.example'], slack: [] } as const

async function createCheck(sandbox: TestSandbox, more: Fields<typeof checks> = {}) {
  const { status, body } = await sandbox.post(checks, { ...frontPage, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  const path = `${checks}/${body.check.id}` as const
  return {
    path,
    check: body.check,
    readState: async () => (await sandbox.get(`${path}/state`)).body.state,
    addAlert: (
      alert: Omit<BodyAt<'post', `/v2/uptime/checks/${string}/alerts`>, 'name' | 'notifications'> & { readonly notifications?: object },
    ) => sandbox.post(`${path}/alerts`, { name: 'Shop', notifications: maya, ...alert }),
  }
}

/** Clock that only the test moves. */
async function createFrozen() {
  const sandbox = createTestSandbox()
  await sandbox.post('/_sandbox/clock', { now: '2026-03-02T10:00:00Z', frozen: true })
  return sandbox
}

describe('Uptime checks', () => {
  it('[path-uptime] creates, lists, updates and deletes checks with their alerts', async ({ sandbox }) => {
    const { path, check, addAlert } = await createCheck(sandbox)
    expect(check).toEqual({ id: check.id, ...frontPage, enabled: true })
    const { alert } = (await addAlert({ type: 'down' })).body
    expect((await sandbox.get(checks)).body).toMatchObject({ checks: [check], meta: { total: 1 } })
    const { body } = await sandbox.put(path, { name: 'Front', regions: null })
    expect(body.check).toEqual({ ...check, name: 'Front' })
    expect((await sandbox.get(path)).body.check.name).toBe('Front')
    expect((await sandbox.delete(path)).status).toBe(204)
    for (const deletedPath of [path, `${path}/state`, `${path}/alerts`, `${path}/alerts/${alert.id}`] as const)
      expect((await sandbox.get(deletedPath)).status, deletedPath).toBe(404)
  })

  it('returns 422 for a target that is no address', async ({ sandbox }) => {
    for (const input of [
      { type: 'https', target: 'http://www.tidewater.example' },
      { type: 'http', target: 'www.tidewater.example' },
      { type: 'ping', target: 'https://www.tidewater.example' },
    ]) {
      await expectRefusal(sandbox.post(checks, forbidden({ ...frontPage, ...input })), 422, 'target')
    }
    for (const target of ['203.0.113.10', '2001:db8::7', 'www.tidewater.example']) await createCheck(sandbox, { type: 'ping', target })
    const { path } = await createCheck(sandbox)
    expect((await sandbox.put(path, { type: 'ping' })).status).toBe(422)
    expect((await sandbox.put(path, { type: 'ping', target: '203.0.113.10' })).body.check).toMatchObject({ type: 'ping' })
  })

  it('is checking for a minute, then up', async () => {
    const sandbox = await createFrozen()
    const { readState } = await createCheck(sandbox)
    const checking = { status: 'CHECKING', status_changed_at: '2026-03-02T10:00:00Z', thirty_day_uptime_percentage: 100 }
    expect(await readState()).toEqual({ regions: { us_east: checking, eu_west: checking }, previous_outage: null })
    await sandbox.pass(59)
    expect((await readState()).regions.us_east).toEqual(checking)
    await sandbox.pass(3600)
    expect((await readState()).regions.us_east).toEqual({ ...checking, status: 'UP', status_changed_at: '2026-03-02T10:01:00Z' })
  })

  it.each(['address', 'name', 'load balancer'])('is down while the droplet at its target is off (%s)', async (kind) => {
    const sandbox = await createFrozen()
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.pass(120)
    const { networks } = (await sandbox.get(`/v2/droplets/${droplet.id}`)).body.droplet
    let address = networks.v4.find(({ type }) => type === 'public')?.ip_address ?? ''
    if (kind === 'load balancer') {
      const rules = [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }] as const
      const fields = { name: 'lb', region: 'nyc3', droplet_ids: [droplet.id], forwarding_rules: [...rules] }
      const { id } = (await sandbox.post('/v2/load_balancers', fields)).body.load_balancer
      await sandbox.pass(300)
      address = (await sandbox.get(`/v2/load_balancers/${id}`)).body.load_balancer.ip
    }
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    await sandbox.post('/v2/domains/tidewater.example/records', { type: 'A', name: 'www', data: address, ttl: 1800 })
    const target = kind === 'name' ? 'http://www.tidewater.example/healthz' : `http://${address}/`
    const { readState } = await createCheck(sandbox, { type: 'http', target, regions: ['us_east'] })
    const outside = await createCheck(sandbox, { target: 'https://shop.example/' })
    await sandbox.pass(3600 + 60)
    const power = async (type: 'power_off' | 'power_on') => {
      const { action } = (await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type })).body
      await sandbox.pass(3600)
      return (await sandbox.get(`/v2/actions/${action.id}`)).body.action.completed_at
    }
    const off = await power('power_off')
    expect(await readState()).toMatchObject({ regions: { us_east: { status: 'DOWN', status_changed_at: off } }, previous_outage: null })
    const on = await power('power_on')
    const state = await readState()
    expect(state).toMatchObject({
      regions: { us_east: { status: 'UP', status_changed_at: on } },
      previous_outage: { region: 'us_east', started_at: off, ended_at: on },
    })
    const down = state.previous_outage?.duration_seconds ?? 0
    expect(down).toBe((Date.parse(String(on)) - Date.parse(String(off))) / 1000)
    expect(state.regions.us_east.thirty_day_uptime_percentage).toBeCloseTo(100 * (1 - down / (3 * 3600)), 1)
    expect((await outside.readState()).previous_outage).toBeNull()
  })

  it('restarts with a new region or target, and keeps its state while disabled', async () => {
    const sandbox = await createFrozen()
    const { path, readState } = await createCheck(sandbox)
    await sandbox.pass(3600)
    await sandbox.put(path, { regions: ['us_east', 'us_west'] })
    expect(await readState()).toMatchObject({
      regions: { us_east: { status: 'UP' }, us_west: { status: 'CHECKING', status_changed_at: '2026-03-02T11:00:00Z' } },
    })
    expect(Object.keys((await readState()).regions)).toEqual(['us_east', 'us_west'])
    await sandbox.pass(30)
    await sandbox.put(path, { enabled: false })
    await sandbox.pass(3600)
    await sandbox.put(path, { name: 'Still off' })
    expect((await readState()).regions.us_west.status).toBe('CHECKING')
    await sandbox.put(path, { enabled: true })
    await sandbox.pass(29)
    expect((await readState()).regions.us_west.status).toBe('CHECKING')
    await sandbox.pass(1)
    expect((await readState()).regions).toMatchObject({ us_west: { status: 'UP' }, us_east: { status_changed_at: '2026-03-02T10:01:00Z' } })
    await sandbox.put(path, { target: 'https://www.tidewater.example/' })
    expect((await readState()).regions).toMatchObject({ us_east: { status: 'CHECKING' }, us_west: { status: 'CHECKING' } })
  })
})

describe('Uptime alerts', () => {
  it('returns only the fields of the type of the alert', async ({ sandbox }) => {
    const { path, addAlert } = await createCheck(sandbox)
    const down = await addAlert({ type: 'down_global', threshold: 5, comparison: '', period: '' })
    expect(down.status).toBe(201)
    expect(down.body.alert).toMatchObject({ threshold: 1, comparison: 'less_than', period: '2m', notifications: maya })
    const slow = await addAlert({ type: 'latency', threshold: 800, comparison: 'greater_than', period: '5m' })
    expect(slow.body.alert).toMatchObject({ threshold: 800, comparison: 'greater_than', period: '5m' })
    const expiry = await addAlert({ type: 'ssl_expiry', threshold: 14, comparison: 'greater_than', notifications: { email: null } })
    expect(expiry.body.alert).toMatchObject({ comparison: 'less_than', period: null, notifications: { email: [], slack: [] } })
    expect((await sandbox.get(`${path}/alerts`)).body.meta.total).toBe(3)
    expect((await sandbox.get(`${path}/alerts/${slow.body.alert.id}`)).body.alert).toEqual(slow.body.alert)
  })

  it('returns 422 for an alert without a required field', async ({ sandbox }) => {
    const { addAlert } = await createCheck(sandbox)
    for (const [input, field] of [
      [{ type: 'latency', comparison: 'greater_than' }, 'threshold'],
      [{ type: 'latency', threshold: 800 }, 'comparison'],
      [{ type: 'ssl_expiry' }, 'threshold'],
    ] as const) {
      await expectRefusal(addAlert(input), 422, field)
    }
    const plain = await createCheck(sandbox, { type: 'http', target: 'http://www.tidewater.example' })
    expect((await plain.addAlert({ type: 'ssl_expiry', threshold: 14 })).status).toBe(422)
  })

  it('validates the merged alert on a partial update', async ({ sandbox }) => {
    const { path, addAlert } = await createCheck(sandbox)
    const { alert } = (await addAlert({ type: 'latency', threshold: 800, comparison: 'greater_than', period: '5m' })).body
    const own = `${path}/alerts/${alert.id}` as const
    expect((await sandbox.put(own, { threshold: 1000, period: '' })).body.alert).toEqual({ ...alert, threshold: 1000 })
    expect((await sandbox.put(own, { type: 'down' })).body.alert).toMatchObject({
      type: 'down',
      threshold: 1,
      comparison: 'less_than',
      period: '5m',
    })
    const other = await createCheck(sandbox, { name: 'Other' })
    expect((await sandbox.get(`${other.path}/alerts/${alert.id}`)).status).toBe(404)
    expect((await sandbox.put(`${other.path}/alerts/${alert.id}`, { name: 'x' })).status).toBe(404)
    expect((await sandbox.delete(own)).status).toBe(204)
  })
})
