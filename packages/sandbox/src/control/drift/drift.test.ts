import { isDeepStrictEqual } from 'node:util'
import { describe, expect } from 'vitest'
import { coversVolume, createTestSandbox, type Json, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { it } from '../../../test/it.ts'

async function createStack(sandbox: TestSandbox) {
  const { droplet } = (await sandbox.post('/v2/droplets', { ...webServer, tags: ['web'] })).body
  await sandbox.pass(120)
  const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
  const rule = { protocol: 'tcp', ports: '22', sources: { addresses: ['0.0.0.0/0'] } } as const
  const { firewall } = (await sandbox.post('/v2/firewalls', { name: 'office', inbound_rules: [rule] })).body
  await sandbox.post('/v2/domains', { name: 'tidewater.example' })
  return { droplet, volume, firewall }
}

const drift = (sandbox: TestSandbox, body: object) => sandbox.ask('POST', '/_sandbox/drift', body)

describe('drift', () => {
  it('renames a droplet, changes its tags and resizes it', async ({ sandbox }) => {
    const { droplet } = await createStack(sandbox)
    for (const change of ['rename', 'retag', 'resize'])
      expect((await drift(sandbox, { kind: 'droplet', id: String(droplet.id), change })).body).toMatchObject({
        changes: [{ change, type: 'updated', object: { kind: 'Droplet', id: String(droplet.id) } }],
      })
    const { droplet: after } = (await sandbox.get(`/v2/droplets/${droplet.id}`)).body
    expect(after).toMatchObject({ name: expect.stringMatching(/^web-01-drift-\d+$/), tags: [expect.stringMatching(/^drift-/)] })
    expect([after.size_slug, after.vcpus]).not.toEqual([droplet.size_slug, droplet.vcpus])
    expect((await sandbox.get(`/v2/tags/${after.tags[0]}`)).body.tag.resources.droplets.count).toBe(1)
  })

  it('adds a rule to a firewall and a record to a domain', async ({ sandbox }) => {
    const { firewall } = await createStack(sandbox)
    await drift(sandbox, { kind: 'Firewall', change: 'add_rule' })
    expect((await sandbox.get(`/v2/firewalls/${firewall.id}`)).body.firewall.inbound_rules).toHaveLength(2)
    expect((await drift(sandbox, { kind: 'domains', change: 'add_rule' })).status).toBe(200)
    const { domain_records: records } = (await sandbox.get('/v2/domains/tidewater.example/records?type=A')).body
    expect(records).toMatchObject([{ name: expect.stringMatching(/^drift-/) }])
  })

  it('deletes an object with all effects', async ({ sandbox }) => {
    const { droplet, firewall } = await createStack(sandbox)
    await sandbox.post(`/v2/firewalls/${firewall.id}/droplets`, { droplet_ids: [droplet.id] })
    const { body } = await drift(sandbox, { kind: 'Droplet', change: 'delete' })
    expect(body.changes).toMatchObject([{ type: 'deleted', before: { name: 'web-01' }, after: null }])
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/firewalls/${firewall.id}`)).body.firewall.droplet_ids).toEqual([])
  })

  it('repeats its choice with the same seed', async () => {
    const run = async () => {
      const sandbox = createTestSandbox()
      await createStack(sandbox)
      const { seed, changes } = sandbox.drift({ count: 3, seed: 'friday' })
      return { seed, changes: changes.map(({ change, object }) => `${change} ${object.kind} ${object.id}`) }
    }
    const first = await run()
    expect(first).toMatchObject({ seed: 'friday', changes: { length: 3 } })
    expect(await run()).toEqual(first)
  })

  it('is in the history of the object but not in the request log', async ({ sandbox }) => {
    const { volume } = await createStack(sandbox)
    await sandbox.delete('/_sandbox/requests')
    await drift(sandbox, { kind: 'Volume', change: 'resize' })
    expect((await sandbox.get('/_sandbox/requests')).body.requests).toEqual([])
    const { history } = (await sandbox.get(`/_sandbox/objects/Volume/${volume.id}`)).body.object
    expect(history[0]).toMatchObject({ job: 'drift', change: { before: { size_gigabytes: 100 }, after: { size_gigabytes: 110 } } })
  })

  it('returns the refusal when the object cannot be deleted', async ({ sandbox }) => {
    const { droplet, volume } = await createStack(sandbox)
    await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: droplet.id, region: 'nyc3' })
    await sandbox.pass(60)
    expect(await drift(sandbox, { kind: 'Volume', change: 'delete' })).toMatchObject({
      status: 409,
      body: { message: 'attached volume cannot be deleted' },
    })
  })

  it.each([
    { body: { kind: 'Droplets1' }, status: 422, message: 'Did you mean Droplet?' },
    { body: { kind: 'Region' }, status: 422, message: 'do not drift' },
    { body: { kind: 'Volume', change: 'add_rule' }, status: 422, message: 'must be one of retag, resize, delete for Volume' },
    { body: { count: 0 }, status: 422, message: 'count: ' },
    { body: { seed: 7 }, status: 422, message: 'seed: ' },
    { body: { all: true }, status: 422, message: 'all: unknown field' },
    { body: { kind: 'Volume', id: 'none' }, status: 404, message: 'No object matches' },
    { body: { account: 'nobody@example.com' }, status: 422, message: 'account: ' },
  ])('rejects $body', async ({ body, status, message }) => {
    expect(await drift(createTestSandbox(), body)).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
  })

  it('is a method of the sandbox', async () => {
    const sandbox = createTestSandbox({ controlToken: 'a control token of some length'.replaceAll(' ', '-') })
    await createStack(sandbox)
    expect(sandbox.drift({ kind: 'Volume', change: 'retag' }).changes).toMatchObject([{ change: 'retag' }])
    expect(() => sandbox.drift({ kind: 'Vpc', id: 'none' })).toThrow('No object matches')
  })
})

describe('a plan after drift', () => {
  const declared = {
    volume: { path: '/v2/volumes', body: { ...coversVolume, tags: ['shop'] } },
    firewall: {
      path: '/v2/firewalls',
      body: {
        name: 'office',
        inbound_rules: [{ protocol: 'tcp', ports: '22', sources: { addresses: ['0.0.0.0/0'] } }],
        outbound_rules: [],
        droplet_ids: [],
        tags: [],
      },
    },
    load_balancer: {
      path: '/v2/load_balancers',
      body: {
        name: 'entry',
        region: 'nyc3',
        size_unit: 1,
        forwarding_rules: [
          { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80, certificate_id: '', tls_passthrough: false },
        ],
      },
    },
  }
  type Name = keyof typeof declared

  /** Stands in for infrastructure code: creates what is declared, and later compares it with what the API returns. */
  async function applyDeclared(sandbox: TestSandbox) {
    const names = Object.keys(declared) as Name[]
    const ids = new Map<Name, string>()
    const create = async (name: Name) => {
      const { path, body } = declared[name]
      ids.set(name, (await sandbox.ask('POST', path, body)).body[name].id)
    }
    const read = async (name: Name) => (await sandbox.ask('GET', `${declared[name].path}/${ids.get(name)}`)).body[name]
    for (const name of names) await create(name)
    await sandbox.pass(60)
    const applied = new Map<Name, Json>()
    for (const name of names) applied.set(name, await read(name))
    /** Lists declared objects that are missing or have other values. */
    const plan = async () => {
      const found: string[] = []
      for (const name of names) {
        const actual = await read(name)
        const fields = actual ? Object.keys(declared[name].body) : []
        if (!actual) found.push(`create ${name}`)
        const changed = fields.filter((field) => !isDeepStrictEqual(actual[field], applied.get(name)[field]))
        found.push(...changed.map((field) => `update ${name}.${field}`))
      }
      return found
    }
    const replace = (name: Name) => sandbox.ask('PUT', `${declared[name].path}/${ids.get(name)}`, declared[name].body)
    return { plan, create, replace }
  }

  it.each([
    { kind: 'Volume', change: 'delete', name: 'volume', planned: ['create volume'] },
    { kind: 'Firewall', change: 'add_rule', name: 'firewall', planned: ['update firewall.inbound_rules'] },
    { kind: 'Firewall', change: 'rename', name: 'firewall', planned: ['update firewall.name'] },
    { kind: 'Firewall', change: 'retag', name: 'firewall', planned: ['update firewall.tags'] },
    { kind: 'LoadBalancer', change: 'add_rule', name: 'load_balancer', planned: ['update load_balancer.forwarding_rules'] },
    { kind: 'LoadBalancer', change: 'resize', name: 'load_balancer', planned: ['update load_balancer.size_unit'] },
  ] as const)('shows exactly the $change of a $kind, and is empty after the repair', async ({ kind, change, name, planned }) => {
    const sandbox = createTestSandbox()
    const { plan, create, replace } = await applyDeclared(sandbox)
    expect(await plan()).toEqual([])
    sandbox.drift({ kind, change })
    expect(await plan()).toEqual(planned)
    await (change === 'delete' ? create(name) : replace(name))
    expect(await plan()).toEqual([])
  })
})
