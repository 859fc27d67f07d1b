/** Tests of accounts for single tests. */
import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, createTestSandbox, webServer } from './create-test-sandbox.ts'
import type { Known } from './operation-at.ts'

describe('a test account', () => {
  it('has the seed data and nothing of another account', async ({ sandbox: { account, get, post } }) => {
    const { user } = (await post('/_sandbox/users', { email: 'ana@harbour.example', password: 'example-password-2' })).body
    const [one, other] = [account(), account()]
    const ask = async <const Path extends string>(path: Known<'get', Path>, { tokens }: typeof one) =>
      (await get<Path>(path, { token: tokens.full })).body
    expect((await ask('/v2/account', one)).account).toMatchObject({ uuid: one.id, email: one.email, droplet_limit: 25 })
    expect(one.id).not.toBe(other.id)
    expect(user.uuid).not.toBe(one.id)
    for (const path of ['/v2/regions', '/v2/sizes', '/v2/images', '/v2/vpcs', '/v2/projects'] as const) {
      const [ofOne, ofOther, ofFirst] = [await ask(path, one), await ask(path, other), (await get(path)).body]
      expect([ofOne.meta.total, ofOther.meta.total]).toEqual([ofFirst.meta.total, ofFirst.meta.total])
    }
    const idsOf = async (mine: typeof one) => (await ask('/v2/vpcs?per_page=200', mine)).vpcs.map(({ id }) => id)
    expect((await idsOf(one)).filter((id) => id === '' || !/^[0-9a-f-]{36}$/.test(id))).toEqual([])
    expect(await idsOf(one)).not.toEqual(expect.arrayContaining([(await idsOf(other))[0]]))
  })

  it('starts at the current time of the sandbox', async ({ sandbox: { account, get, post } }) => {
    await post('/_sandbox/clock', { now: '2026-03-02T09:00:00Z', frozen: true })
    const first = account()
    await post('/_sandbox/clock', { now: '2026-05-02T09:00:00Z', frozen: true })
    const second = account()
    const madeAt = async (token: string) => (await get('/v2/projects/default', { token })).body.project.created_at
    expect(await madeAt(first.tokens.full)).toBe('2026-03-02T09:00:00Z')
    expect(await madeAt(second.tokens.full)).toBe('2026-05-02T09:00:00Z')
  })

  it('can create the same resources as another account and sees only its own', async ({ sandbox: { account, post, get } }) => {
    const [one, other] = [account(), account()]
    for (const { tokens } of [one, other]) {
      expect((await post('/v2/volumes', coversVolume, { token: tokens.full })).status).toBe(201)
      expect((await post('/v2/droplets', webServer, { token: tokens.full })).status).toBe(202)
    }
    expect((await get('/v2/volumes', { token: one.tokens.read })).body.meta.total).toBe(1)
    expect((await get('/v2/volumes')).body.meta.total).toBe(0)
    expect((await post('/v2/volumes', coversVolume, { token: one.tokens.read })).status).toBe(403)
  })

  it('is removed with all its data', async ({ sandbox: { account, post, get, pass } }) => {
    const users = (await get('/_sandbox/users')).body.users.length
    const { tokens, dispose } = account()
    await post('/v2/droplets', webServer, { token: tokens.full })
    dispose()
    dispose()
    // The action of the droplet would have completed by then.
    await pass(3600)
    expect((await get('/v2/account', { token: tokens.full })).status).toBe(401)
    expect((await get('/_sandbox/users')).body.users).toHaveLength(users)
    expect(account().id).toBeTypeOf('string')
  })

  it('is created and removed over HTTP', async ({ sandbox: { ask, post, get } }) => {
    const { status, body } = await post('/_sandbox/accounts')
    expect([status, Object.keys(body)]).toEqual([200, ['id', 'email', 'tokens', 'inference_key']])
    expect((await get('/v2/account', { token: body.tokens.read })).body.account.uuid).toBe(body.id)
    expect((await ask('DELETE', '/_sandbox/accounts', { id: body.id })).status).toBe(200)
    expect((await ask('DELETE', '/_sandbox/accounts', { id: body.id })).status).toBe(422)
    expect((await get('/v2/account', { token: body.tokens.read })).status).toBe(401)
  })

  it('works with a world and after a reset', async () => {
    const { account, get, post } = createTestSandbox({ world: 'tidewater' })
    const before = account()
    expect((await get('/v2/droplets', { token: before.tokens.full })).body.meta.total).toBe(0)
    await post('/_sandbox/reset')
    expect((await get('/v2/account', { token: before.tokens.full })).status).toBe(401)
    expect((await get('/v2/account', { token: account().tokens.full })).status).toBe(200)
  })
})

