/** Tests of read-only and unknown fields in bodies. */
import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, createTestSandbox, webServer } from './create-test-sandbox.ts'
import { forbidden } from './operation-at.ts'

const other = '00000000-0000-4000-8000-000000000000'

describe('an id in an update', () => {
  const cases = [
    {
      name: 'a model router',
      path: '/v2/gen-ai/models/routers',
      root: 'model_router',
      id: 'uuid',
      body: {
        name: 'shop-router',
        policies: [{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'] }],
        fallback_models: ['llama3.3-70b-instruct'],
      },
      method: 'PUT',
      change: { description: 'moved' },
    },
    {
      name: 'a project',
      path: '/v2/projects',
      root: 'project',
      id: 'id',
      body: { name: 'Storefront', purpose: 'Shop' },
      method: 'PATCH',
      change: { description: 'moved' },
    },
    {
      name: 'a VPC',
      path: '/v2/vpcs',
      root: 'vpc',
      id: 'id',
      body: { name: 'net', region: 'nyc3' },
      method: 'PATCH',
      change: { description: 'moved' },
    },
  ]
  it.for(cases)('does not move $name', async ({ path, root, id, body, method, change }, { instant: sandbox }) => {
    const created = await sandbox.ask('POST', path, body)
    expect(created.status, JSON.stringify(created.body)).toBeLessThan(300)
    const own = created.body[root][id] as string
    await sandbox.pass(120)
    const changed = await sandbox.ask(method, `${path}/${own}`, { ...change, [id]: other })
    expect([changed.status, changed.body[root]]).toEqual([200, expect.objectContaining({ ...change, [id]: own })])
    expect((await sandbox.ask('GET', `${path}/${own}`)).body[root]).toMatchObject({ ...change, [id]: own })
    expect((await sandbox.ask('GET', `${path}/${other}`)).status).toBe(404)
  })
})

describe('fields that the specification does not name', () => {
  const foreign = {
    id: other,
    status: 'archived',
    created_at: '1999-01-01T00:00:00Z',
    urn: 'do:x:1',
    locked: true,
    hidden: { a: 1 },
    hash: 'x',
    account: 'x',
    nonsense: [1],
  } as const
  const cases = [
    {
      name: 'a volume',
      path: '/v2/volumes',
      root: 'volume',
      body: coversVolume,
      expected: { droplet_ids: [] },
      more: { droplet_ids: [1] },
    },
    {
      name: 'a droplet',
      path: '/v2/droplets',
      root: 'droplet',
      body: webServer,
      expected: { locked: true, status: 'new' },
      more: { networks: { v4: [] } },
    },
    {
      name: 'a VPC',
      path: '/v2/vpcs',
      root: 'vpc',
      body: { name: 'net', region: 'nyc3' },
      expected: { default: false },
      more: { default: true },
    },
    {
      name: 'a project',
      path: '/v2/projects',
      root: 'project',
      body: { name: 'S', purpose: 'Shop' },
      expected: { is_default: false },
      more: { owner_id: 7, owner_uuid: other },
    },
  ]
  it.for(cases)('do not reach $name', async ({ path, root, body, expected, more }, { sandbox }) => {
    const plain = await createFirst(path, body)
    await sandbox.post('/_sandbox/clock', { now: '2026-03-02T09:30:00Z', frozen: true })
    const { status, body: created } = await sandbox.ask('POST', path, { ...foreign, ...more, ...body })
    expect(status, JSON.stringify(created)).toBe(plain.status)
    // Embedded resources may have been created with their sandbox, at another time.
    expect(withoutTimes(created[root])).toEqual(withoutTimes(plain.body[root]))
    expect(created[root]).toMatchObject(expected)
  })

  const withoutTimes = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z/g, 'then')) as unknown

  /** Compares with the same request without unknown fields, in a sandbox with the same seed. */
  async function createFirst(path: string, body: object) {
    const sandbox = createTestSandbox()
    await sandbox.post('/_sandbox/clock', { now: '2026-03-02T09:30:00Z', frozen: true })
    return sandbox.ask('POST', path, body)
  }

  it('do not reach objects that the engine updates', async ({ instant: sandbox }) => {
    const vpcs: string[] = []
    for (const name of ['shop-net', 'office-net']) vpcs.push((await sandbox.post('/v2/vpcs', { name, region: 'nyc3' })).body.vpc.id)
    const { id } = (await sandbox.post('/v2/vpc_peerings', { name: 'shop-to-office', vpc_ids: vpcs })).body.vpc_peering
    await sandbox.pass(60)
    const path = `/v2/vpc_peerings/${id}` as const
    const before = (await sandbox.get(path)).body.vpc_peering
    const { status, body } = await sandbox.patch(
      path,
      forbidden({ ...foreign, name: 'renamed', status: 'DELETING', vpc_ids: vpcs.toReversed() }),
    )
    expect([status, body.vpc_peering]).toEqual([200, { ...before, name: 'renamed' }])
    expect((await sandbox.get(path)).body.vpc_peering).toEqual({ ...before, name: 'renamed' })
  })

  it('do not reach updated objects', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const path = '/v2/projects'
    const { project } = (await sandbox.post(path, { name: 'S', purpose: 'Shop' })).body
    const changed = (await sandbox.patch(`${path}/${project.id}`, forbidden({ ...foreign, owner_id: 7, description: 'Books' }))).body
      .project
    expect({ ...changed, updated_at: '' }).toEqual({ ...project, description: 'Books', updated_at: '' })
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume).toEqual(volume)
  })
})

