import { describe, expect } from 'vitest'
import { coversVolume, createTestSandbox, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
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
  it('renames, retags and resizes a droplet', async ({ sandbox }) => {
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
    { body: { kind: 'Droplt' }, status: 422, message: 'Did you mean Droplet?' },
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
