/** Tests of the control API as the console uses it. Every reply is validated against the control API's document. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { it as plain } from '../../test/it.ts'
import { coversVolume, createTestSandbox, webServer } from '../../test/create-test-sandbox.ts'
import { forbidden, type Known } from '../../test/operation-at.ts'

/** A droplet with a volume, a tag and a network. */
async function createTown() {
  const sandbox = createTestSandbox()
  const { droplet } = (await sandbox.post('/v2/droplets', { ...webServer, tags: ['shop'] })).body
  const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
  await sandbox.pass(60)
  await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: droplet.id, region: 'nyc3' })
  const see = async <const Path extends string>(path: Known<'get', Path>) => (await sandbox.get<Path>(path)).body
  return { sandbox, droplet, volume, see }
}

const it = plain.extend('town', createTown)

describe('a read through the control API', () => {
  it('returns the reply of the operation, outside rate limits, faults and the log', async ({ town: { sandbox, droplet } }) => {
    await sandbox.post('/_sandbox/faults', { operation: '*', status: 503 })
    await sandbox.delete('/_sandbox/requests')
    const before = (await sandbox.get('/_sandbox/rate-limits')).body
    const read = (url: string) => sandbox.get(`/_sandbox/api?url=${encodeURIComponent(url)}` as '/_sandbox/api')
    expect(await read(`/v2/droplets/${droplet.id}?x=1`)).toMatchObject({ status: 200, body: { droplet: { id: droplet.id } } })
    expect((await read('/v2/droplets/1')).status).toBe(404)
    expect((await read('/_sandbox/info')).status).toBe(422)
    expect((await sandbox.get('/_sandbox/rate-limits')).body).toEqual(before)
    expect((await sandbox.get('/_sandbox/requests')).body.requests).toEqual([])
    expect((await sandbox.get('/_sandbox/faults')).body.faults).toMatchObject([{ strikes: 0 }])
  })
})