describe('account limits', () => {
  it('have the defaults of the platform', async ({ sandbox: { get } }) => {
    expect((await get('/_sandbox/limits')).body).toEqual({
      limits: {
        droplets: 25,
        reserved_ips: 3,
        volumes: 25,
        registries: 10,
        databases: null,
        kubernetes_clusters: null,
        load_balancers: null,
        volume_snapshots: null,
      },
    })
  })

  it('are enforced once set, and shown in the account', async ({ sandbox: { get, post } }) => {
    await post('/_sandbox/limits', { droplets: 1, reserved_ips: 0, volumes: 1 })
    expect((await get('/v2/account')).body.account).toMatchObject({
      droplet_limit: 1,
      reserved_ip_limit: 0,
      floating_ip_limit: 0,
      volume_limit: 1,
    })
    expect((await post('/v2/droplets', webServer)).status).toBe(202)
    expect((await post('/v2/droplets', webServer)).body.message).toBe('creating this/these droplet(s) will exceed your droplet limit')
    expect((await post('/v2/reserved_ips', { region: 'nyc3' })).status).toBe(422)
    expect((await post('/v2/volumes', coversVolume)).status).toBe(201)
    const { status, body } = await post('/v2/volumes', { ...coversVolume, name: 'another' })
    expect([status, body.message]).toEqual([403, 'failed to create volume: volume/snapshot capacity limit exceeded'])
  })

  it.for([
    { limited: 'registries', path: '/v2/registries', body: { name: 'shop', subscription_tier_slug: 'professional' }, words: 'registries' },
    {
      limited: 'databases',
      path: '/v2/databases',
      body: { name: 'shop-db', engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 },
      words: 'database clusters',
    },
    {
      limited: 'kubernetes_clusters',
      path: '/v2/kubernetes/clusters',
      body: { name: 'shop', region: 'nyc3', version: 'latest', node_pools: [{ name: 'one', size: 's-1vcpu-2gb', count: 1 }] },
      words: 'Kubernetes clusters',
    },
    {
      limited: 'load_balancers',
      path: '/v2/load_balancers',
      body: {
        name: 'shop',
        region: 'nyc3',
        forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }],
      },
      words: 'load balancers',
    },
  ])('apply to $limited', async ({ limited, path, body, words }, { sandbox: { post, ask } }) => {
    await post('/_sandbox/limits', { [limited]: 1 })
    expect((await ask('POST', path, body)).status).toBeLessThan(300)
    const { status, body: response } = await ask('POST', path, { ...body, name: 'another' })
    expect([status, response.message]).toEqual([422, `The account has reached its limit of 1 ${words}.`])
  })

  it('apply to one account only', async ({ sandbox: { account, get, post } }) => {
    const { email, tokens } = account()
    expect((await post('/_sandbox/limits', { account: email, droplets: 0 })).body.limits.droplets).toBe(0)
    expect((await post('/v2/droplets', webServer, { token: tokens.full })).status).toBe(422)
    expect((await get('/_sandbox/limits')).body.limits.droplets).toBe(25)
  })

  it.for([
    { input: { dropets: 1 }, expected: 'dropets: unknown limit. Did you mean droplets?' },
    { input: { droplets: -1 }, expected: 'droplets: must be a whole number, 0 or more' },
    { input: { account: 'nobody@tidewater.example', droplets: 1 }, expected: 'account: must be the e-mail address of a user' },
  ])('cannot be $input', async ({ input, expected }, { sandbox: { post } }) => {
    const { status, body } = await post('/_sandbox/limits', input)
    expect([status, body.message]).toEqual([422, expected])
  })
})
