/** The generic engine, tested with families that define no handler for these operations. */
import { describe, expect } from 'vitest'
import { createClock } from '../clock/clock.ts'
import { createEngine } from './engine.ts'
import { type Hooks, joinHooks } from './hooks.ts'
import { createIds } from './ids.ts'
import type { AccountContext } from './account-context.ts'
import { childPath } from '../store/store.ts'
import { placementHooks } from '../shared/project-urns.ts'
import { openStore } from '../store/sqlite-store.ts'
import { it } from '../../test/it.ts'
import { type TestSandbox, webServer } from '../../test/create-test-sandbox.ts'

const web = {
  name: 'web',
  inbound_rules: [{ protocol: 'tcp', ports: '443', sources: { addresses: ['0.0.0.0/0'] } }],
  outbound_rules: [{ protocol: 'tcp', ports: 'all', destinations: { addresses: ['0.0.0.0/0'] } }],
} as const

async function createGuarded(sandbox: TestSandbox) {
  const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
  return sandbox.post('/v2/firewalls', { ...web, droplet_ids: [droplet.id] })
}

describe('a lifecycle', () => {
  it('changes states by the clock and stays in the last one', async ({ sandbox }) => {
    const created = await createGuarded(sandbox)
    expect(created).toMatchObject({ status: 202, body: { firewall: { status: 'waiting' } } })
    const path = `/v2/firewalls/${created.body.firewall.id}` as const
    await sandbox.pass(5)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
    expect((await sandbox.put(path, { ...web, name: 'web-2' })).body.firewall).toMatchObject({ status: 'waiting', name: 'web-2' })
    await sandbox.pass(3600)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
    // No further transition follows.
    await sandbox.pass(86_400)
    expect((await sandbox.get(path)).body.firewall.status).toBe('succeeded')
  })

  it('completes at once when actions take no time', async ({ instant: sandbox }) => {
    const { id } = (await createGuarded(sandbox)).body.firewall
    expect((await sandbox.get(`/v2/firewalls/${id}`)).body.firewall.status).toBe('succeeded')
  })
})

describe('a resource', () => {
  it('creates, returns, lists, updates and deletes a resource', async ({ sandbox }) => {
    const before = (await sandbox.get('/v2/vpcs')).body
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.120.0.0/20' })).body
    expect(vpc).toMatchObject({ urn: `do:vpc:${vpc.id}`, region: 'nyc3', description: '' })
    expect((await sandbox.get('/v2/vpcs')).body).toEqual({ vpcs: [vpc, ...before.vpcs], meta: { total: before.meta.total + 1 } })
    expect((await sandbox.post('/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })).status).toBe(409)
    expect((await sandbox.patch(`/v2/vpcs/${vpc.id}`, { description: 'Web servers' })).body.vpc).toMatchObject({
      name: 'storefront-net',
      description: 'Web servers',
    })
    expect((await sandbox.delete(`/v2/vpcs/${vpc.id}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/vpcs/${vpc.id}`)).status).toBe(404)
  })
})

/** @param ctx context that hooks get */
function makeEngine(hooks: Hooks = new Map(), ctx?: AccountContext) {
  const store = openStore()
  const parts = { store, clock: createClock(store), ids: createIds(store, () => '7'), actionSeconds: 0, hooks }
  return createEngine(ctx ? { ...parts, ctx: () => ctx } : parts)
}

it('stores computed fields after every change', () => {
  const hooks = joinHooks([{ Vpc: { computed: ({ name, region }) => ({ description: `${name} in ${region}` }) } }])
  const { untyped: engine } = makeEngine(hooks)
  const created = engine.create('Vpc', { name: 'net', region: 'nyc3', description: 'something else' })
  const key = { kind: 'Vpc', id: String(created['id']) }
  expect([created['description'], engine.setFields(key, { name: 'store' })['description']]).toEqual(['net in nyc3', 'store in nyc3'])
  engine.update(key, { name: 'books', description: 'mine' })
  expect(engine.get(key)['description']).toBe('books in nyc3')
})

describe('an update', () => {
  it('keeps the id and drops unknown fields', () => {
    const { untyped: engine } = makeEngine()
    const { id } = engine.create('Vpc', { name: 'net', region: 'nyc3' })
    const key = { kind: 'Vpc', id: String(id) }
    const before = engine.get(key)
    engine.update(key, { id: 'another', name: 'renamed', nonsense: 1, ['constructor']: 'x', ip_range: 7 })
    expect(engine.get(key)).toEqual({ ...before, name: 'renamed' })
    expect(engine.find({ kind: 'Vpc', id: 'another' })).toBeUndefined()
  })
})

describe('a deletion', () => {
  // The hooks here do not use the context.
  const ctx = {} as AccountContext

  it('runs the afterDelete hooks of all families for the object and its children', () => {
    const calls: string[] = []
    const hooks = joinHooks([
      { Domain: { afterDelete: ({ name }) => calls.push(`tags: ${name}`) } },
      {
        Domain: { afterDelete: ({ name }) => calls.push(`projects: ${name}`) },
        DomainRecord: { afterDelete: ({ data }) => calls.push(`zone: ${data}`) },
      },
    ])
    const engine = makeEngine(hooks, ctx)
    engine.create('Domain', { name: 'a.example', ttl: 1800, zone_file: '' })
    const parent = childPath({ kind: 'Domain', id: 'a.example' })
    for (const data of ['198.51.100.1', '198.51.100.2'])
      engine.create(
        'DomainRecord',
        { priority: null, port: null, weight: null, flags: null, tag: null, type: 'A', name: '@', data, ttl: 60 },
        { parent },
      )
    engine.delete('Domain', 'a.example')
    expect(calls).toEqual(['tags: a.example', 'projects: a.example', 'zone: 198.51.100.1', 'zone: 198.51.100.2'])
    expect(engine.count('DomainRecord', { parent })).toBe(0)
  })

  it('rejects two families that define the same hook of one kind', () => {
    const shown = { Domain: { serialize: (value: { name: string; ttl: number; zone_file: string }) => value } }
    expect(() => joinHooks([shown, shown])).toThrow('Two families define the hook serialize of Domain.')
  })

  it('removes the project assignment of a deleted object', () => {
    for (const kind of ['Vpc', 'Firewall', 'KubernetesCluster', 'Volume']) expect(placementHooks, kind).toHaveProperty(kind)
  })
})