describe('an object', () => {
  it('has its states, pending jobs and lock', async ({ town: { sandbox, volume, droplet, see } }) => {
    const { object } = await see(`/_sandbox/objects/Droplet/${droplet.id}`)
    expect(object).toMatchObject({
      object: { kind: 'Droplet', id: String(droplet.id), parent: '', account: sandbox.credentials().user.email },
      family: 'droplets',
      monthly_price: 12,
      lifecycle: { field: 'status', state: 'active', initial: 'new', states: expect.arrayContaining(['new', 'active', 'off']) },
    })
    expect(object.lifecycle.transitions).toContainEqual(expect.objectContaining({ from: ['new'], to: 'active' }))
    expect((await see(`/_sandbox/objects/Volume/${volume.id}`)).object).toMatchObject({
      locked: true,
      jobs: [
        {
          name: 'actions.complete',
          description: 'attach_volume action ends',
          in_seconds: expect.any(Number),
          object: { kind: 'Volume' },
          object_name: volume.name,
        },
      ],
    })
    await sandbox.pass(60)
    expect((await see(`/_sandbox/objects/Volume/${volume.id}`)).object).toMatchObject({ locked: false, jobs: [] })
  })

  it('has links to and from other objects', async ({ town: { sandbox, volume, droplet, see }, sandbox: account }) => {
    await sandbox.pass(60)
    const refersTo = (await see(`/_sandbox/objects/Droplet/${droplet.id}`)).object.refers_to.map(({ field, object }) => [
      field,
      object.kind,
    ])
    for (const link of [
      ['region.slug', 'Region'],
      ['size_slug', 'Size'],
      ['vpc_uuid', 'Vpc'],
      ['volume_ids', 'Volume'],
      ['image.id', 'Image'],
    ])
      expect(refersTo).toContainEqual(link)
    // Ignores the regions of the image and the size.
    expect(refersTo.filter(([field]) => /\.(regions|sizes)$/.test(field ?? ''))).toEqual([])
    const referredBy = (await see(`/_sandbox/objects/Droplet/${droplet.id}`)).object.referred_by.map(({ object }) => [
      object.kind,
      object.id,
    ])
    expect(referredBy).toContainEqual(['Volume', volume.id])
    await account.post('/v2/domains', { name: 'harbour.example' })
    const domain = (await account.get('/_sandbox/objects/Domain/harbour.example')).body.object
    expect(domain.referred_by[0]).toMatchObject({ field: 'parent', object: { kind: 'DomainRecord', parent: 'Domain/harbour.example/' } })
    const [{ object: record }] = domain.referred_by
    const path = `/_sandbox/objects/DomainRecord/${record.id}?parent=${encodeURIComponent(record.parent)}` as const
    expect((await account.get(path)).body.object.refers_to).toMatchObject([{ field: 'parent', object: { kind: 'Domain' } }])
  })

  it('has a history of the requests and jobs that changed it', async ({ town: { sandbox, droplet, see } }) => {
    await sandbox.pass(60)
    const { headers } = await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type: 'power_off' })
    await sandbox.pass(60)
    const { history } = (await see(`/_sandbox/objects/Droplet/${droplet.id}`)).object
    expect(history.map(({ job }) => job)).toEqual(expect.arrayContaining(['actions.complete', null]))
    expect(history[0]).toMatchObject({ job: 'actions.complete', request_id: null, change: { after: { status: 'off' } } })
    expect(history.at(-1)).toMatchObject({ job: null, change: { type: 'created', before: null } })
    const requested = await see(`/_sandbox/requests/${headers.get('x-request-id')}`)
    expect(requested.request.changes.map(({ object }) => object.kind)).toContain('Action')
  })

  it('is listed and found by search', async ({ town: { see } }) => {
    const { kinds } = await see('/_sandbox/kinds')
    expect(kinds.find(({ kind }) => kind === 'Droplet')).toMatchObject({
      family: 'droplets',
      one: 'droplet',
      count: 1,
      state_field: 'status',
    })
    const { objects, total } = await see('/_sandbox/objects?kind=Droplet')
    expect([total, objects]).toEqual([1, [expect.objectContaining({ name: 'web-01', state: 'active', region: 'nyc3', tags: ['shop'] })]])
    expect((await see('/_sandbox/objects?search=COVERS-data')).objects.map(({ object }) => object.kind)).toContain('Volume')
    expect((await see('/_sandbox/objects?search=%25')).total).toBe(0)
    expect((await see('/_sandbox/objects?kind=Region&limit=2&offset=1')).objects).toHaveLength(2)
  })

  it.each([
    { path: 'objects/Droplet/1', status: 404 },
    { path: 'objects/Nothing/1', status: 404 },
    { path: 'objects/__proto__/constructor', status: 404 },
    { path: 'objects?kind=token', status: 404 },
    { path: 'objects?limit=0', status: 422 },
    { path: 'objects?account=nobody@nowhere.example', status: 422 },
    { path: 'objects?search=%27%20OR%201%3D1%20--', status: 200 },
    { path: 'objects?parent=@other/', status: 200 },
  ])('returns $status for $path', async ({ path, status }) => {
    const response = await createTestSandbox().ask('GET', `/_sandbox/${path}`)
    expect(response.status).toBe(status)
    expect(response.body.objects ?? []).toEqual([])
  })

  it('is not visible in another account', async ({ sandbox }) => {
    const own = (await sandbox.post('/_sandbox/accounts')).body
    await sandbox.post('/v2/volumes', coversVolume, { token: own.tokens.full })
    const count = async (query: '' | `&account=${string}`) => (await sandbox.get(`/_sandbox/objects?kind=Volume${query}`)).body.total
    expect([await count(''), await count(`&account=${own.email}`)]).toEqual([0, 1])
  })
})