describe('the name __proto__', () => {
  const proto = '__proto__'

  /** JSON text, because an object literal treats this key specially. */
  const withProto = (fields: object, value: unknown) => `${JSON.stringify(fields).slice(0, -1)},"${proto}":${JSON.stringify(value)}}`

  it('does not provide a required field', async ({ sandbox }) => {
    const { status, body } = await sandbox.post('/v2/volumes', forbidden(`{"${proto}":${JSON.stringify(coversVolume)}}`))
    expect([status, body.message]).toEqual([422, expect.stringContaining('name: must be given')])
  })

  it('in a body does not pollute prototypes', async ({ sandbox }) => {
    await sandbox.post('/v2/volumes', forbidden(withProto(coversVolume, { polluted: true, status: 'x' })))
    await sandbox.ask('POST', '/_sandbox/faults', withProto({ status: 503, times: 1 }, { polluted: true }))
    await sandbox.ask('POST', '/_sandbox/reset', `{"${proto}":{"polluted":true}}`)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect((await sandbox.get('/v2/account')).status).toBe(200)
  })

  it('is a label like any other', async ({ sandbox, kubernetes: { path, pool } }) => {
    const text = `{"name":"shop-pool","count":2,"labels":{"shelf":"fiction","${proto}":"kept"}}`
    const { status, body } = await sandbox.put(`${path}/node_pools/${pool.id}`, forbidden(text))
    expect(status, JSON.stringify(body)).toBe(202)
    const { labels } = (await sandbox.get(`${path}/node_pools/${pool.id}`)).body.node_pool
    expect(Object.entries(labels)).toEqual([
      ['shelf', 'fiction'],
      [proto, 'kept'],
    ])
  })

  it.each([`/v2/${proto}`, `/v2/images/${proto}`, `/v2/domains/${proto}`, '/v2/tags/constructor', `/_sandbox/${proto}`])(
    'is nothing at %s',
    async (path) => {
      expect(await createTestSandbox().ask('GET', path)).toMatchObject({ status: 404, body: { id: 'not_found' } })
    },
  )

  it('is not accepted as a parameter', async ({ sandbox }) => {
    const plain = (await sandbox.get('/v2/volumes')).body
    expect((await sandbox.ask('GET', `/v2/volumes?${proto}=x&${proto}=y&constructor=1`)).body).toEqual(plain)
  })
})
