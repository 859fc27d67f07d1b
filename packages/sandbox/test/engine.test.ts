/** What the engine does from the tables alone, shown on families that have no behaviour of their own here. */
import { describe, expect, it } from 'vitest'
import { createClock } from '../src/clock/clock.ts'
import { createEngine } from '../src/engine/engine.ts'
import { createIds } from '../src/engine/ids.ts'
import { openStore } from '../src/store/sqlite-store.ts'
import { makeSandbox, type TestSandbox, webServer } from './make-sandbox.ts'

const web = {
  name: 'web',
  inbound_rules: [{ protocol: 'tcp', ports: '443', sources: { addresses: ['0.0.0.0/0'] } }],
  outbound_rules: [{ protocol: 'tcp', ports: 'all', destinations: { addresses: ['0.0.0.0/0'] } }],
}

async function makeGuarded(sandbox: TestSandbox) {
  const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
  return sandbox.post('/v2/firewalls', { ...web, droplet_ids: [droplet.id] })
}

describe('a lifecycle', () => {
  it('moves on by the clock, in steps, and comes to rest', async () => {
    const sandbox = makeSandbox()
    const made = await makeGuarded(sandbox)
    expect(made).toMatchObject({ status: 202, body: { firewall: { status: 'waiting' } } })
    const path = `/v2/firewalls/${made.body.firewall.id}`
    await sandbox.pass(5)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
    expect((await sandbox.put(path, { ...web, name: 'web-2' })).body.firewall).toMatchObject({ status: 'waiting', name: 'web-2' })
    await sandbox.pass(3600)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
    // Nothing more is to come, however long one waits.
    await sandbox.pass(86_400)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
  })

  it('does not wait when no time is to pass', async () => {
    const sandbox = makeSandbox({ actionSeconds: 0 })
    const { id } = (await makeGuarded(sandbox)).body.firewall
    expect((await sandbox.get(`/v2/firewalls/${id}`)).body.firewall.status).toBe('succeeded')
  })
})

describe('a resource', () => {
  it('is made, read, listed, changed and deleted', async () => {
    const sandbox = makeSandbox()
    const before = (await sandbox.get('/v2/vpcs')).body
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.120.0.0/20' })).body
    expect(vpc).toMatchObject({ urn: `do:vpc:${vpc.id}`, region: 'nyc3', description: '' })
    expect((await sandbox.get('/v2/vpcs')).body).toEqual({ vpcs: [vpc, ...before.vpcs], meta: { total: before.meta.total + 1 } })
    expect((await sandbox.post('/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })).status).toBe(409)
    expect((await sandbox.ask('PATCH', `/v2/vpcs/${vpc.id}`, { description: 'Web servers' })).body.vpc).toMatchObject({
      name: 'storefront-net',
      description: 'Web servers',
    })
    expect((await sandbox.delete(`/v2/vpcs/${vpc.id}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/vpcs/${vpc.id}`)).status).toBe(404)
  })
})

describe('an update', () => {
  const makeEngine = () => {
    const store = openStore()
    return createEngine({ store, clock: createClock(store), ids: createIds(store, () => '7'), actionSeconds: 0 })
  }

  it('leaves an object its id and what its kind does not have', () => {
    const engine = makeEngine()
    const { id } = engine.create('Vpc', { name: 'net', region: 'nyc3' })
    const key = { kind: 'Vpc', id: String(id) }
    const before = engine.get(key)
    engine.update(key, { id: 'another', name: 'renamed', nonsense: 1, ['constructor']: 'x', ip_range: 7 })
    expect(engine.get(key)).toEqual({ ...before, name: 'renamed' })
    expect(engine.find({ kind: 'Vpc', id: 'another' })).toBeUndefined()
  })
})