describe('jobs', () => {
  it('are listed as scheduled, run by the clock, and then listed as completed', async ({ town: { sandbox, see } }) => {
    await sandbox.post('/_sandbox/clock', { frozen: true })
    const { jobs, total, now } = await see('/_sandbox/jobs')
    expect(total).toBeGreaterThanOrEqual(jobs.length)
    const moved = (await sandbox.post('/_sandbox/clock', { until: 'next_job' })).body
    expect([moved.now, moved.frozen, moved.now > now]).toEqual([jobs[0].at, true, true])
    expect((await see('/_sandbox/jobs')).completed[0]).toMatchObject({ name: jobs[0].name, at: jobs[0].at })
  })

  it.each([
    { input: { until: 'tomorrow' }, status: 422 },
    { input: { until: 'next_job', advance_seconds: 1 }, status: 422 },
  ])('rejects the clock change $input', async ({ input, status }) => {
    expect((await createTestSandbox().post('/_sandbox/clock', forbidden(input))).status).toBe(status)
  })
})

describe('a fault', () => {
  it('counts its matches and ends after its limit', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/faults', { operation: 'account_get', status: 503 })
    await sandbox.post('/_sandbox/faults', { family: 'volumes', status: 502 })
    await sandbox.get('/v2/account')
    await sandbox.get('/v2/account')
    expect((await sandbox.get('/v2/volumes')).status).toBe(502)
    const { faults } = (await sandbox.get('/_sandbox/faults')).body
    expect(faults).toMatchObject([
      { id: 1, strikes: 2 },
      { id: 2, strikes: 1, family: 'volumes' },
    ])
    expect((await sandbox.delete('/_sandbox/faults/1')).body.faults).toMatchObject([{ id: 2 }])
    expect((await sandbox.delete('/_sandbox/faults/1')).status).toBe(404)
    expect((await sandbox.get('/v2/account')).status).toBe(200)
  })

  it('of a region matches requests for that region only', async ({ town: { sandbox, droplet, volume } }) => {
    await sandbox.post('/_sandbox/faults', { region: 'nyc3', status: 503 })
    const asked = [
      ['GET', `/v2/droplets/${droplet.id}`],
      ['GET', `/v2/volumes/${volume.id}`],
      ['POST', '/v2/volumes', { ...coversVolume, name: 'new' }],
      ['POST', '/v2/volumes', { ...coversVolume, name: 'other', region: 'ams3' }],
      ['GET', '/v2/account'],
    ] as const
    const statuses = []
    for (const [method, path, body] of asked) statuses.push((await sandbox.ask(method, path, body)).status)
    expect(statuses).toEqual([503, 503, 503, 201, 200])
  })

  it('can be created from each preset', async ({ sandbox }) => {
    const { presets } = (await sandbox.get('/_sandbox/faults/presets')).body
    for (const fault of presets.flatMap(({ faults }) => faults)) expect((await sandbox.post('/_sandbox/faults', fault)).status).toBe(200)
  })

  it.each([
    { input: { family: 'volume', status: 503 }, expected: 'did you mean volumes?' },
    { input: { region: 'mars1', status: 503 }, expected: 'region: must be one of ams3' },
  ])('rejects $input', async ({ input, expected }) => {
    const { status, body } = await createTestSandbox().post('/_sandbox/faults', input)
    expect([status, body.message]).toEqual([422, expect.stringContaining(expected)])
  })
})

describe('the rate limits of a token', () => {
  const limitsOf = async (sandbox: ReturnType<typeof createTestSandbox>) => {
    const { tokens } = (await sandbox.get('/_sandbox/tokens?all=true')).body
    const { id } = tokens.find(({ kind, can_write: can }) => kind === 'personal' && can)
    const all = (await sandbox.get('/_sandbox/rate-limits')).body
    return { id, ...all.tokens.find(({ token }) => token === id) }
  }

  it('are listed, exhausted and refilled', async ({ sandbox }) => {
    await sandbox.get('/v2/account')
    await sandbox.get('/v2/account/keys')
    const { id, limits } = await limitsOf(sandbox)
    expect(limits).toMatchObject([
      { name: 'hour', limit: 5000, remaining: 4998, resets_at: expect.any(String) },
      { name: 'minute', limit: 250, remaining: 248 },
      { remaining: expect.any(Number) },
    ])
    await sandbox.post('/_sandbox/rate-limits', { token: id, name: 'minute', to: 'exhausted' })
    expect((await sandbox.get('/v2/account')).status).toBe(429)
    await sandbox.post('/_sandbox/rate-limits', { token: id, name: 'minute', to: 'full' })
    expect((await sandbox.get('/v2/account')).status).toBe(200)
    await sandbox.post('/_sandbox/rate-limits', { token: id, name: limits[2].name, to: 'exhausted' })
    expect([(await sandbox.get('/v2/account/keys')).status, (await sandbox.get('/v2/account')).status]).toEqual([429, 200])
  })

  it.each([{}, { token: 'x', name: 'minute', to: 'full' }, { token: 1, name: 'minute', to: 'full' }, { name: 'minute', to: 'half' }])(
    'reject %j',
    async (input) => {
      expect((await createTestSandbox().post('/_sandbox/rate-limits', forbidden(input))).status).toBe(422)
    },
  )
})

describe('two snapshots', () => {
  it.each(['memory', 'file'])('in a %s are compared with each other or with the current state', async (where) => {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-compare-'))
    const sandbox = createTestSandbox(where === 'file' ? { state: join(folder, 'state.db') } : {})
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    await sandbox.post('/v2/tags', { name: 'old' })
    await sandbox.post('/_sandbox/snapshots', { name: 'one' })
    await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'resize', size_gigabytes: 200, region: 'nyc3' })
    await sandbox.pass(60)
    await sandbox.delete('/v2/tags/old')
    await sandbox.post('/v2/tags', { name: 'new' })
    await sandbox.post('/_sandbox/snapshots', { name: 'two' })
    await sandbox.post('/v2/tags', { name: 'newest' })
    const compare = async (query: `from=${string}`) => (await sandbox.get(`/_sandbox/snapshots/compare?${query}`)).body
    const between = await compare('from=one&to=two')
    expect(between).toMatchObject({ created: 2, updated: 1, deleted: 1 })
    const actual = between.changes.map(({ type, object, before, after }) => [
      type,
      object.kind,
      Object(before).size_gigabytes,
      Object(after).size_gigabytes,
    ])
    expect(actual).toEqual(
      expect.arrayContaining([
        ['created', 'Tag', undefined, undefined],
        ['deleted', 'Tag', undefined, undefined],
        ['updated', 'Volume', 100, 200],
      ]),
    )
    expect((await compare('from=two')).changes).toMatchObject([{ type: 'created', object: { kind: 'Tag', id: 'newest' } }])
    expect(await compare('from=one&to=one')).toEqual({ changes: [], created: 0, updated: 0, deleted: 0 })
    expect((await compare('from=one&to=two&limit=1')).changes).toHaveLength(1)
    for (const query of ['from=none', 'from=one&to=none', 'from=..%2Fone', 'to=one'])
      expect([query, (await sandbox.get(`/_sandbox/snapshots/compare?${query}`)).status]).toEqual([
        query,
        query.endsWith('none') ? 404 : 422,
      ])
    sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('accounts', () => {
  it('have all their tokens listed, and any of them revoked', async ({ sandbox }) => {
    const own = (await sandbox.post('/_sandbox/accounts')).body
    const list = async () => (await sandbox.get('/_sandbox/tokens?all=true')).body.tokens
    const tokens = (await list()).filter(({ account }) => account === own.email)
    expect(tokens.map(({ kind, can_write: can }) => [kind, can]).toSorted()).toEqual([
      ['inference', true],
      ['personal', false],
      ['personal', true],
    ])
    const { id } = tokens.find(({ kind, can_write: can }) => kind === 'personal' && can)!
    await sandbox.delete('/_sandbox/tokens', { id })
    expect((await sandbox.get('/v2/account', { token: own.tokens.full })).status).toBe(401)
    expect(JSON.stringify(await list())).not.toContain(own.tokens.read)
  })
})
